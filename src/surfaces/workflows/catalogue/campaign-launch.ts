import { z } from 'zod'
import adCopy, { Networks } from '../../../agents/catalogue/ad-copy.ts'
import keywordCluster from '../../../agents/catalogue/keyword-cluster.ts'
import socialCalendar, { Platforms } from '../../../agents/catalogue/social-calendar.ts'
import { Audience, Facts, Language, line, Tone } from '../../../agents/fields.ts'
import { workflow } from '../declare.ts'

const MOST_GROUPS = 3

const Input = z.object({
  brand: line(100),
  product: line(200).describe('What is launched.'),
  benefits: z.array(line(200)).min(1).max(10),
  offer: line(200).optional().describe('A price, discount or trial that really exists.'),
  keywords: z.array(line(80)).min(2).max(100).describe('Queries that buyers use.'),
  audience: Audience,
  facts: Facts,
  networks: Networks,
  platforms: Platforms,
  start_date: z.iso.date(),
  days: z.int().min(1).max(31).default(14),
  tone: Tone,
  language: Language,
})

export default workflow({
  name: 'campaign-launch',
  title: 'Campaign launch',
  description:
    'Everything a launch needs to be heard: ad groups from your queries, ads for each within the networks’ limits, and a dated social calendar.',
  input: Input,
  steps: (then) => [
    then(keywordCluster, 1, ({ keywords, product, language }) => [
      { keywords, site_topic: product, language },
    ]),
    then(adCopy, MOST_GROUPS, (input, done) => {
      const [sorted] = done.of(keywordCluster)
      return (sorted?.clusters ?? []).slice(0, MOST_GROUPS).map((cluster) => ({
        product: input.product,
        brand: input.brand,
        audience: input.audience,
        benefits: input.benefits,
        offer: input.offer,
        facts: input.facts,
        keywords: cluster.keywords.slice(0, 20),
        networks: input.networks,
        tone: input.tone,
        language: input.language,
      }))
    }),
    then(socialCalendar, 1, (input, done) => {
      const angles = done.of(adCopy).flatMap((ads) => ads.angles)
      const pillars = [...new Set([input.product, ...angles].map((text) => text.slice(0, 100).trim()))]
      return [
        {
          brand: input.brand,
          pillars: pillars.slice(0, 5),
          platforms: input.platforms,
          start_date: input.start_date,
          days: input.days,
          audience: input.audience,
          facts: input.facts,
          tone: input.tone,
          language: input.language,
        },
      ]
    }),
  ],
  example: {
    brand: 'Acme Coffee',
    product: 'office coffee subscription',
    benefits: ['fresh beans twice a week', 'pause any time'],
    offer: 'first bag free',
    keywords: ['office coffee subscription', 'office coffee delivery', 'coffee for meetings'],
    platforms: ['linkedin', 'x'],
    start_date: '2026-11-02',
    days: 7,
  },
})
