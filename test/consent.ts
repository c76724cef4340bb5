export type Consented = {
  username?: string
  decision?: 'allow' | 'deny'
  /** Without it everything that was asked for is allowed. */
  scopes?: readonly string[]
}

/** What a person does on the sandbox's authorization page; the answer is where the platform sends them. */
export async function consent(authUrl: string, answer: Consented = {}): Promise<URL> {
  const asked = (new URL(authUrl).searchParams.get('scope') ?? '').split(/[\s,]+/)
  const body = new URLSearchParams({
    username: answer.username ?? 'acme',
    decision: answer.decision ?? 'allow',
  })
  for (const scope of answer.scopes ?? asked) body.append('scope', scope)
  const response = await fetch(authUrl, { method: 'POST', body, redirect: 'manual' })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the page sent nobody anywhere: ${await response.text()}`)
  return new URL(location)
}
