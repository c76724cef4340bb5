import type { Clause } from './clauses.ts'
import { foldText } from './normalise.ts'

// `~` stands for one non-space character: folding lowers the pattern, and \S would become \s.
const pattern = (source: string, flags = 'u') => new RegExp(foldText(source).replaceAll('~', '[^\\s]'), flags)

const any = (sources: string[], wrap: (s: string) => string) => pattern(sources.map(wrap).join('|'))

const NOUN =
  '(?:information|info|details?|data|mentions?|records?|references?|results?|evidence|reviews?|anything|sources?|listings?|coverage|entr(?:y|ies)|matches)'
const QUOTE = '["“”\'«„*_`(\\s]*'

/** The statement comes first and the name is its object. Each must reach to the name. */
const BEFORE = any(
  [
    // English
    `(?:n't|not|unable to|failed to|cannot|never)(?: been)?(?: able to)? (?:find|found|locate|see|have|identify|seen|come across|provide|surface|uncover|turn up)(?: ~+){0,5}? ${NOUN}(?: ~+){0,3}? (?:about|on|for|of|regarding|concerning|to|called|named|related to|relating to)(?: [^.;:!?]{0,40})?`,
    `\\bno (?:~+ ){0,3}${NOUN}(?: ~+){0,3}? (?:about|of|on|for|regarding|concerning|to|called|named)(?: [^.;:!?]{0,40})?`,
    "(?:n't|not|unable to|cannot) (?:find|locate|identify|recogni[sz]e|verify)(?: (?:a|any|the))?(?: (?:company|product|tool|brand|service|app|software|platform|business))?(?: (?:called|named|known as))?",
    "(?:(?:n't|not) know (?:of|about|anything about)|not (?:personally )?(?:familiar with|aware of|acquainted with)|unfamiliar with|never heard of|not heard of|no knowledge of|(?:know|find|found|have) nothing (?:about|on|regarding))(?: (?:a|any|the))?(?: ~+){0,3}",
    "(?:n't|not|never|without) (?:mention|mentions|mentioned|mentioning|list|reference|name|cite)(?: any)?",
    '\\b(?:none|neither|nobody|no (?:source|article|review|result|list|report)s?)(?: ~+){0,5}? (?:mentions?|mentioned|lists?|listed|references?|cites?|names?)',
    `(?:is|are|was|were)(?:n't| not) (?:any|much|enough|sufficient|a lot of) (?:~+ ){0,2}?${NOUN}(?: ~+){0,3}? (?:about|of|on|for|regarding)(?: [^.;:!?]{0,40})?`,
    '\\bno (?:company|product|tool|brand|service|app|software|platform)s? (?:called|named|known as)',
    // German
    '(?:keine|keinerlei|kaum|keinen) (?:~+ ){0,3}(?:informationen|angaben|daten|hinweise?|erwähnung(?:en)?|einträge|ergebnisse|details|treffer|belege|quellen)(?: ~+){0,2}? (?:zu|über|für|von|auf|zum|zur|namens)(?: [^.;:!?]{0,40})?',
    'kein(?:e|en)? (?:~+ ){0,2}?(?:anbieter|unternehmen|firma|produkt|marke|tool|dienst|hersteller) (?:namens|mit dem namen|genannt)',
    '(?:nichts|nicht viel) (?:zu|über)(?: ~+){0,2}',
    '(?:kenne|erwähnt|erwähnen|nennt|nennen)(?: (?:die|das|den|firma|marke|unternehmen|anbieter)){0,2}(?= .{0,40} nicht\\b)',
    // French
    "(?:pas|aucune?|ni) (?:~+ ){0,3}?(?:d'|de )?(?:informations?|mentions?|données?|résultats?|références?|détails?|traces?|renseignements?)(?: ~+){0,2}? (?:sur|concernant|à propos de|au sujet de|de|pour)(?: [^.;:!?]{0,40})?(?:\\bd')?",
    '(?:connais|connaît|mentionne|mentionnent|cite|citent) pas(?: (?:la|le|les|de|marque|entreprise|société)){0,3}',
    'pas familier (?:avec|de)(?: ~+){0,2}',
    // Spanish, Portuguese, Italian
    'no (?:~+ ){0,4}?(?:información|datos|mención|menciones|referencias?|resultados|detalles|registros?|constancia)(?: ~+){0,2}? (?:sobre|de|acerca de|para|respecto a|a)(?: [^.;:!?]{0,40})?',
    'no (?:conozco|menciona|mencionan|cita|estoy familiarizad[oa] con)(?: (?:a|la|el|empresa|marca)){0,3}',
    'não (?:~+ ){0,4}?(?:informaç(?:ão|ões)|dados|menç(?:ão|ões)|referências?|resultados)(?: ~+){0,2}? (?:sobre|da|do|de|para)(?: [^.;:!?]{0,40})?',
    'não (?:conheço|menciona|mencionam)(?: (?:a|o|empresa|marca)){0,2}',
    'non (?:~+ ){0,4}?(?:informazioni|dati|menzion[ei]|riferimenti|risultati|dettagli)(?: ~+){0,2}? (?:su|di|riguardo a|per|relative a)(?: [^.;:!?]{0,40})?',
    'non (?:conosco|menziona|menzionano)(?: (?:la|il|azienda|marca)){0,2}',
    // Russian
    '(?:^|\\s)(?:не|нет|отсутству~*|никаких|никакой) (?:~+ ){0,5}?(?:информаци~*|данны~*|сведени~*|упоминани~*|результат~*|отзыв~*)(?: ~+){0,2}? (?:о|об|про|по|на|для)(?: [^.;:!?]{0,40})?',
    '(?:^|\\s)нет (?:~+ ){0,2}?упоминани~*(?: ~+){0,2}',
    '(?:^|\\s)не (?:знаю|знаком~* с|упомина~*|слышал~* о)(?: ~+){0,2}',
    // Greek
    'δεν (?:~+ ){0,4}?(?:πληροφορίες|στοιχεία|αναφορές|αναφορά|δεδομένα|αποτελέσματα)(?: ~+){0,2}? (?:για|σχετικά με|σε|στην|στο)(?: [^.;:!?]{0,40})?',
    'δεν (?:γνωρίζω|αναφέρει|αναφέρουν|έχω ακούσει)(?: (?:την|τον|το|για|εταιρεία|μάρκα)){0,3}',
    // Chinese
    '(?:没有|未能|未|无法|并未|找不到|没能|没|暂无|沒有|無法)[^比，,。更]{0,8}?(?:找到|查到|搜索到|检索到|发现|提到|提及|关于|有关|關於|查询到|提供)[^比，,。更]{0,8}?',
    '(?:找不到|不了解|不熟悉|未听说过|没听说过|暂无|没有听说过)(?:任何)?(?:关于|有关)?(?:一家|名为|叫做|叫)?',
    // Thai
    '(?:ไม่พบ|ไม่มี|หาไม่พบ|ไม่เจอ|ไม่สามารถหา|หา)~{0,10}?(?:ข้อมูล|การกล่าวถึง|รายละเอียด)~{0,14}?(?:เกี่ยวกับ|ของ|เรื่อง|ถึง)?\\s?(?:บริษัท|แบรนด์|ชื่อ){0,2}',
    'ไม่(?:รู้จัก|คุ้นเคยกับ|ทราบเกี่ยวกับ|ได้กล่าวถึง|เคยได้ยิน)(?:บริษัท|แบรนด์|ชื่อ){0,2}',
  ],
  (s) => `(?:${s})${QUOTE}$`,
)

