import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerpt, redact, redactUrl } from './redact.ts'
import { parseDuration, retryAfterMs } from './retry-after.ts'

test('credentials in text are replaced, whatever form they take', () => {
  for (const [text, secret] of [
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['authorization: Basic bG9naW46cGFzcw==', 'bG9naW46cGFzcw=='],
    ['Incorrect API key provided: sk-proj-abc***wxyz.', 'sk-proj-abc'],
    ['{"api_key":"q1w2e3r4t5"}', 'q1w2e3r4t5'],
    ['?access_token=EAABsbCS&x=1', 'EAABsbCS'],
    ['key AIzaSyD1234567890abcdef is wrong', 'AIzaSyD1234567890abcdef'],
    ['https://api.telegram.org/bot42:AAbb-cc/sendMessage', '42:AAbb-cc'],
    ['"client_secret": "zzzyyyxxx"', 'zzzyyyxxx'],
  ] as const) {
    const out = redact(text)
    assert.ok(!out.includes(secret), `${text} → ${out}`)
    assert.ok(out.includes('[redacted]'))
  }
})

test('a known secret is replaced wherever it stands, even at the edge of an excerpt', () => {
  const secret = 'correct-horse-battery'
  const out = excerpt(`${'x'.repeat(290)} ${secret} tail`, [secret])
  assert.ok(!out.includes('correct'))
  assert.ok(out.length <= 300)
})

test('a logged URL has no query, fragment or userinfo', () => {
  assert.equal(redactUrl('https://u:p@example.com/a/b?token=1#x'), 'https://example.com/a/b')
  assert.equal(redactUrl('::'), '[invalid url]')
})

test('every way of saying "wait" is understood', () => {
  const date = 'Tue, 20 Oct 2026 10:00:00 GMT'
  assert.equal(retryAfterMs({ 'retry-after': '7' }), 7_000)
  assert.equal(retryAfterMs({ 'retry-after': '0.5' }), 500)
  assert.equal(retryAfterMs({ 'retry-after-ms': '1234', 'retry-after': '2' }), 1_234)
  assert.equal(retryAfterMs({ 'retry-after': 'Tue, 20 Oct 2026 10:01:30 GMT', date }), 90_000)
  assert.equal(retryAfterMs({ 'retry-after': 'Tue, 20 Oct 2026 10:01:30 GMT' }), undefined)
  assert.equal(retryAfterMs({ 'retry-after': 'soon' }), undefined)
  assert.equal(
    retryAfterMs({
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '6m0s',
      'x-ratelimit-remaining-tokens': '100',
      'x-ratelimit-reset-tokens': '9h',
    }),
    360_000,
  )
  assert.equal(
    retryAfterMs({
      date,
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-10-20T10:00:12Z',
    }),
    12_000,
  )
  assert.equal(retryAfterMs({}), undefined)
  assert.equal(parseDuration('120ms'), 120)
  assert.equal(parseDuration('17.5s'), 17_500)
  assert.equal(parseDuration('1h2m'), 3_720_000)
  assert.equal(parseDuration('later'), undefined)
})
