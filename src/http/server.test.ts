import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { createHttp, type Http } from './server.ts'

/** Everything that comes back on one connection until the server ends it. */
async function exchange(url: string, ...pieces: string[]): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  let seen = ''
  socket.on('data', (chunk) => {
    seen += chunk
  })
  for (const piece of pieces) socket.write(piece)
  await once(socket, 'close')
  return seen
}

describe('the transport', () => {
  const lines: unknown[][] = []
  let http: Http
  let url: string
  /** Streams that were begun and not ended, and when the late one may begin. */
  let open = 0
  let begun = 0
  const leave = Promise.withResolvers<void>()
  before(async () => {
    http = createHttp({
      log: pino({ level: 'silent' }),
      access: (...line) => lines.push(line),
      around: null,
      trust_proxy: 0,
      cors_origins: [],
    })
    http.route(
      'POST',
      '/echo/{id}',
      ({ params, body }) => ({
        status: 200,
        content_type: 'text/plain',
        body: `${params.id} ${body?.length ?? 0}`,
      }),
      { body_limit: 10 },
    )
    http.route('GET', '/broken', async () => {
      throw new Error('a secret detail')
    })
    http.route('GET', '/pair', () => ({ status: 200, body: ['ö', Buffer.from('ü')] }))
    http.route('GET', '/said/{text}', ({ params }) => ({ status: 200, body: params.text ?? '' }))
    http.route('GET', '/header', () => ({ status: 200, headers: { 'x-bad': 'a\nb' }, body: null }))
    http.route('GET', '/stream', () => ({ status: 200, content_type: 'text/plain', body: counting(3) }))
    http.route('GET', '/breaks', () => ({ status: 200, content_type: 'text/plain', body: breaking() }))
    http.route('GET', '/never', () => {
      begun++
      return new Promise(() => {})
    })
    http.route('GET', '/endless', () => ({ status: 200, content_type: 'text/plain', body: endless() }))
    http.route('GET', '/late', async () => {
      await leave.promise
      return { status: 200, content_type: 'text/plain', body: endless() }
    })
    url = await http.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => http.close())

  async function* counting(to: number) {
    for (let at = 1; at <= to; at++) yield `${at}\n`
  }
  async function* breaking() {
    yield 'one\n'
    throw new Error('no more')
  }

  async function* endless() {
    open++
    try {
      for (;;) {
        yield 'more\n'
        await pause(10)
      }
    } finally {
      open--
    }
  }
  async function until(holds: () => boolean) {
    for (let waited = 0; !holds() && waited < 5_000; waited += 10) await pause(10)
    assert.ok(holds())
  }

  test('a body at the limit passes and one byte more is 413, whether its length is said or not', async () => {
    const post = (body: string) => fetch(`${url}/echo/x`, { method: 'POST', body })
    assert.equal(await (await post('0123456789')).text(), 'x 10')
    const refused = await post('0123456789a')
    assert.equal(refused.status, 413)
    assert.equal(refused.headers.get('connection'), 'close')
    const chunked = await exchange(
      url,
      'POST /echo/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n',
      '6\r\nabcdef\r\n0\r\n\r\n',
    )
    assert.match(chunked, /^HTTP\/1.1 413 /)
    assert.match(chunked, /payload_too_large/)
  })

  test('a body in many pieces is one body', async () => {
    const seen = await exchange(
      url,
      'POST /echo/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
      '3\r\nabc\r\n',
      '2\r\nab\r\n0\r\n\r\n',
    )
    assert.match(seen, /x 8$/)
  })

  test('what breaks in a handler or in an answer is the envelope, and tells nothing', async () => {
    for (const path of ['/broken', '/header']) {
      const answer = await fetch(`${url}${path}`)
      const text = await answer.text()
      assert.equal(answer.status, 500, text)
      assert.match(text, /server_error/)
      assert.doesNotMatch(text, /secret detail/)
    }
  })

  test('garbage, headers without end and a missing Host are answered in the envelope', async () => {
    assert.match(
      await exchange(url, 'NONSENSE\r\n\r\n'),
      /^HTTP\/1.1 400 [\s\S]*x-request-id: [\s\S]*bad_request/,
    )
    const long = `GET /broken HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`
    assert.match(await exchange(url, long), /^HTTP\/1.1 431 [\s\S]*bad_request/)
    const nowhere = await exchange(url, 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n')
    assert.match(nowhere, /^HTTP\/1.1 404 [\s\S]*not_found/)
    const expecting = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n'
    assert.match(await exchange(url, expecting), /^HTTP\/1.1 404 [\s\S]*not_found/)
  })

  test('a stream comes whole, and one that breaks is cut off rather than ended', async () => {
    assert.equal(await (await fetch(`${url}/stream`)).text(), '1\n2\n3\n')
    await assert.rejects(fetch(`${url}/breaks`).then((answer) => answer.text()))
  })

  test('a stream ends with its client, also one that left before it began', async () => {
    const { port, hostname } = new URL(url)
    const staying = connect(Number(port), hostname)
    staying.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(staying, 'data')
    assert.equal(open, 1)
    staying.destroy()
    await until(() => open === 0)

    const asked = once(http.server, 'request')
    const leaving = connect(Number(port), hostname)
    leaving.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
    const [, response] = await asked
    leaving.destroy()
    await once(response, 'close')
    lines.length = 0
    leave.resolve()
    await until(() => lines.length === 1)
    assert.equal(open, 0)
  })

  test('nonsense behind a request is not answered in its place', async () => {
    const slow = new URL(url)
    const socket = connect(Number(slow.port), slow.hostname)
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk
    })
    socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\nNONSENSE\r\n\r\n')
    await once(socket, 'close')
    assert.equal(seen, '')
    const broken = 'POST /echo/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    assert.match(await exchange(url, broken), /^HTTP\/1.1 400 [\s\S]*bad_request/)
    const streaming = 'GET /endless HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'
    const cut = connect(Number(slow.port), slow.hostname)
    seen = ''
    cut.on('data', (chunk) => {
      seen += chunk
    })
    cut.write(streaming)
    await once(cut, 'data')
    cut.write('123456789NONSENSE\r\n\r\n')
    await once(cut, 'close')
    assert.match(seen, /^HTTP\/1.1 200 /)
    assert.doesNotMatch(seen, /bad_request/)
  })

  test('whoever sends too much hears so, however much it is', async () => {
    const head = 'POST /echo/x HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n'
    const seen = await exchange(url, head, 'x'.repeat(50_000_000))
    assert.match(seen, /^HTTP\/1.1 413 [\s\S]*payload_too_large/)
  })

  test('requests sent ahead are answered in order, one after another, and not without end', async () => {
    const post = (body: string) =>
      `POST /echo/${body} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const bodies = Array.from({ length: 60 }, (_, at) => 'x'.repeat(at % 11))
    const last = 'GET /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const seen = await exchange(url, `${bodies.map((body) => post(`y${body.slice(1)}`)).join('')}${last}`)
    assert.deepEqual(
      [...seen.matchAll(/^y\w* (\d+)/gm)].map((found) => Number(found[1])),
      bodies.map((body) => Math.max(1, body.length)),
    )
    assert.match(seen, /3\n\r\n0\r\n\r\n$/)

    begun = 0
    await exchange(url, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
    assert.equal(begun, 1)
  })

  test('a tunnel is refused in the envelope', async () => {
    const seen = await exchange(url, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\nx-request-id: mine\r\n\r\n')
    assert.match(seen, /^HTTP\/1.1 405 [\s\S]*x-request-id: mine\r\n[\s\S]*method_not_allowed/)
  })

  test('the whole address is as good as its path', async () => {
    for (const target of ['http://x.example/pair', 'HTTP://x.example:1/pair?a=b']) {
      const seen = await exchange(
        url,
        `GET ${target} HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n`,
      )
      assert.match(seen, /^HTTP\/1.1 200 /)
    }
    for (const target of ['ftp://x.example/pair', '*', 'x.example:443']) {
      const seen = await exchange(url, `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      assert.match(seen, /^HTTP\/1.1 40[04] /)
    }
  })

  test('closing does not wait for a client that has never said anything', async () => {
    const other = createHttp({
      log: pino({ level: 'silent' }),
      access: () => {},
      around: null,
      trust_proxy: 0,
      cors_origins: [],
    })
    const { port, hostname } = new URL(await other.listen({ port: 0, host: '127.0.0.1' }))
    const silent = connect(Number(port), hostname)
    await Promise.all([once(silent, 'connect'), once(other.server, 'connection')])
    const ended = once(silent, 'close')
    silent.resume()
    await other.close()
    await ended
  })

  test('an answer is the text that was meant, in whatever script', async () => {
    for (const text of ['plain', 'é', 'naïve ÿ', '日本語', '🙂', 'x'.repeat(400), 'é'.repeat(80)]) {
      const answer = await fetch(`${url}/said/${encodeURIComponent(text)}`)
      assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(text)))
      assert.equal(await answer.text(), text)
    }
  })

  test('an answer in two parts has their length', async () => {
    const answer = await fetch(`${url}/pair`)
    assert.equal(answer.headers.get('content-length'), '4')
    assert.equal(await answer.text(), 'öü')
  })

  test('a request id that could not be written down as it is, or that is a secret, is replaced by one of ours', async () => {
    const given = [
      'a"b',
      'a\\b',
      'ü',
      'x'.repeat(129),
      `hk_live_${'a'.repeat(38)}`,
      'x-sk_test_abc',
      'whsec_abc',
    ]
    for (const id of given) {
      const { headers } = await fetch(`${url}/pair`, { headers: { 'x-request-id': id } })
      assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/)
    }
    for (const id of ['x'.repeat(128), "a'b:c/d"]) {
      const { headers } = await fetch(`${url}/pair`, { headers: { 'x-request-id': id } })
      assert.equal(headers.get('x-request-id'), id)
    }
  })

  test('every request leaves one line with the pattern of its route', async () => {
    lines.length = 0
    await (await fetch(`${url}/echo/secret`, { method: 'POST', headers: { 'x-request-id': 'mine' } })).text()
    await (await fetch(`${url}/nowhere/secret`)).text()
    assert.deepEqual(
      lines.map((line) => line.slice(1, 4)),
      [
        ['POST', '/echo/{id}', 200],
        ['GET', 'unknown', 404],
      ],
    )
    assert.equal(lines[0]?.[0], 'mine')
  })
})