const START = '["”\'»“*_`)\\s]*(?:\\([^)]{0,30}\\)\\s?)?'

/** The name is the subject and the statement follows. */
const AFTER = any(
  [
    "(?:is|was|are|were|has|have)(?: not|n't)(?: been)?(?: ~+ly| yet| currently)?\\s(?:mentioned|listed|referenced|named|cited|among|in (?:my|the|this|these|any)\\b|part of (?:my|this|these)|found(?: (?:in|on|among|anywhere|within)\\b|[.,]|$)|something i|a (?:company|brand|product|tool|name) i|known to me|on (?:the|this|my) list|included (?:in|among) (?:the|these|this|my|any)\\b)",
    "(?:does|did|do)(?: not|n't) (?:(?:appear|show up|come up|feature|surface)(?: (?:in|on|among|anywhere|at all|within|here)\\b|[.,]|$)|exist|make (?:the|this|my) list|(?:seem|appear) to (?:exist|be (?:mentioned|listed|among|a (?:widely|well|recogni))))",
    '(?:is|was) nowhere(?: to be found| mentioned)?',
    '[:–—-][^\\w]{0,4}(?:no (?:information|mentions?|data|results?|records?)|not (?:mentioned|found|listed)|none found|n/a|keine (?:angaben|informationen|erwähnung)|нет (?:данных|информации)|sin (?:datos|menciones)|aucune mention|情報なし|言及なし|未提及|无信息)',
    // German
    '(?:wird|wurde|werden|ist|taucht|kommt|erscheint|findet sich|sagt)(?: ~+){0,6}? (?:nicht|kein(?:e[rnms]?)?|nirgends)(?: ~+){0,3}? (?:erwähnt|genannt|aufgeführt|gelistet|auf|vor|bekannt|vertraut|dabei|begriff|enthalten)',
    '(?:kenne ich|sagt mir)(?: ~+){0,2}? (?:nicht|nichts)',
    '(?:leider )?nicht(?: ~+){0,2} (?:vertraut|bekannt|gefunden|finden)',
    '(?:konnte|liegen|habe|gibt|finde|lagen|fand)(?: ~+){0,4}? keine(?:rlei)? (?:~+ ){0,2}(?:informationen|angaben|daten|hinweise|treffer|ergebnisse)',
    '(?:leider )?nicht(?=[.,]|$)',
    // French
    "(?:n'est|n'apparaît|ne figure|n'a|ne semble|ne sont|n'ont|ne m'est|n'y)(?: ~+){0,2}? pas(?: ~+){0,2}? ?(?:mentionn~*|cité~*|list~*|répertori~*|dans|parmi|connu~*|famili~*|référenc~*|être)",
    "(?:ne figure|n'apparaît) (?:pas|nulle part)",
    "m'est inconnue?",
    // Spanish, Portuguese, Italian
    'no (?:aparece|figura|se menciona|es mencionad[oa]|está (?:incluid[oa]|mencionad[oa]|en)|me (?:resulta|es) (?:familiar|conocid[oa])|consta|fue mencionad[oa])',
    'não (?:aparece|figura|é mencionad[oa]|foi mencionad[oa]|consta|está (?:incluíd[oa]|na lista))',
    'non (?:compare|figura|è menzionat[oa]|viene menzionat[oa]|risulta)',
    // Russian
    '(?:~+ ){0,3}?не (?:упомина~*|упомянут~*|встреча~*|фигуриру~*|входит|указан~*|найден~*|представлен~*|знаком~*|извест~*)',
    // Greek
    'δεν (?:αναφέρεται|εμφανίζεται|περιλαμβάνεται|μου είναι γνωστ~*|βρέθηκε)',
    // Japanese
    '(?:に関する|についての|に関して|については|について|という|の)[^。、]{0,14}?(?:情報|言及|データ|記載|詳細|記録|名前)[^。]{0,10}?(?:見つか(?:り?ません|らな|らず|りませんで)|見つけられ|見当たり|確認でき(?:ません|ない|なか)|ありません|ございません|持って(?:い|お)|なく|なかった|存じ)',
    '(?:については|について|のことは|は|も)[^。、]{0,16}?(?:含まれて|言及されて|登場して|掲載されて|記載されて|挙げられて|ランクイン|知り|わかり|把握して|存じ上げ|登場し)(?:おり|い)?(?:ません|ない|ていません|していません|いません)',
    // Chinese
    '(?:的)?(?:相关|任何|具体|公开)?(?:信息|资料|记录|数据)[^，。]{0,6}?(?:未找到|找不到|不足|没有|无法)',
    '[^，。比]{0,4}?(?:未被提及|没有被提到|未被提到|未出现|没有出现|不在(?:列表|名单|其中|榜)|并未出现|没有上榜|未上榜|沒有出現|未提及)',
    // Thai
    'ไม่(?:ได้)?(?:ถูก)?(?:กล่าวถึง|ปรากฏ|อยู่ในรายการ|ติดอันดับ|พบ)',
    // Korean
    '(?:에 대한|에 관한|에 대해|의|라는)(?:\\s?~{1,8}){0,3}?\\s?(?:정보|자료|언급|내용)(?:를|을|는|은|가|이|도)?\\s?(?:~+\\s){0,2}?(?:찾을 수 없|찾지 못|없|확인할 수 없|확인되지)',
    '(?:은|는|이|가)\\s(?:~+\\s){0,3}?(?:언급되지|포함되지|알지 못|나와 있지|등장하지)',
  ],
  (s) => `^${START}(?:${s})`,
)

