/** Removes secrets from what is logged: the ones we know by value, and whatever looks like one. */

const MASK = '[redacted]'

const PATTERNS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${MASK}`],
  // Telegram puts the token into the path.
  [/\/bot\d+:[A-Za-z0-9_-]+/g, `/bot${MASK}`],
  // Vendors quote parts of keys with asterisks in between ("sk-abc***xyz"), so the asterisk belongs to the run.
  [/\b(?:sk|pk|rk|xai|pplx|hk|whsec|AIza|ghp|re)[-_][A-Za-z0-9_*-]{6,}/g, MASK],
  [/\bAIza[A-Za-z0-9_-]{10,}/g, MASK],
  [
    /((?:api[-_]?key|access[-_]?token|refresh[-_]?token|client[-_]?secret|password|secret|signature|token|key)["']?\s*[=:]\s*["']?)[^\s"'&,}]{4,}/gi,
    `$1${MASK}`,
  ],
]

const EXCERPT_CHARS = 300

export function redact(text: string, secrets: readonly string[] = []): string {
  let out = text
  for (const secret of secrets) {
    // Short values would blank out ordinary words.
    if (secret.length >= 6) out = out.replaceAll(secret, MASK)
  }
  for (const [pattern, replacement] of PATTERNS) out = out.replace(pattern, replacement)
  return out
}

/** A short, single-line, redacted piece of a body for a log line. */
export function excerpt(text: string, secrets: readonly string[] = []): string {
  // Redact before cutting, or half a secret could survive at the edge.
  return redact(text.slice(0, EXCERPT_CHARS * 4), secrets)
    .replace(/\s+/g, ' ')
    .slice(0, EXCERPT_CHARS)
}

/** A URL fit for a log line: no userinfo, no query, no fragment, no token in the path. */
export function redactUrl(url: string, secrets: readonly string[] = []): string {
  const parsed = URL.parse(url)
  return parsed === null ? '[invalid url]' : redact(parsed.origin + parsed.pathname, secrets)
}
