/**
 * Words that carry grammar and no claim, of the languages we write in. Closed on purpose: negations, quantities,
 * degrees and affirmations are not among them ("not", "all", "only", "more", "without", "yes"), since each of them makes
 * a sentence say something that the facts may not.
 */
const LISTS = `
a an the this that these those and or but as at by for from in into of off on onto out over to up with within between
about through during per via than then so if when while where which who whom whose what how why
i me my we us our you your he him his she her it its they them their there here
is are was were be been being am has have had having do does did can could may might will would shall should
s
der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen und oder aber als am an auf aus bei beim bis durch
für im in ins mit nach ob seit sowie über um unter vom von vor wie wo wenn weil dass während zu zum zur zwischen
ich du er sie es wir ihr ihre ihrer ihren ihrem ihres sein seine seiner seinen seinem mein meine dein deine unser unsere uns euch ihnen ihn ihm sich man
ist sind war waren wird werden wurde wurden sei bin bist hat haben hatte hatten kann können konnte darf dürfen soll sollen was wer welche welcher welches welchen dort hier
le la les l un une des du de d et ou mais à au aux en dans par pour sur sous chez vers entre avec que qu qui quoi dont où quand comme si ce c cet cette ces
je j tu il elle on nous vous ils elles me m te t se s lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos y
est sont était étaient être été ai as a avons avez ont avait avaient peut peuvent sera seront quel quelle quels quelles
el la los las un una unos unas del al de y e o u pero a en con por para sobre entre desde hasta que quien cual donde cuando como si este esta estos estas ese esa
yo tú él ella nosotros ellos ellas me te se le les lo mi mis tu tus su sus nuestro nuestra nuestros nuestras
es son era eran ser sido está están estar ha han había hay puede pueden será qué cuál dónde cómo
il lo gli i uno una del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella nei nelle sul sulla sui di da in con su per tra fra e ed o ma che chi cui dove quando come se
questo questa questi queste io noi voi loro mi ti si ci vi suo sua suoi sue nostro nostra vostro vostra è sono era erano essere stato ha hanno può possono
o os um uma uns umas do da dos das ao aos à às no na nos nas em num numa de com por pelo pela para sobre entre e ou mas que quem qual onde quando como se este esta isto
eu nós eles elas seu sua seus suas meu minha é são foi foram ser está estão tem têm pode podem
и или но а в во на с со к ко по от до из у о об для при за над под между через что кто который которая которое которые где когда как если это этот эта эти
я мы вы он она они его её ее их нас вас им ему ей мой наш ваш свой себя есть был была было были быть будет будут может могут можно чем
ο η το οι τα του της των τον την τους τις ένας μια μία ένα και ή αλλά σε στο στη στην στον στους στις στα με για από ως προς κατά μεταξύ που πως πώς όταν όπου αν ότι να θα
είναι ήταν έχει έχουν είχε μπορεί μπορούν μου σου μας σας του αυτό αυτή αυτός αυτά αυτοί εμείς εσείς τι ποιος ποια ποιο
は が を に の と も で へ や か から まで より など です ます でした ました である だ な て し する した して いる ある れる られる こと もの この その これ それ ここ ため よう や
的 了 在 是 和 与 及 或 为 於 于 以 从 到 由 对 把 被 将 而 之 其 这 那 我 我们 你 您 他们 有 可以 可 能 会 也 就 着 中 上 下 里 等 個 个 您的 我们的
은 는 이 가 을 를 의 에 에서 로 으로 와 과 도 및 그리고 수 있다 있습니다 있는 합니다 하는 입니다 이다 할 한 것 그 이것
ที่ และ หรือ ใน ของ เป็น คือ มี ได้ ให้ จาก กับ ซึ่ง โดย เพื่อ ว่า ก็ จะ ไป มา นี้ นั้น อยู่ แก่ แต่ เมื่อ ถึง ต่อ เรา คุณ
`

export const functionWords = (fold: (text: string) => string): ReadonlySet<string> =>
  new Set(LISTS.split(/\s+/).filter(Boolean).map(fold))
