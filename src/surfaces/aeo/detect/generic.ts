import { foldText } from './normalise.ts'

/** What the check may look at. All text is the original, because capitals are the first evidence. */
export interface Setting {
  written: string
  surface: string
  /** Sentence before and after the name. */
  left: string
  right: string
  /** Another tracked name stands in the same sentence. */
  company: boolean
}

const word = (list: string) =>
  new RegExp(`^[\\s-]?(?:${list.trim().split(/\s+/).join('|')})(?![\\p{L}])`, 'iu')

// What follows an ordinary word and hardly ever a company: "apple pie", "square feet", "target audience".
const THINGS = word(`
pie pies tree trees juice juices cider orchard orchards sauce crumble slices? skin butter crisp blossoms? varieties vinegar fruit fruits seeds?
foot feet ft meters? metres? miles? inch inches yards? kilometers? kilometres? roots? brackets? dance dancing meals? numbers? matrix shapes? waves? knots? km footage tiles?
audiences? market markets? keywords? heart weight language demographics? customers? group groups dates? zone prices?
descriptions? tags? titles? keywords? analysis analyses data-analysis game joke modernism
peel zest color colour blossom marmalade sunset groves? wine light lights
rainforest river basin jungle rainforests of that
companies oil beach shock casing shells? script scripts
of-the hole mouth worms? bed drop drops ticks? leaf leaves tea
applications? requirements? holders? waivers? policy free-travel
mornings? afternoons? evenings? nights? blues
`)

// What follows a company: legal forms, products, the words of trade.
const TRADE = word(`
inc corp corporation llc ltd gmbh ag plc co company group pay watch music tv pos reader ceo cfo cto software platform app apps users customers merchants sellers
pricing plans? api account accounts store stores stock shares card cards cloud pro plus premium enterprise business terminal register invoices? payroll online ai hq
is was has makes includes include works excels stands ranks remains focuses delivers combines uses gives connects help helps support offer provide integrate allow
ist hat eignet gehört est a coûte reste es tiene cuesta è costa это имеет стоит είναι έχει vs versus
`)

// A bare singular noun hardly ever does these things; a company does.
const ACTS = word(`
offers provides supports integrates charges lets allows launched announced sells competes costs starts said says acquired reported released shows adds raised bought hired
bietet kostet unterstützt berichtet schreibt meldet propose offre permet facture ofrece permite incluye cobra offre
предлагает позволяет поддерживает выпустила представила запустила открыла προσφέρει διαθέτει
`)

const BUSINESS =
  /\b(?:compan(?:y|ies)|brands?|apps?|software|platforms?|tools?|pricing|ceo|inc|startups?|providers?|vendors?|competitors?|alternatives?|subscription|integrat\w+|saas|fintech|retailers?|stores?|processors?|payments?|iphone|ipad|macbook|ios|crm|users|customers|stock|shares|earnings|anbieter|unternehmen|firma|marke|hersteller|konzern|software|händler|drogerie\w*|drogeriemärkte|\w+marktkette|handelsketten?|ladenkette|ketten|filialen?|supermarkt|supermärkte|discounter|sortiment|onlineshop|entreprises?|marques?|opérateurs?|logiciels?|applications?|fournisseurs?|abonnements?|forfaits?|enseignes?|empresas?|marcas?|tiendas?|operador\w*|aplicaci\w+|proveedor\w*|plataformas?|precios)\b|компани|сервис|приложени|бренд|магазин|ритейл|сет[ьи]|оператор|акци|εταιρε|καταστ|εφαρμογ|αλυσίδα|παρόχ|公司|手机|電腦|电脑|发布|股价|品牌|官网|系统|产品|汽车|平台|集团|车型|用户|新品|旗舰|电商|保险|银行|笔记本|市値|市场份额|売上|企業|会社|市場|カード|ポイント|モバイル|サービス|アプリ|แอป|บริษัท|แบรนด์|บริการ|เบียร์|ห้าง|เครือข่าย|ผู้ให้บริการ|สมัคร/iu

