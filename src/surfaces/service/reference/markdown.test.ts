import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdown } from './markdown.ts'

const CASES: [name: string, text: string, markup: string][] = [
  ['headings have an address', '## What *to* do', '<h2 id="what-to-do">What <em>to</em> do</h2>'],
  ['lines of one paragraph flow', 'one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
  ['inline code keeps its stars', 'a `**b**` c', '<p>a <code>**b**</code> c</p>'],
  ['bold and links nest', '**see [x](/y)**', '<p><strong>see <a href="/y">x</a></strong></p>'],
  ['a list is tight', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['an item goes on in the next line', '- a\n  b\n- c', '<ul><li>a b</li><li>c</li></ul>'],
  ['lists nest', '1. a\n   - b\n2. c', '<ol><li>a<ul><li>b</li></ul>\n</li><li>c</li></ol>'],
  ['a list ends at a heading', '- a\n\n# b', '<ul><li>a</li></ul>\n<h1 id="b">b</h1>'],
  ['quotes hold blocks', '> a\n> b', '<blockquote><p>a b</p>\n</blockquote>'],
  [
    'tables keep bars inside code',
    '| a | b |\n|---|---|\n| `x|y` | z |',
    '<div class="scroll"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table></div>',
  ],
]

for (const [name, text, markup] of CASES) {
  test(`markdown: ${name}`, () => assert.equal(markdown(text).markup.trim(), markup))
}

test('markdown: code is shown as it stands', () => {
  const { markup } = markdown('```bash\ncurl "x" # <y>\n```')
  assert.ok(markup.includes('<pre><code>curl &quot;x&quot; # &lt;y&gt;</code></pre>'))
})

const ATTACKS = [
  '<script>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT://%0aalert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//elsewhere.example)',
  '[<img src=x onerror=alert(1)>](/y)',
  '[x](/y"onmouseover="alert(1))',
  '# <b onload=x>',
  '| <i> |\n|---|\n| <b onclick=x> |',
  '`<u>`',
  '```"><script>\n</code><script>\n```',
]

test('markdown: no text becomes markup or a script, wherever it stands', () => {
  for (const text of ATTACKS) {
    const { markup } = markdown(text)
    assert.doesNotMatch(markup, /<(script|img|b|i|u)\b/i, text)
    assert.doesNotMatch(markup, /href="(javascript|data|\/\/)/i, text)
    assert.doesNotMatch(markup, /"[^"<>]*"\s*on\w+=/, text)
  }
})
