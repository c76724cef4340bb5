import type { Clause } from './clauses.ts'
import { foldText } from './normalise.ts'

export type Sentiment = 'positive' | 'neutral' | 'negative'

// Longest first, and the edges are checked outside: a look-behind would be tried at every character of every answer.
function lexicon(spaced: string, joined: string): RegExp {
  const words = [...spaced.trim().split(/\s*[\n,]\s*/), ...joined.trim().split(/\s+/)]
  words.sort((a, b) => b.length - a.length)
  return new RegExp(foldText(words.join('|')).replaceAll('~', '\\p{L}*'), 'gu')
}

const LETTER = /\p{L}/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u

function isWhole(text: string, start: number, end: number): boolean {
  if (UNSPACED.test(text.charAt(start))) return true
  return !LETTER.test(text.charAt(start - 1)) && !LETTER.test(text.charAt(end))
}

const GOOD = lexicon(
  `excellent, great, best, outstanding, superb, fantastic, impressive, reliable, trusted, recommend, recommended, highly rated, well regarded, well-regarded, intuitive, user-friendly, easy to use, powerful, robust, popular choice, top choice, top pick, market leader, leading, favou?rite, award-winning, stands out, excels, love, loved, praised, praise, affordable, seamless, solid choice, strong choice, good choice, great value, good value
  ausgezeichnet~, hervorragend~, beste[rnms]?, exzellent~, zuverlässig~, empfehle~, empfehlenswert~, empfohlen~, benutzerfreundlich~, führend~, beliebt~, überzeugt, marktführer, sehr gut~, günstig~, einfach zu bedienen, testsieger
  excellent~, meilleure?s?, fiable~, recommand~, leader, intuitif~, intuitive~, facile à utiliser, apprécié~, remarquable~, très bon~, idéal~, performant~, abordable~
  excelente~, mejor~, fiable, confiable, recomend~, recomiend~, líder, intuitiv[oa]s?, fácil de usar, destaca~, ideal, muy buen[oa]?, asequible~, popular~
  eccellente, migliore, affidabile, consigliat[oa], ottim[oa], melhor, confiável, ótim[oa]
  отличн~, лучш~, надежн~, рекоменду~, превосходн~, удобн~, лидер~, популярн~, хвалят, выгодн~
  εξαιρετικ~, καλύτερ~, αξιόπιστ~, συνιστ~, προτείν~, κορυφαί~, δημοφιλ~, εύχρηστ~, ξεχωρίζει`,
  `優れて おすすめ お勧め 最高 信頼性が高 人気 使いやす 高評価 評判が良 便利 推荐 出色 优秀 最好 可靠 领先 好用 值得 口碑好 很受欢迎 首选 优质 ดีที่สุด แนะนำ ยอดเยี่ยม น่าเชื่อถือ ใช้งานง่าย ได้รับความนิยม โดดเด่น คุ้มค่า 추천 최고 훌륭 우수 신뢰할 인기 뛰어나 편리`,
)

const BAD = lexicon(
  `terrible, awful, worst, poor, unreliable, avoid, buggy, overpriced, disappointing, disappointed, frustrating, scam, complaints, criticized, criticised, criticism, lacks, lacking, slow, outdated, clunky, expensive, pricey, limited, steep learning curve, hidden fees, data breach, lawsuit, not worth, falls short, struggles, confusing, poorly, problematic
  schlecht~, unzuverlässig~, enttäuschend~, überteuert~, teuer~, veraltet~, langsam~, beschwerden, kritik, kritisiert, mangelhaft~, umständlich~, fehleranfällig~, abzuraten, vermeiden, nachteil~
  mauvais~, pire~, peu fiable~, déceva~, cher, chère, trop cher~, lent~, obsolète~, plaintes, critiqué~, éviter, limité~, compliqué~, arnaque
  mal[oa]s?, peor~, poco fiable~, decepcionante~, car[oa]s?, lent[oa]s?, obsolet[oa]s?, quejas, criticad[oa]s?, evitar, limitad[oa]s?, complicad[oa]s?, estafa
  pessim[oa], scadente, costos[oa], lent[oa], ruim, péssim[oa]
  плох~, худш~, ненадежн~, разочаров~, дорог(?:ой|ая|ие|о), устаре~, медленн~, жалоб~, критик~, избега~, неудобн~, недостат~
  κακ(?:ή|ός|ό|ές), χειρότερ~, αναξιόπιστ~, απογοητευτικ~, ακριβ(?:ή|ό|ός|ές), αργ(?:ή|ό|ός), παράπονα, ξεπερασμέν~, αποφύγ~`,
  `最悪 ひどい 信頼性が低 使いにく 高すぎ 不満 批判 遅い 避け 問題が多 評判が悪 差劲 糟糕 最差 不可靠 避免 投诉 昂贵 太贵 难用 缺点 卡顿 失望 แย่ ไม่น่าเชื่อถือ แพงเกิน หลีกเลี่ยง ร้องเรียน ใช้งานยาก ช้า น่าผิดหวัง 최악 나쁘 비싸 불만 느리 실망 피하`,
)

const NEGATED =
  /(?:\bnot\b|n't|\bno\b|\bnever\b|\bwithout\b|\bnicht\b|\bkein\w*|\bpas\b|\bsans\b|\bni\b|\bsin\b|\bnon\b|\bnao\b|(?:^|\s)не|(?:^|\s)без|δεν|χωρισ|不|没|並非|ไม่|안)(?:[\s,]+[^\s,]+){0,2}[\s,]*$/u
// Japanese and Korean deny after the word.
const NEGATED_AFTER = /^[^。、,.]{0,6}(?:ない|ません|ではな|지 않|하지 않)/u

const COMPARED =
  /\b(?:than|compared (?:to|with)|over|als|que|rispetto|do que)\b[^.]{0,20}$|(?:чем|από|比|より)[^。.]{0,6}$/u

function tally(text: string, pattern: RegExp): [number, number] {
  let plain = 0
  let denied = 0
  pattern.lastIndex = 0
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    if (!isWhole(text, hit.index, hit.index + hit[0].length)) continue
    const before = text.slice(Math.max(0, hit.index - 30), hit.index)
    const behind = text.slice(hit.index + hit[0].length, hit.index + hit[0].length + 10)
    if (NEGATED.test(before) || NEGATED_AFTER.test(behind)) denied += 1
    else plain += 1
  }
  return [plain, denied]
}

/**
 * What the name's own clause says of it. Cautious on purpose: praise and blame together, or a name that is only the
 * yardstick ("better than Acme"), is neutral.
 */
export function sentimentOf({ left, right }: Clause): Sentiment {
  if (COMPARED.test(left)) return 'neutral'
  const text = `${left} ${right}`
  const [good, goodDenied] = tally(text, GOOD)
  const [bad, badDenied] = tally(text, BAD)
  // "Not great" is blame; "not expensive" is at most no blame.
  const blame = bad + goodDenied
  if (good > 0 && blame === 0) return 'positive'
  if (blame > 0 && good === 0 && badDenied === 0) return 'negative'
  return 'neutral'
}
