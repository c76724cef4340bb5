import assert from 'node:assert/strict'
import { test } from 'node:test'
import { negotiate } from './accept.ts'

const JSON_TYPE = 'application/json'
const SVG = 'image/svg+xml'

const TABLE: readonly [string | undefined, string][] = [
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['', JSON_TYPE],
  [SVG, SVG],
  [JSON_TYPE, JSON_TYPE],
  ['IMAGE/SVG+XML', SVG],
  ['image/*', SVG],
  ['application/json, image/svg+xml;q=0.5', JSON_TYPE],
  ['image/svg+xml;q=0.5, application/json;q=0.9', JSON_TYPE],
  ['application/json;q=0.4, image/svg+xml;q=0.5', SVG],
  ['image/svg+xml;q=0, */*', JSON_TYPE],
  ['image/svg+xml;q=0', JSON_TYPE],
  ['application/json;q=0, */*;q=0.1', SVG],
  ['image/svg+xml, */*', SVG],
  ['*/*, image/svg+xml', SVG],
  ['image/svg+xml;q=0.9, */*', JSON_TYPE],
  ['image/svg+xml, application/json', SVG],
  ['application/json, image/svg+xml', JSON_TYPE],
  ['image/svg+xml ; charset=utf-8 ; q=0.3 , application/json;q=0.2', SVG],
  // What browsers send for a picture, and for a page.
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', SVG],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', JSON_TYPE],
  ['application/pdf', JSON_TYPE],
  ['image/svg+xml;q=banana, application/json;q=0.1', JSON_TYPE],
  ['svg', JSON_TYPE],
]

for (const [accept, chosen] of TABLE) {
  test(`Accept: ${accept ?? '(none)'} gets ${chosen}`, () =>
    assert.equal(negotiate(accept, [JSON_TYPE, SVG]), chosen))
}
