import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newSecret, signatureHeaders, signingKey } from './sign.ts'

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'herald-docs-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Each way of verifying on the page, with what makes a program of it: exit 0 when the signature is good. */
const SNIPPETS = [
  {
    language: 'js',
    needs: [],
    file: 'verify.mjs',
    command: process.execPath,
    call: `import { readFileSync } from 'node:fs'
const [file, signature, secret] = process.argv.slice(2)
process.exit(verify(readFileSync(file), signature, secret) ? 0 : 1)`,
  },
  {
    language: 'python',
    needs: ['python3'],
    file: 'verify.py',
    command: 'python3',
    call: `import sys
sys.exit(0 if verify(open(sys.argv[1], "rb").read(), sys.argv[2], sys.argv[3]) else 1)`,
  },
  {
    language: 'bash',
    needs: ['bash', 'openssl'],
    file: 'verify.sh',
    command: 'bash',
    call: 'verify "$@"',
  },
]

function present(program: string): boolean {
  const { error, status } = spawnSync(program, [program === 'openssl' ? 'version' : '--version'])
  return error === undefined && status === 0
}

for (const { language, needs, file, command, call } of SNIPPETS) {
  const missing = needs.filter((program) => !present(program))
  const skip = missing.length > 0 && `${missing.join(' and ')} is not on this machine`
  test(`the ${language} snippet of the page accepts what is sent and refuses everything else`, {
    skip,
  }, () => {
    const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? []
    assert.ok(code, 'the page has the snippet')
    const script = join(folder, file)
    writeFileSync(script, `${code}\n${call}\n`)
    const body = '{"id":"evt_1","event":"webhook.test","data":{"message":"Grüße, 世界 $HOME \'\\" "}}'
    const secret = newSecret()
    const signature = signatureHeaders(
      { id: 'evt_1', body },
      { current: signingKey(secret), previous: [] },
      0,
    )['service-signature']
    const exit = (sent: string, ...given: string[]) => {
      const path = join(folder, `${language}.json`)
      writeFileSync(path, sent)
      return spawnSync(command, [script, path, ...given], { encoding: 'utf8' }).status
    }
    assert.equal(exit(body, String(signature), secret), 0)
    assert.equal(exit(`${body}\n`, String(signature), secret), 1)
    assert.equal(exit(body, String(signature), newSecret()), 1)
    assert.equal(exit(body, 'sha256=', secret), 1)
    assert.equal(exit(body, '', secret), 1)
  })
}
