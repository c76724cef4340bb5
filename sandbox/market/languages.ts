import { ABSENT, CLOSINGS, LEADS, NOBODY, SAID } from './phrases.ts'
import type { Intent } from './question.ts'

/** The sentences of one language. Markets and traits keep their English names, so packs avoid them. */
export type Phrases = {
  leads(intent: Intent): readonly string[]
  said: { positive: readonly string[]; neutral: readonly string[]; negative: readonly string[] }
  closings: readonly string[]
  absent: readonly string[]
  nobody: readonly string[]
}

type Pack = Omit<Phrases, 'leads'> & { leads: readonly string[]; words: RegExp }

const PACKS: Record<string, Pack> = {
  de: {
    words:
      /\b(der|die|das|und|für|beste[nrs]?|welche[rs]?|wie|ist|ein|eine|günstig\w*|vergleich|empfehlung)\b/gi,
    leads: [
      'Nach aktuellen Tests sind diese Anbieter einen Blick wert.',
      'Eine pauschale Antwort gibt es nicht, oft genannt werden aber diese Namen.',
    ],
    said: {
      positive: [
        '{brand} überzeugt in fast allen Tests und ist leicht zu empfehlen.',
        'Besonders gut schneidet {brand} ab.',
        'Nutzer loben {brand} für die hohe Zuverlässigkeit.',
      ],
      neutral: [
        '{brand} deckt die Grundlagen ab.',
        'Auch {brand} wird häufig genannt.',
        '{brand} ist seit Jahren auf dem Markt.',
      ],
      negative: [
        '{brand} enttäuscht in neueren Tests.',
        'Bei {brand} berichten mehrere Nutzer von Problemen.',
      ],
    },
    closings: [
      'Preise ändern sich oft, ein Vergleich vor dem Kauf lohnt sich.',
      'Am besten testet man zwei oder drei Anbieter.',
    ],
    absent: ['Zu {brand} konnte ich keine verlässlichen Informationen finden.'],
    nobody: ['Die Quellen nennen vor allem Kriterien und kaum Namen.'],
  },
  fr: {
    words:
      /\b(le|la|les|des|pour|quel|quelle|quels|quelles|meilleure?s?|est|une?|avec|comment|pas cher|avis)\b/gi,
    leads: [
      'Voici les noms qui reviennent le plus souvent dans les comparatifs récents.',
      'Tout dépend de vos besoins, mais ces choix sont souvent cités.',
    ],
    said: {
      positive: [
        '{brand} se distingue nettement et reste facile à recommander.',
        'Les avis sur {brand} sont excellents.',
        'Les utilisateurs apprécient la fiabilité de {brand}.',
      ],
      neutral: [
        '{brand} couvre l’essentiel.',
        'On cite aussi {brand}.',
        '{brand} est présent sur le marché depuis plusieurs années.',
      ],
      negative: [
        '{brand} déçoit dans les avis récents.',
        'Plusieurs clients signalent des problèmes avec {brand}.',
      ],
    },
    closings: [
      'Les prix changent souvent, vérifiez-les avant de choisir.',
      'Le mieux est d’en essayer deux ou trois.',
    ],
    absent: ['Je n’ai pas trouvé d’informations fiables sur {brand}.'],
    nobody: ['Les sources parlent surtout de critères et citent peu de noms.'],
  },
  es: {
    words: /\b(el|los|las|para|cuál|cuáles|mejor|mejores|qué|es|una?|con|cómo|barat[oa]s?|opiniones)\b/gi,
    leads: [
      'Según las comparativas recientes, estas opciones merecen atención.',
      'Depende de lo que necesites, pero estos nombres se repiten.',
    ],
    said: {
      positive: [
        '{brand} destaca en casi todas las pruebas y es fácil de recomendar.',
        'Las opiniones sobre {brand} son excelentes.',
        'Los usuarios valoran la fiabilidad de {brand}.',
      ],
      neutral: [
        '{brand} cubre lo básico.',
        'También se menciona {brand}.',
        '{brand} lleva años en el mercado.',
      ],
      negative: [
        '{brand} decepciona en las reseñas recientes.',
        'Varios usuarios informan de problemas con {brand}.',
      ],
    },
    closings: ['Los precios cambian a menudo, conviene comprobarlos.', 'Lo mejor es probar dos o tres.'],
    absent: ['No encontré información fiable sobre {brand}.'],
    nobody: ['Las fuentes hablan más de criterios que de nombres.'],
  },
  pt: {
    words: /\b(os|as|para|qual|quais|melhor|melhores|é|uma?|com|como|barat[oa]s?|avaliações|não)\b/gi,
    leads: ['Segundo comparativos recentes, estas opções merecem atenção.'],
    said: {
      positive: ['{brand} destaca-se e é fácil de recomendar.', 'As avaliações de {brand} são excelentes.'],
      neutral: ['{brand} cobre o básico.', 'Também se menciona {brand}.'],
      negative: [
        '{brand} decepciona nas avaliações recentes.',
        'Vários clientes relatam problemas com {brand}.',
      ],
    },
    closings: ['Os preços mudam com frequência, vale a pena conferir.'],
    absent: ['Não encontrei informações confiáveis sobre {brand}.'],
    nobody: ['As fontes falam mais de critérios do que de nomes.'],
  },
  it: {
    words:
      /\b(il|gli|per|quale|quali|migliore|migliori|è|una?|con|come|economic[oaie]+|recensioni|della?)\b/gi,
    leads: ['Secondo i confronti recenti, queste scelte meritano attenzione.'],
    said: {
      positive: ['{brand} si distingue ed è facile da consigliare.', 'Le recensioni di {brand} sono ottime.'],
      neutral: ['{brand} copre le basi.', 'Si cita spesso anche {brand}.'],
      negative: [
        '{brand} delude nelle recensioni recenti.',
        'Diversi utenti segnalano problemi con {brand}.',
      ],
    },
    closings: ['I prezzi cambiano spesso, meglio verificarli.'],
    absent: ['Non ho trovato informazioni affidabili su {brand}.'],
    nobody: ['Le fonti parlano più di criteri che di nomi.'],
  },
  ja: {
    words: /[\u3040-\u30ff]/g,
    leads: ['最近の比較記事でよく挙げられる選択肢は次のとおりです。'],
    said: {
      positive: ['{brand}は評価が高く、おすすめしやすい選択肢です。', '{brand}は信頼性で好評です。'],
      neutral: ['{brand}もよく挙げられます。', '{brand}は基本的な機能を備えています。'],
      negative: ['{brand}については最近の口コミで不満が見られます。'],
    },
    closings: ['料金は変わることがあるため、事前に確認してください。'],
    absent: ['{brand}に関する信頼できる情報は見つかりませんでした。'],
    nobody: ['情報源は名前よりも選び方の基準を紹介しています。'],
  },
}

const ENGLISH: Phrases = {
  leads: (intent) => LEADS[intent],
  said: SAID,
  closings: CLOSINGS,
  absent: ABSENT,
  nobody: NOBODY,
}

/** Two of a language's small words tell it; one alone may be a name or a loan word. */
export function languageOf(text: string): string {
  let best = 'en'
  let most = 1
  for (const [language, { words }] of Object.entries(PACKS)) {
    const count = text.match(words)?.length ?? 0
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}

export function phrasesIn(language: string): Phrases {
  const pack = PACKS[language]
  return pack === undefined ? ENGLISH : { ...pack, leads: () => pack.leads }
}
