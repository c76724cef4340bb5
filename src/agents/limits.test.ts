import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RunFailed } from '../runs/agent.ts'
import adCopy from './catalogue/ad-copy.ts'
import contentBrief from './catalogue/content-brief.ts'
import faqWriter from './catalogue/faq-writer.ts'
import gbpPost from './catalogue/gbp-post.ts'
import keywordCluster from './catalogue/keyword-cluster.ts'
import socialCalendar from './catalogue/social-calendar.ts'
import { scripted } from './fixtures/scripted.ts'

/** What the model was told is wrong with its first answer. */
function problems(said: ReturnType<typeof scripted>): string {
  const { problems } = JSON.parse(said.asked[1]?.prompt ?? '{}') as { problems?: string[] }
  return (problems ?? []).join('; ')
}

const search = {
  headlines: ['Fresh beans', 'Office coffee', 'Roasted to order', 'Pause any time', 'First bag free'],
  descriptions: ['Beans roasted twice a week.', 'Pause or cancel online.'],
  path1: 'office coffee',
  path2: 'beans',
}
const ads = (changes: object) => ({
  google_search: { ...search, ...changes },
  meta: null,
  linkedin: null,
  angles: ['freshness'],
  review_notes: [],
})
const adInput = {
  product: 'coffee',
  brand: 'Acme',
  benefits: ['fresh'],
  networks: ['google_search'],
  forbidden_words: ['cheap'],
}

for (const [what, changes, said] of [
  ['a headline of 31 characters', { headlines: [...search.headlines, 'x'.repeat(31)] }, /headlines\.5: .*30/],
  ['an exclamation mark in a headline', { headlines: [...search.headlines, 'Buy now!'] }, /exclamation/],
  [
    'two headlines that differ',
    { headlines: ['Fresh beans', 'FRESH beans', 'Office coffee'] },
    /fewer than 3 of them differ/,
  ],
  ['a description of 91 characters', { descriptions: ['ok', 'x'.repeat(91)] }, /descriptions\.1: .*90/],
  ['a forbidden word', { descriptions: ['Cheap beans.', 'Pause online.'] }, /forbidden word "cheap"/],
] as const) {
  test(`ad-copy: ${what} is sent back to be put right`, async () => {
    const run = scripted(adCopy, adInput, [ads(changes), ads({})])
    const output = adCopy.read(await run.run)
    assert.match(problems(run), said)
    assert.equal(output.google_search?.path1, 'office-coffee')
  })
}

test('what is wrong twice fails the run and is named', async () => {
  const bad = ads({ headlines: ['x'.repeat(31)] })
  const run = scripted(adCopy, adInput, [bad, bad])
  await assert.rejects(run.run, (error) => error instanceof RunFailed && /headlines/.test(error.message))
  assert.equal(run.asked.length, 2, 'it is repaired once and not more')
})

test('an answer kept from the other world fails the run instead of being passed off', async () => {
  const answer = { text: JSON.stringify(ads({})), complete: true, model: 'scripted', simulated: false }
  const run = scripted(adCopy, adInput, [], { answer })
  await assert.rejects(run.run, (error) => error instanceof RunFailed && /simulated/.test(error.message))
  assert.equal(
    (await scripted(adCopy, adInput, [], { answer: { ...answer, simulated: true } }).run).simulated,
    true,
  )
})

const post = (changes: object) => ({
  day: 3,
  time: '09:00',
  platform: 'x',
  pillar: 'tips',
  text: 'Grind just before you brew: it matters more than the machine.',
  hashtags: ['coffee', '#coffee'],
  visual: 'A grinder.',
  alt_text: 'A grinder on a table.',
  goal: 'reach',
  ...changes,
})
const social = {
  brand: 'Acme',
  pillars: ['tips'],
  platforms: ['x', 'linkedin'],
  start_date: '2026-02-27',
  posts_per_week: 1,
}

test('social-calendar: a post past its network’s limit, hashtags included, is sent back; dates follow from the start', async () => {
  const long = { posts: [post({ text: `${'long words '.repeat(25)}end.` })], notes: [] }
  const run = scripted(socialCalendar, social, [long, { posts: [post({})], notes: [] }])
  const output = socialCalendar.read(await run.run)
  assert.match(problems(run), /posts\.0\.text: .*; x takes 280/)
  assert.deepEqual(output.posts[0]?.hashtags, ['#coffee'])
  assert.equal(output.posts[0]?.date, '2026-03-01')
  assert.ok(output.posts[0]?.text.endsWith('\n\n#coffee'))
})

