import { foldText } from './normalise.ts'

// Names of known companies that are also ordinary words, and words that companies like to take. Not a dictionary: a
// word missing here is treated as a proper name, and `generic: true` on the entity adds it.
const WORDS = `
access acorn ace act active adapt advance affirm agenda air alert align allegiance alliance ally alpha amazon amber amplitude anchor angle
answer apex apple apply arc arch arena array arrow ascend ask aspire asset atlas aura avenue away axis balance bamboo band
bank bark base basecamp basis bay beacon beam bear bee bench best better beyond big bill bird bishop blackboard blend blink block bloom blue board
bold bolt book booking bounce box brave brick bridge bright brush bubble buffer build bumble bumblebee burger cabin call calm camp canary
canopy canvas capital care cargo carrot carta case cash casper castle catch center central chalk champion charge chase check cherry chief chime circle
citizen clay clear clever click clip close cloud clover club coach coda code coin column comet common compass concord cone connect copper coral core
corner cove crane craft cricket crisp cross crown crystal cube current curve custom daily dash data dawn deal deck deel delta
depot dialog diamond dig digit direct discover dispatch dove draft dragon dream drift drive drop eagle earnest earth ease east echo edge element
elevate ember emerge engage envoy epic equal everlane evergreen exact expert explorer express extra fable factor fair falcon fathom feather figure find
fire first fitbit flame flare flash fleet flex flip float flow flower fly focus ford forest forge forward found foundation fox frame freedom fresh front fuel full fuse future
gap gate gem general genius giant glass globe glow go gold good grain grammar grand graph grasshopper grid ground grove growth guard guide gusto harbor harmony harvest haven
hawk heap help here hero hinge hive hollow home honest honey hook hooper hopper horizon host hub hugo human hunter icon impact indeed index indigo
infinity ink insight instant intercom ion iris iron ivory jaguar jet journey juice jump juniper just kayak keep kernel key kick kin kind kit kite lace ladder lake lamp
lark latitude lattice launch lead leaf lean ledger legend lemonade level lever lift light lily lime line linear link lion list live local locus loft logic loom lotus loyal lucid luna lush lyft
magnet mango maple march mark marker market mars mason mass match matter maven maverick max maze medium mercury merge mesh meta method metro midas mint mirror mission mixer mobile mode modern module monday moon
morning motion motive motor mountain move navigator near nectar neon nest net network neuron new nexus nimble node north notion nova number oak oasis object ocean octave okay olive omega
one onyx opal open optimal oracle orange orbit orchid origin osprey outlook oxygen pace pacific page palette palm panda panther paper paragon parrot partner patch path patron
peak pearl pebble pen people perch perfect phoenix pilot pine pinnacle pioneer pipe pivot pixel place plaid plan planet platform play plum point polar
pony pool poppy port post power prime prism process profile progress promise proof prophet proton pulse puma pure quest quick quill quiet radar rain rally ramp range ranger rapid raven reach ready rebel
record red reef refresh relay remote render reply rest retool ridge ring ripple rise river roam robin rocket rooster root rose round rover royal ruby runway sage sail salt samba sandbox sapphire saturn scale scout
scribe sea seal search segment senda sense sentry sequel serene session shape share shark shelf shell shield shift shine ship shop signal silk silver simple
sky slack slice slide smart snap snow social solo sonar sonic source south spark spectrum speed sphere spike spin spirit splash splice spot spotlight spring
sprint sprout spruce square stack stage star start state station stay steam stellar step stock stone storm story stratus stream street strike string stripe strive studio subway summit
sun sunrise super surge surface survey swan sweet swift switch swoop table tally tandem tango target task team teams temple tempo terra thread thrive thunder tide
tiger tile time tinder titan toast together tome tone tonic top torch total touch tower trace track trade trail transfer travelers treasure tree trek triangle tribe trinity
true trust tulip turbo twin twist uber union unity universal up upstart urban utopia valley value vanguard vault vector velocity venture verge vertex vibe view village vine violet virgin
visa vision vista vital vivid voice volt voyage wave way wealth web wells west whale wheel whisper white whole wild willow wind window wing wire wisdom wise
wish wolf wonder wood word work works world wrap yellow yoga zen zenith zero zone zoom
bild spiegel stern zeit welt bahn post kaufland freenet sparkasse muller kraft adler sonne
orange free carrefour casino champion cora printemps galeries leclic bouygue but mango corte dia santander sol banca tim vento casa terra oi claro vivo nubank
яблоко магнит лента перекресток связной точка вкус мегафон пятерочка азбука спутник звезда мир открытие альфа восток
πλαισιο αγορα ηλιος αστερασ κυμα γερμανοσ
苹果 蘋果 小米 大众 理想 快手 平安 联想 有道 美的 当当 长城 企鹅 知音 自如 得力 统一 光明
りんご ライン スイカ 楽天 光 森永 明治 雪印
ช้าง สิงห์ โลตัส ทรู ไลน์ บัตรทอง
`

const COMMON = new Set(WORDS.split(/\s+/).filter(Boolean).map(foldText))

const ARTICLE = /^(?:the|der|die|das|le|la|les|el|il|lo) /

/** Whether a folded name, its article aside, is an ordinary word in one of the languages we know. */
export const isCommonWord = (folded: string) => COMMON.has(folded.replace(ARTICLE, ''))
