import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Sandbox, startSandbox } from './server.ts'
import { ask, askSerpApi, platformNamed, post, serpItems } from './test-asks.ts'
import { type Json, list, object, string } from './value.ts'

const PROMPT = 'best crm for small business'

describe('the shape of a success is the platform’s own', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  after(() => sandbox.close())

  it('chatgpt: searches with sources, and citations that point at their marks in the text', async () => {
    const target = platformNamed('chatgpt')
    const tools = [{ type: 'web_search', user_location: { type: 'approximate', country: 'US' } }]
    const request = { model: 'gpt-5.5', input: PROMPT, tools, include: ['web_search_call.action.sources'] }
    const { status, body } = await post(sandbox, target.path, target.headers('k'), request)
    assert.equal(status, 200)
    assert.equal(body.object, 'response')
    assert.equal(body.model, 'gpt-5.5-2026-11-02')
    const output = list(body.output).map(object)
    const search = output.find((item) => item.type === 'web_search_call') ?? {}
    assert.ok(list(object(search.action).sources).length > 0)
    assert.equal(typeof object(search.action).query, 'string')
    const part = object(list(output.at(-1)?.content)[0])
    const notes = list(part.annotations).map(object)
    assert.ok(notes.length > 0)
    for (const note of notes) {
      const marked = string(part.text).slice(Number(note.start_index), Number(note.end_index))
      assert.ok(marked.includes(string(note.url)), marked)
      assert.match(string(note.url), /utm_source=openai/)
    }
    const usage = object(body.usage)
    assert.equal(usage.total_tokens, Number(usage.input_tokens) + Number(usage.output_tokens))
  })

  it('claude: tool use, result and cited text are blocks of their own', async () => {
    const { body } = await ask(sandbox, platformNamed('claude'), PROMPT)
    const blocks = list(body.content).map(object)
    const use = blocks.find((block) => block.type === 'server_tool_use') ?? {}
    const result = blocks.find((block) => block.type === 'web_search_tool_result') ?? {}
    assert.equal(result.tool_use_id, use.id)
    assert.equal(object(list(result.content)[0]).type, 'web_search_result')
    const retrieved = blocks
      .flatMap((block) => (Array.isArray(block.content) ? block.content : []))
      .map((page) => object(page).url)
    const cited = blocks.flatMap((block) => list(block.citations)).map(object)
    assert.ok(cited.length > 0)
    for (const citation of cited) assert.ok(retrieved.includes(citation.url))
    assert.equal(body.stop_reason, 'end_turn')
    assert.equal(body.model, 'claude-sonnet-5-20261102')
    assert.ok(Number(object(object(body.usage).server_tool_use).web_search_requests) > 0)
  })

  it('gemini: chunks are redirects titled by domain, and supports measure bytes', async () => {
    const { body } = await ask(sandbox, platformNamed('gemini'), 'best café crm for “small” business')
    const candidate = object(list(body.candidates)[0])
    const text = string(object(list(object(candidate.content).parts)[0]).text)
    const grounding = object(candidate.groundingMetadata)
    assert.ok(list(grounding.webSearchQueries).length > 0)
    for (const chunk of list(grounding.groundingChunks)) {
      const web = object(object(chunk).web)
      assert.match(string(web.uri), /^https:\/\/vertexaisearch\.cloud\.google\.com\/grounding-api-redirect\//)
      assert.match(string(web.title), /^[a-z0-9.-]+\.[a-z]+$/)
    }
    const supports = list(grounding.groundingSupports).map(object)
    assert.ok(supports.length > 0)
    for (const support of supports) {
      const segment = object(support.segment)
      const bytes = Buffer.from(text).subarray(Number(segment.startIndex ?? 0), Number(segment.endIndex))
      assert.equal(bytes.toString(), segment.text)
    }
    assert.match(string(body.modelVersion), /^gemini-3\.8-flash/)
  })

  it('perplexity: every [n] in the text is the id of a result', async () => {
    const { body } = await ask(sandbox, platformNamed('perplexity'), PROMPT)
    const output = list(body.output).map(object)
    const ids = list(output.find((item) => item.type === 'search_results')?.results).map(
      (result) => object(result).id,
    )
    const { text } = platformNamed('perplexity').read(body)
    const marks = [...text.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))
    assert.ok(marks.length >= 4, 'it cites a lot')
    for (const mark of marks) assert.ok(ids.includes(mark))
    assert.equal(object(object(body.usage).cost).currency, 'USD')
  })

  it('grok: citations are everything it came across, annotations what it cites', async () => {
    const { body } = await ask(sandbox, platformNamed('grok'), PROMPT)
    const met = list(body.citations)
    const { cited } = platformNamed('grok').read(body)
    assert.ok(cited.length > 0 && met.length > cited.length)
    for (const url of cited) assert.ok(met.includes(url))
    assert.ok(met.some((url) => string(url).startsWith('https://x.com/')))
    const old = await post(
      sandbox,
      '/xai/v1/responses',
      { authorization: 'Bearer k' },
      { model: 'grok-4.5', input: PROMPT, search_parameters: {} },
    )
    assert.equal(old.status, 410)
  })

  it('deepseek: it does not always search, and says so by leaving the result out', async () => {
    const target = platformNamed('deepseek')
    const searched: boolean[] = []
    for (let index = 0; index < 30; index += 1) {
      const { body } = await ask(sandbox, target, `best crm for team ${index}`)
      searched.push(list(body.content).some((block) => object(block).type === 'web_search_tool_result'))
    }
    const share = searched.filter(Boolean).length / searched.length
    assert.ok(share > 0.4 && share < 0.95, String(share))
  })

  it('metaai: OpenAI’s form', async () => {
    const { body } = await ask(sandbox, platformNamed('metaai'), PROMPT)
    assert.equal(body.object, 'response')
    assert.ok(platformNamed('metaai').read(body).text.length > 80)
  })
})