test('social-calendar: a network or theme that was not asked for is refused', async () => {
  const stray = { posts: [post({ platform: 'tiktok', pillar: 'politics' })], notes: [] }
  const run = scripted(socialCalendar, social, [stray, { posts: [post({})], notes: [] }])
  await run.run
  assert.match(problems(run), /posts\.0\.platform: .*posts\.0\.pillar: /)
})

test('gbp-post: a phone number in the text is sent back, since Google refuses it', async () => {
  const answer = (text: string) => ({
    title: null,
    posts: [{ text, idea: 'news' }],
    call_to_action: 'call',
    photo_idea: 'The counter.',
    alt_text: 'A counter.',
    missing: [],
  })
  const input = { business_name: 'Acme', subject: 'new opening hours', variants: 1 }
  const good = 'From Monday we open at seven, so that you can have your coffee before work.'
  const run = scripted(gbpPost, input, [answer(`${good} Call +44 113 496 0000.`), answer(good)])
  const output = gbpPost.read(await run.run)
  assert.match(problems(run), /phone number/)
  assert.equal(output.posts[0]?.characters, good.length)
})

test('keyword-cluster: every keyword appears exactly once, also when the model doubles or forgets one', async () => {
  const cluster = (value: number, keywords: string[]) => ({
    name: 'c',
    intent: 'informational',
    page_type: 'guide',
    primary_keyword: keywords[0],
    keywords,
    page_title: 't',
    existing_page: null,
    value,
    reason: 'r',
  })
  const input = { keywords: ['a', 'b', 'B ', 'c', 'd'] }
  const answer = { clusters: [cluster(1, ['a', 'c']), cluster(5, ['a', 'B', 'B']), cluster(1, ['a'])] }
  const output = keywordCluster.read(await scripted(keywordCluster, input, [answer]).run)
  assert.deepEqual(
    output.clusters.map(({ keywords }) => keywords),
    [['a', 'B'], ['c']],
  )
  assert.equal(output.clusters[1]?.primary_keyword, 'c')
  assert.deepEqual(output.unclustered, ['d'])
})

test('keyword-cluster: a keyword that was not given cannot come in', async () => {
  const { schema } = keywordCluster.request({ keywords: ['a', 'b'] })
  assert.match(JSON.stringify(schema), /"enum":\["a","b"\]/)
})

test('faq-writer: an answer that rests on no fact or says more than the facts is marked, and only supported ones are structured data', async () => {
  const faq = (
    question: string,
    fact_numbers: number[],
    answer = 'A coffee subscription can be paused online.',
  ) => ({
    question,
    answer,
    fact_numbers,
  })
  const answer = {
    faqs: [
      faq('Can it be paused?', [1, 1]),
      faq('Is it online?', []),
      faq('What can be paused online?', [1], 'The subscription can be paused online, free of charge.'),
      faq('Why is it the best?', [1]),
    ],
    open_questions: ['Price?'],
  }
  const input = { topic: 'coffee', facts: ['The subscription can be paused online.'], count: 4 }
  const output = faqWriter.read(await scripted(faqWriter, input, [answer]).run)
  assert.deepEqual(
    output.faqs.map(({ facts, unsupported, not_in_facts }) => [facts.length, unsupported, not_in_facts]),
    [
      [1, false, []],
      [0, true, []],
      [1, true, ['free', 'charge']],
      [1, true, ['best']],
    ],
  )
  const entries = output.structured_data.mainEntity as { name: string }[]
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['Can it be paused?'],
  )
  assert.match(String(output.warnings), /^3 of 4 answers/)
})

test('content-brief: meta title and description have the lengths that search results show', async () => {
  const { schema } = contentBrief.request(contentBrief.example)
  const properties = schema.properties as Record<string, { minLength?: number; maxLength?: number }>
  assert.equal(properties.meta_title?.maxLength, 60)
  assert.deepEqual(
    [properties.meta_description?.minLength, properties.meta_description?.maxLength],
    [70, 155],
  )
})
