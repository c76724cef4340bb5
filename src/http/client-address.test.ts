import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { readAddresses } from './client-address.ts'

/** Only what the reader looks at. */
const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the client’s address', () => {
  test('nobody is believed unless a proxy is configured', () => {
    const read = readAddresses(0)
    assert.equal(read(request('9.9.9.9', '1.2.3.4')), '9.9.9.9')
    assert.equal(read(request('::ffff:9.9.9.9')), '9.9.9.9')
  })

  test('so many hops are believed, and nothing that the client wrote before them', () => {
    const one = readAddresses(1)
    assert.equal(one(request('10.0.0.1', '6.6.6.6, 1.2.3.4')), '1.2.3.4')
    assert.equal(one(request('10.0.0.1')), '10.0.0.1')
    assert.equal(one(request('10.0.0.1', '1.2.3.4:5678')), '1.2.3.4')
    assert.equal(one(request('10.0.0.1', '[2001:db8::1]:5678')), '2001:db8::1')
    const two = readAddresses(2)
    assert.equal(two(request('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.0.0.2')), '1.2.3.4')
  })

  test('proxies by address: the first that is not one of them is the client', () => {
    const read = readAddresses(['10.0.0.0/8', '::1', 'fd00::/8'])
    assert.equal(read(request('10.0.0.1', '6.6.6.6, 1.2.3.4, 10.9.9.9')), '1.2.3.4')
    assert.equal(read(request('8.8.8.8', '1.2.3.4')), '8.8.8.8')
    assert.equal(read(request('::1', 'fd00::7, 2001:db8::1, fd00::8')), '2001:db8::1')
    assert.equal(read(request('::ffff:10.0.0.1', '1.2.3.4')), '1.2.3.4')
  })

  test('what is no address is nobody’s', () => {
    const read = readAddresses(3)
    assert.equal(read(request('10.0.0.1', 'unknown, 1.2.3.4')), '1.2.3.4')
    assert.equal(read(request('10.0.0.1', '<script>')), '10.0.0.1')
    assert.throws(() => readAddresses(['loadbalancer.internal']), /TRUST_PROXY/)
  })
})