describe('a results page of Google', () => {
  let sandbox: Sandbox
  before(async () => {
    sandbox = await startSandbox({ day: '2026-11-10' })
  })
  after(() => sandbox.close())

  it('dataforseo: overviews are shown for a good share of keywords, and organic results always', async () => {
    let shown = 0
    for (let index = 0; index < 40; index += 1) {
      const { body } = await ask(sandbox, platformNamed('ai_overview'), `best crm for team ${index}`)
      const items = serpItems(body)
      const overview = items.find((item) => item.type === 'ai_overview')
      if (overview !== undefined) {
        shown += 1
        assert.ok(string(overview.markdown).length > 40)
        assert.ok(list(overview.references).length > 0)
      }
      const organic = items.filter((item) => item.type === 'organic')
      assert.deepEqual(
        organic.map((item) => item.rank_group),
        organic.map((_item, at) => at + 1),
      )
      assert.deepEqual(
        items.map((item) => item.rank_absolute),
        items.map((_item, at) => at + 1),
      )
    }
    assert.ok(shown >= 18 && shown <= 36, String(shown))
  })

  it('dataforseo: an overview that loads late is empty unless the task waits for it', async () => {
    const { path, headers } = platformNamed('ai_overview')
    const task = { location_name: 'Austin,Texas,United States', language_code: 'en' }
    const overviews: Json[] = []
    for (let index = 0; index < 30; index += 1) {
      const { body } = await post(sandbox, path, headers('k'), [
        { ...task, keyword: `plumber for job ${index}` },
      ])
      overviews.push(...serpItems(body).filter((item) => item.type === 'ai_overview'))
    }
    const late = overviews.filter((item) => item.asynchronous_ai_overview === true)
    assert.ok(late.length > 0 && late.length < overviews.length)
    for (const item of late) assert.equal(item.markdown, null)
  })

  it('serpapi: text blocks refer to references, and a page token leads to the late overview', async () => {
    let inline = 0
    let late = 0
    for (let index = 0; index < 40; index += 1) {
      const { body } = await askSerpApi(sandbox, { q: `best hotel number ${index}` })
      assert.ok(list(body.organic_results).length > 0)
      const overview = object(body.ai_overview)
      const token = string(overview.page_token)
      const full =
        token === ''
          ? overview
          : object(
              (await askSerpApi(sandbox, { engine: 'google_ai_overview', page_token: token })).body
                .ai_overview,
            )
      if (list(full.text_blocks).length === 0) continue
      if (token === '') inline += 1
      else late += 1
      const count = list(full.references).length
      const blocks = list(full.text_blocks).map(object)
      const indexes = blocks
        .flatMap((block) => [block, ...list(block.list).map(object)])
        .flatMap((block) => list(block.reference_indexes))
      assert.ok(indexes.length > 0)
      for (const at of indexes) assert.ok(Number(at) < count)
    }
    assert.ok(inline > 5 && late > 2, `${inline} inline, ${late} late`)
  })
})
