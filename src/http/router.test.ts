import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../kernel/errors.ts'
import { createRouter } from './router.ts'

const handler = () => ({ status: 204, body: null })

function routerOf(...routes: string[]) {
  const router = createRouter()
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ')
    router.add(method, { path, handler, body_limit: 1 })
  }
  return (method: string, path: string) => {
    const found = router.find(method, path)
    return found === null ? null : [found.route.path, found.params]
  }
}

describe('routes', () => {
  test('a place that has a name of its own goes before one that takes anything', () => {
    const find = routerOf(
      'GET /runs/{id}',
      'GET /runs/latest',
      'GET /runs/latest/{part}',
      'GET /runs/{id}/log',
    )
    assert.deepEqual(find('GET', '/runs/latest'), ['/runs/latest', {}])
    assert.deepEqual(find('GET', '/runs/x'), ['/runs/{id}', { id: 'x' }])
    assert.deepEqual(find('GET', '/runs/latest/log'), ['/runs/latest/{part}', { part: 'log' }])
    assert.deepEqual(find('GET', '/runs/x/log'), ['/runs/{id}/log', { id: 'x' }])
  })

  test('a named place without the method does not hide one that has it', () => {
    const find = routerOf('GET /runs/latest', 'DELETE /runs/{id}')
    assert.deepEqual(find('DELETE', '/runs/latest'), ['/runs/{id}', { id: 'latest' }])
  })

  test('parameters are decoded, also an encoded slash, and cannot be empty or endless', () => {
    const find = routerOf('GET /pages/{url}')
    assert.deepEqual(find('GET', '/pages/a%2Fb%20c'), ['/pages/{url}', { url: 'a/b c' }])
    assert.equal(find('GET', '/pages/'), null)
    assert.equal(find('GET', '/pages'), null)
    assert.equal(find('GET', '/pages/x/'), null)
    assert.equal(find('GET', `/pages/${'x'.repeat(501)}`), null)
    assert.deepEqual(find('GET', '/pages/__proto__'), ['/pages/{url}', { url: '__proto__' }])
  })

  test('broken percent-encoding is refused as a bad request', () => {
    const find = routerOf('GET /pages/{url}')
    assert.throws(
      () => find('GET', '/pages/%zz'),
      (error) => error instanceof ApiError && error.code === 'bad_request',
    )
  })

  test('a path knows its methods, and one route is declared once', () => {
    const router = createRouter()
    router.add('GET', { path: '/a/{id}', handler, body_limit: 1 })
    router.add('DELETE', { path: '/a/{id}', handler, body_limit: 1 })
    assert.deepEqual(router.methods('/a/1'), ['GET', 'DELETE'])
    assert.deepEqual(router.methods('/a'), [])
    assert.throws(() => router.add('GET', { path: '/a/{id}', handler, body_limit: 1 }), /declared twice/)
  })
})
