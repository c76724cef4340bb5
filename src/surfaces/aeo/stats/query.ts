import { foldText } from '../detect/normalise.ts'
import type { Intent } from './types.ts'

const any = (source: string) => new RegExp(foldText(source), 'u')

// First match wins: "buy running shoes near me" is local before it is a purchase.
const INTENTS: [Intent, RegExp][] = [
  [
    'local',
    any(
      '\\bnear (?:me|by)\\b|\\bnearby\\b|\\bin my (?:area|city|town)\\b|\\bopen now\\b|in (?:der|meiner) nähe|près de (?:moi|chez)|autour de moi|cerca de (?:mí|aquí)|vicino a me|perto de mim|рядом со мной|поблизости|κοντά μου|近くの|周辺の|附近|ใกล้ฉัน|근처',
    ),
  ],
  [
    'transactional',
    any(
      '\\b(?:buy|order|coupon|discount|deals?|promo|sign up|subscribe|free trial|download|book a|hire|kaufen|bestellen|gutschein|rabatt|acheter|commander|réduction|comprar|pedir|descuento|cupón|acquistare|sconto)\\b|купить|заказать|скидк|αγορά|αγοράσω|έκπτωση|購入|買う|クーポン|注文|购买|下单|优惠|ซื้อ|สั่งซื้อ|ส่วนลด|구매|할인',
    ),
  ],
  [
    'navigational',
    any(
      '\\b(?:log ?in|sign in|official (?:site|website)|website|homepage|contact (?:number|support)|customer service number|anmelden|startseite|connexion|site officiel|iniciar sesión|sitio oficial|accedi)\\b|официальный сайт|войти|личный кабинет|επίσημη ιστοσελίδα|σύνδεση|公式サイト|ログイン|官网|登录|เข้าสู่ระบบ|เว็บไซต์ทางการ|로그인|공식',
    ),
  ],
  [
    'commercial',
    any(
      '\\b(?:best|top|vs|versus|compare|comparison|alternatives?|reviews?|recommend\\w*|cheapest|pricing|price|cost|which|worth it|software for|tools? for|better|beste[rns]?|vergleich|alternativen?|test|erfahrungen|empfehl\\w*|preis\\w*|meilleure?s?|comparatif|avis|prix|quel(?:le)?|mejor(?:es)?|comparativa|opiniones|precio|cuál|migliori?|recensioni|melhor(?:es)?)\\b|лучш|сравнени|отзыв|альтернатив|сколько стоит|цена|καλύτερ|σύγκριση|κριτικές|τιμή|おすすめ|比較|ランキング|評判|口コミ|推荐|最好|哪个|对比|排名|评价|价格|ดีที่สุด|เปรียบเทียบ|รีวิว|แนะนำ|ราคา|추천|비교|후기|가격',
    ),
  ],
]

/** Why the buyer asks, by rule: informational is what remains. */
export function intentOf(query: string): Intent {
  const folded = foldText(query)
  return INTENTS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'informational'
}
