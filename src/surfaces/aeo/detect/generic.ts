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
company-wide oil beach shock casing shells? script scripts
of-the hole mouth worms? bed drop drops ticks? leaf leaves tea
applications? requirements? holders? waivers? policy free-travel
mornings? afternoons? evenings? nights? blues
`)

// What follows a company: legal forms, products, the words of trade.
const TRADE = word(`
inc corp corporation llc ltd gmbh ag plc co company group pay watch music tv pos reader ceo cfo cto software platform app apps users customers merchants sellers
pricing plans? api account accounts store stores stock shares card cards cloud pro plus premium enterprise business terminal register invoices? payroll online ai hq
is was has offers offer provides provide supports support integrates integrate charges charge lets allows allow helps help includes include launched announced
makes sells competes costs starts works excels stands ranks remains focuses delivers combines uses gives connects said says acquired reported released
ist bietet hat kostet wurde eignet unterstützt gehört est propose offre a coûte permet reste es ofrece tiene cuesta permite incluye cobra è offre costa
это предлагает имеет стоит позволяет поддерживает выпустила представила запустила открыла είναι προσφέρει διαθέτει έχει vs versus
`)

const BUSINESS =
  /\b(?:compan(?:y|ies)|brands?|apps?|software|platforms?|tools?|pricing|ceo|inc|startups?|providers?|vendors?|competitors?|alternatives?|subscription|integrat\w+|saas|fintech|retailers?|stores?|processors?|payments?|iphone|ipad|macbook|ios|crm|users|customers|stock|shares|earnings|anbieter|unternehmen|firma|marke|hersteller|konzern|software|händler|entreprises?|marques?|opérateurs?|logiciels?|applications?|fournisseurs?|abonnements?|forfaits?|enseignes?|empresas?|marcas?|tiendas?|operador\w*|aplicaci\w+|proveedor\w*|plataformas?|precios)\b|компани|сервис|приложени|бренд|магазин|ритейл|сет[ьи]|оператор|акци|εταιρε|καταστ|εφαρμογ|αλυσίδα|παρόχ|公司|手机|電腦|电脑|发布|股价|品牌|官网|系统|产品|汽车|平台|集团|车型|用户|新品|旗舰|电商|保险|银行|笔记本|市値|市场份额|売上|企業|会社|市場|カード|ポイント|モバイル|サービス|アプリ|แอป|บริษัท|แบรนด์|บริการ|เบียร์|ห้าง|เครือข่าย|ผู้ให้บริการ|สมัคร/iu

const NATURE =
  /\b(?:fruits?|recipes?|bake|baking|vitamins?|calories|geometr\w+|angles?|polygon|rectangles?|sides of equal|equilateral|grams?|tablespoons?|cups?|peel|ripe|harvest|orchards?|philosoph\w+|rainforest|jungle|obst|rezept|saft|fruits?|recette|jus|fruta|receta|zumo|jugo|día de la semana|days? of the week)\b|水果|吃|果汁|好吃|维生素|粥|熬|种植|煮|果树|每天一|个苹果|的生活|认为|普遍|出入|の種類|果物|食べ|皮をむ|ผลไม้|ป่า|สัตว์|งวง|фрукт|сорт|пирог|магнитн|холодильник|выбор|φρουτ|στο πλαίσιο|στα πλαίσια/iu

const GERMAN = /(?:^|\s)(?:der|die|das|und|ist|mit|für|von|ein|eine|nicht|auch|wird|sich|im|zu)\s/iu
const SENTENCE_HEAD = /^[\s"'“”„«(*_#>\-–•\d.)]*$/u
const cased = /\p{Lu}/u
const letters = /\p{L}/u

// "**Square**", "1. Square:", "| Square |": the typography of a named item.
function isItem(left: string, right: string): boolean {
  if (/\*\*\s*$/.test(left) && /^\s*[:–—-]?\s*\*\*/.test(right)) return true
  if (!/^[\s>]*(?:[-*•]|\d+[.)]|#+|\|)?[\s*_"[]*$/.test(left))
    return /\|\s*$/.test(left) && /^\s*\|/.test(right)
  return /^[*_"\]]*\s*(?::|–|—|-\s|\||\()/.test(right) && left.trim() !== ''
}

function isTitleCase(text: string): boolean {
  const long = text.match(/\p{L}{4,}/gu) ?? []
  return long.length >= 3 && long.filter((w) => cased.test(w.charAt(0))).length / long.length > 0.6
}

/**
 * Whether an ordinary word is meant as the company. Doubt decides against it: a generic name that is missed once is
 * named again, while a false one hands visibility to a fruit.
 */
export function meansCompany({ written, surface, left, right, company }: Setting): boolean {
  const plain = foldText(surface) === surface.toLowerCase()
  if (!plain && foldText(written) === written.toLowerCase()) return false
  const sentence = `${left}${surface}${right}`
  if (!cased.test(written) && !/\p{Ll}/u.test(written)) {
    if (NATURE.test(sentence)) return false
    return company || BUSINESS.test(sentence)
  }
  if (/^\p{Lu}{1,4}$/u.test(written)) return surface === written
  if (cased.test(written.charAt(0)) && !cased.test(surface.charAt(0))) return false
  if (THINGS.test(right) && !TRADE.test(right)) return false
  if (NATURE.test(sentence) && !company && !BUSINESS.test(sentence)) return false
  if (isItem(left, right) || /^(?:®|™|['’]s?\s(?!\d))/u.test(right)) return true
  const head = SENTENCE_HEAD.test(left)
  const telling =
    cased.test(written.charAt(0)) && !head && !GERMAN.test(` ${sentence} `) && !isTitleCase(sentence)
  if (telling) return true
  if (TRADE.test(right) && (BUSINESS.test(sentence) || company || !head)) return true
  return company || (BUSINESS.test(sentence) && letters.test(sentence))
}