// "Information about Acme is not available": neither half says it alone.
const TOPIC = pattern(
  `(?:(?:information|details|data|informationen|angaben|informations?|información|информаци~*|данны~*|πληροφορίες) (?:about|on|for|regarding|zu|über|sur|concernant|sobre|о|об|για)|^[^\\w]*(?:zu|über|sur|about|o|о|об|про|για|sobre))(?: ~+){0,2}${QUOTE}$`,
)
const MISSING = pattern(
  `^${START}[^.;]{0,40}?(?:(?:is|are|was|were)(?: not|n't) (?:available|found|provided)|unavailable|could not be found|couldn't be found|nicht (?:verfügbar|gefunden|vorhanden)|keine (?:~+ ){0,2}(?:informationen|angaben|daten)|aucune (?:information|mention)|pas (?:d'information|disponible)|no (?:hay|tengo|dispongo|encontré|he encontrado)|отсутств~+|не (?:найден|наш)~+|нет (?:информации|данных)|δεν (?:υπάρχουν|βρέθηκαν|βρήκα|έχω))`,
)

const LISTED = pattern(
  '^["”\'»*_`]*(?:\\s*(?:$|[.,!?)]|(?:or|and|oder|und|noch|ou|et|o|y|ni|или|и|ή|και|или)\\s))',
)

/** Whether the clause says that nothing is known about the name, or that it does not appear. */
export function saysAbsent(clause: Clause): boolean {
  const before = BEFORE.exec(clause.left)
  // Past a comma the name must still stand in the list: "nothing about Acme, Globex is …" speaks of Globex.
  if (before !== null && (!before[0].includes(',') || LISTED.test(clause.right))) return true
  if (AFTER.test(clause.right)) return true
  return TOPIC.test(clause.left) && MISSING.test(clause.right)
}

const SUPPOSING = pattern(
  "(?:^|[\\s,])(?:if|whether|could you|can you|please|let me know|unless|perhaps|it's possible|possible that|might be|may be|wenn|falls|ob|könnten sie|si|s'il|pourriez|podrías|puede que|se|если|возможно|может|уточните|αν|εάν|μήπως)\\s|もし|場合|でしょうか|いただけ|如果|若|是否|请提供|可能|ถ้า|หาก|만약|경우",
)

/** After "I don't know Acme", an "if Acme is a new company …" still tells nobody about Acme. */
export const onlySupposes = (sentence: string) => SUPPOSING.test(sentence)
