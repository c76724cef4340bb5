import { belongsTo, type Observation, type Tracked } from './observations.ts'
import type { Source, SourceType } from './types.ts'

const hosts = (list: string) => list.trim().split(/\s+/)

const UGC = hosts(`
reddit.com quora.com youtube.com youtu.be tiktok.com x.com twitter.com facebook.com instagram.com threads.net linkedin.com pinterest.com medium.com substack.com
stackoverflow.com stackexchange.com github.com news.ycombinator.com producthunt.com discord.com tumblr.com blogspot.com wordpress.com dev.to vk.com
g2.com capterra.com trustpilot.com trustradius.com getapp.com softwareadvice.com yelp.com tripadvisor.com glassdoor.com gutefrage.net kununu.com
zhihu.com weibo.com xiaohongshu.com bilibili.com douban.com qiita.com note.com ameblo.jp kakaku.com naver.com pantip.com otzovik.com irecommend.ru habr.com
`)
const REFERENCE = hosts(`
wikipedia.org wikidata.org wiktionary.org wikimedia.org fandom.com britannica.com merriam-webster.com dictionary.com investopedia.com crunchbase.com
imdb.com statista.com baike.baidu.com kotobank.jp larousse.fr duden.de rae.es scholar.google.com arxiv.org pubmed.ncbi.nlm.nih.gov
`)
const INSTITUTIONAL = hosts(
  'europa.eu un.org who.int worldbank.org oecd.org imf.org iso.org ieee.org w3.org ietf.org',
)
const EDITORIAL = hosts(`
nytimes.com washingtonpost.com wsj.com ft.com economist.com bloomberg.com reuters.com apnews.com bbc.com bbc.co.uk cnn.com cnbc.com theguardian.com forbes.com fortune.com
businessinsider.com inc.com entrepreneur.com fastcompany.com hbr.org techcrunch.com theverge.com wired.com arstechnica.com engadget.com cnet.com zdnet.com pcmag.com techradar.com
tomsguide.com venturebeat.com mashable.com gizmodo.com nerdwallet.com consumerreports.org searchengineland.com searchenginejournal.com vogue.com time.com usatoday.com latimes.com
spiegel.de zeit.de faz.net sueddeutsche.de heise.de chip.de t3n.de handelsblatt.com lemonde.fr lefigaro.fr liberation.fr lesechos.fr 01net.com elpais.com elmundo.es xataka.com
corriere.it repubblica.it folha.uol.com.br nikkei.com asahi.com itmedia.co.jp 36kr.com sina.com.cn thepaper.cn rbc.ru kommersant.ru vc.ru kathimerini.gr bangkokpost.com chosun.com
`)

const PUBLIC_SUFFIX =
  /(?:^|\.)(?:gov|edu|mil|int)$|\.(?:gov|edu|ac|go|gob|gouv|govt|mil|gv)\.[a-z]{2}$|\.gouv\.fr$|\.admin\.ch$/
const PRESS =
  /(?:^|[.-])(?:\w*news|\w*times|\w*tribune|\w*gazette|\w*magazine|\w*journal|\w*daily|\w*post|\w*herald|zeitung|\w*review)\.[a-z.]+$/

/** By host alone: our own and the rivals' first, then lists, then what the name itself says. */
export function sourceType(domain: string, { brand, competitors }: Tracked): SourceType {
  const host = domain.toLowerCase().replace(/^www\./, '')
  if (belongsTo(host, brand.domains)) return 'own'
  if (competitors.some((c) => belongsTo(host, c.domains))) return 'competitor'
  if (belongsTo(host, REFERENCE)) return 'reference'
  if (belongsTo(host, INSTITUTIONAL) || PUBLIC_SUFFIX.test(host)) return 'institutional'
  if (belongsTo(host, UGC) || /^(?:community|forum|forums)\./.test(host)) return 'ugc'
  if (belongsTo(host, EDITORIAL) || PRESS.test(host)) return 'editorial'
  return 'other'
}

/** Counts answers, not links: ten links to one page in one answer are one vote. What is cited was also read. */
export function sourcesOf(observations: readonly Observation[], tracked: Tracked): Source[] {
  const found = new Map<string, { retrieved: number; cited: number }>()
  for (const { answer } of observations) {
    const tidy = (d: string) => d.toLowerCase().replace(/^www\./, '')
    const cited = new Set(answer.citations.map((c) => tidy(c.domain)))
    const read = new Set([...cited, ...(answer.retrieved ?? []).map((r) => tidy(r.domain))])
    for (const domain of read) {
      const entry = found.get(domain) ?? { retrieved: 0, cited: 0 }
      entry.retrieved += 1
      if (cited.has(domain)) entry.cited += 1
      found.set(domain, entry)
    }
  }
  return [...found]
    .filter(([domain]) => domain !== '')
    .map(([domain, counts]) => ({ domain, type: sourceType(domain, tracked), ...counts }))
    .sort((a, b) => b.cited - a.cited || b.retrieved - a.retrieved || a.domain.localeCompare(b.domain, 'en'))
}