const NATURE =
  /\b(?:fruits?|recipes?|bake|baking|vitamins?|calories|geometr\w+|angles?|polygon|rectangles?|sides of equal|equilateral|grams?|tablespoons?|cups?|peel|ripe|harvest|orchards?|philosoph\w+|rainforest|jungle|obst|rezept|saft|korn|mehl|getreide|mühlen?|mahlen|mahlt|nachname|familienname|beruf|handwerk|fruits?|recette|jus|fruta|receta|zumo|jugo|día de la semana|days? of the week)\b|水果|吃|果汁|好吃|维生素|粥|熬|种植|煮|果树|每天一|个苹果|的生活|认为|普遍|出入|の種類|果物|食べ|皮をむ|ผลไม้|ป่า|สัตว์|งวง|фрукт|сорт|пирог|магнитн|холодильник|выбор|φρουτ|στο πλαίσιο|στα πλαίσια/iu

const GERMAN =
  /(?:^|\s)(?:der|die|das|und|ist|hat|mit|für|von|ein|eine|nicht|auch|wird|sich|im|zu|bei|ich|wir|gibt)\s/iu
const SENTENCE_HEAD = /^[\s"'“”„«(*_#>\-–•\d.)]*$/u
const cased = /\p{Lu}/u

// "**Square**", "1. Square:", "| Square |": the typography of a named item.
function isItem(left: string, right: string): boolean {
  if (/\*\*\s*$/.test(left) && /^\s*[:–—-]?\s*\*\*/.test(right)) return true
  if (/^\s*\d+[.)][\s*_]*$/.test(left) && /^[\s*_]*$/.test(right)) return true
  if (!/^[\s>]*(?:[-*•]|\d+[.)]|#+|\|)?[\s*_"[]*$/.test(left))
    return /\|\s*$/.test(left) && /^\s*\|/.test(right)
  return /^[*_"\]]*\s*(?::|–|—|-\s|\||\()/.test(right) && left.trim() !== ''
}

function isTitleCase(text: string): boolean {
  const long = text.match(/\p{L}{4,}/gu) ?? []
  // A sentence with its full stop is no heading, however many names it holds.
  if (/[.!?:;]["'”*]*\s*$/.test(text)) return false
  return long.length >= 3 && long.filter((w) => cased.test(w.charAt(0))).length / long.length > 0.6
}

// "SAP", "3M": letters that mean the company only when written exactly so.
const SHORT_CODE = /^(?=.*\p{Lu})[\p{Lu}\p{N}]{2,4}$/u
const RENAMED = /^\s\((?:formerly|ehemals|früher|anciennement|antes|ранее|πρώην)\s/iu
// "Apple and Samsung": another name stands beside it.
const BESIDE = /^(?:,|\s(?:and|or|vs\.?|&|et|ou|y|o|и|или|και))\s\p{Lu}\p{L}+/u

/** `maybe`: written like the name, but nothing around it decides. */
export type Sense = 'company' | 'maybe' | 'thing'

const LIST_HEAD = /^[\s>]*(?:[-*•]|\d+[.)、])[\s*]*$/

// Without capitals only the surroundings speak, and of them the nearest part of the sentence.
function senseUncased({ left, right, surface, company }: Setting): Sense {
  const near = `${left.split(/[，,、]/).at(-1)}${surface}${right.split(/[，,、]/)[0]}`
  if (NATURE.test(near)) return 'thing'
  return company || BUSINESS.test(near) || LIST_HEAD.test(left) ? 'company' : 'maybe'
}

// An accent the name does not have ("über", "l'acmé") makes another word, unless it is written like a name.
function isAccentTwin(written: string, surface: string): boolean {
  const accented = foldText(surface) !== surface.toLowerCase().replaceAll('’', "'")
  return accented && foldText(written) === written.toLowerCase().replaceAll('’', "'")
}

// English words that an accented name becomes once its accent is left out.
const UNACCENTED_TWINS = new Set(['nestle', 'resume', 'rose', 'expose', 'pate', 'lame', 'saute'])
const WHERE_TO =
  /^s?\s(?:into|in|among|amongst|between|against|beside|beneath|under|within|up|down|close|together|atop|along|at|on|snugly|comfortably|themselves|itself)\b/i

// "The cabins nestle into the hills": written without accent and capital, or at the head of an order, it is the verb.
function isUnaccentedTwin(written: string, surface: string, right: string): boolean {
  const folded = foldText(written)
  if (!UNACCENTED_TWINS.has(folded) || folded === written.toLowerCase()) return false
  if (surface.toLowerCase() !== folded) return false
  if (WHERE_TO.test(right)) return true
  return !cased.test(surface) && !TRADE.test(right) && !ACTS.test(right)
}

const DETERMINER =
  /(?:^|\s)(?:an?|o|os|um|uma|el|un|una|le|la|une|il|lo|der|das|die|ein|eine)\s$|\b(?:l|un)['’]$/iu

/** A name that is no ordinary word can still meet one: "the acme of his career". */
export function isOtherWord(written: string, surface: string, left: string, right: string): boolean {
  if (isUnaccentedTwin(written, surface, right)) return true
  if (!/^\p{Lu}/u.test(written) || cased.test(surface)) return false
  return isAccentTwin(written, surface) || (DETERMINER.test(left) && !TRADE.test(right))
}

// German nouns for things one can count: without an article before them they are names.
const COUNTED = new Set(['muller', 'spiegel', 'stern', 'adler'])
const NAMING =
  /(?:^|\s)(?:bei|von|für|mit|zu|gegen|neben|statt|gegenüber|auch|nur|empfehle|empfehlen|nutze|nutzen|kaufe|kaufen|vergleiche|wähle|kenne|mag)\s$/iu
const VERB =
  /^\s(?:ist|hat|war|bietet|führt|verkauft|kostet|gehört|betreibt|liefert|wurde|wird|gilt|eignet|punktet|überzeugt|setzt|hatte|kommt)\s/u
// "Herr Müller", "Dr. Stern": a person.
const TITLED =
  /(?:^|\s)(?:Herrn?|Frau|Familie|Dr\.|Prof\.|Mrs?\.?|Ms\.?|Monsieur|Madame|M\.|Mme|Señora?|Sr\.|Sra\.|Signora?|Sig\.)\s$/u

const isBareName = (written: string, left: string, right: string, head: boolean) =>
  COUNTED.has(foldText(written)) && (NAMING.test(left) || (head && VERB.test(right)))

/**
 * Whether an ordinary word is meant as the company. Doubt decides against it: a generic name that is missed once is
 * named again, while a false one hands visibility to a fruit.
 */
export function senseOf(setting: Setting): Sense {
  const { written, surface, left, right, company } = setting
  if (isAccentTwin(written, surface)) return 'thing'
  if (!cased.test(written) && !/\p{Ll}/u.test(written)) return senseUncased(setting)
  if (SHORT_CODE.test(written)) return surface.replace(/s$/, '') === written ? 'company' : 'thing'
  if (cased.test(written.charAt(0)) && !cased.test(surface.charAt(0))) return 'thing'
  // The plain spelling is no word anywhere, only its accented twin is.
  if (foldText(written) === 'uber') return 'company'
  const sentence = `${left}${surface}${right}`
  const business = BUSINESS.test(sentence)
  const german = GERMAN.test(` ${sentence} `)
  if (TITLED.test(left) || (THINGS.test(right) && !TRADE.test(right))) return 'thing'
  if (NATURE.test(sentence) && !company && !business) return 'thing'
  if (RENAMED.test(right) || (!german && BESIDE.test(right))) return 'company'
  if (isItem(left, right) || /^(?:®|™|['’]s?\s(?!\d))/u.test(right) || ACTS.test(right)) return 'company'
  const head = SENTENCE_HEAD.test(left)
  if (german && isBareName(written, left, right, head)) return 'company'
  // One letter is an axis, a generation or a variable more often than a company.
  if (written.length === 1) return company || business ? 'company' : 'maybe'
  if (cased.test(written.charAt(0)) && !head && !german && !isTitleCase(sentence)) return 'company'
  if (TRADE.test(right) && (business || !head) && !german) return 'company'
  return company || business ? 'company' : 'maybe'
}
