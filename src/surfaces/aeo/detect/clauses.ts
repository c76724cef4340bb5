import { foldText } from './normalise.ts'

// Words after which another statement begins: "no news of Acme, but Globex …" says nothing bad about Globex.
const CONTRAST = new RegExp(
  foldText(
    [
      '(?:^|[\\s,;:–—])(?:but|however|although|though|while|whereas|instead|yet|unlike|aber|jedoch|während|dagegen|hingegen|allerdings|sondern',
      '|mais|cependant|toutefois|tandis que|alors que|en revanche|pero|sin embargo|mientras que|aunque|en cambio|ma|però|mentre|invece|mas|porém|enquanto',
      '|но|однако|зато|хотя|тогда как|а|αλλά|όμως|ωστόσο|ενώ)(?=[\\s,])',
      '|[;；]|しかし|一方|けれども|けれど|けど|ですが|ますが|ませんが|でしたが|が、|但是|但|不过|然而|而(?!且)|แต่|ส่วน|ในขณะที่|하지만|지만|반면|그러나',
    ].join(''),
  ),
  'gu',
)

export interface Clause {
  /** Folded text before and after the name, inside the name's own clause. */
  left: string
  right: string
}

/** The name's clause, cut out of its folded sentence. */
export function clauseAround(sentence: string, start: number, end: number): Clause {
  let from = 0
  let to = sentence.length
  for (const cut of sentence.matchAll(CONTRAST)) {
    if (cut.index + cut[0].length <= start) from = cut.index + cut[0].length
    else if (cut.index >= end) {
      to = cut.index
      break
    }
  }
  return { left: sentence.slice(from, start), right: sentence.slice(end, to) }
}
