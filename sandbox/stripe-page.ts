import { empty, form, html, type Reply, type SandboxRequest } from './family.ts'
import type { StripeAccount } from './stripe-account.ts'
import type { Session } from './stripe-shapes.ts'

/** Stripe's own test numbers, with the words that its page shows. Every other valid number pays. */
const DECLINES: Record<string, string> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000009987': 'Your card was declined.',
  '4000000000009979': 'Your card was declined.',
  '4000000000000069': 'Your card has expired.',
  '4000000000000127': 'Your card’s security code is incorrect.',
  '4000000000000119': 'An error occurred while processing your card. Try again in a little bit.',
}
const GOOD_CARD = '4242 4242 4242 4242'

/** The page to pay on: a card, a button that pays and one that does not. */
export function pages(account: StripeAccount) {
  return async function show(request: SandboxRequest): Promise<Reply> {
    const session = account.session(request.path.slice('/c/pay/'.length))
    if (session.status === 'complete') return html(200, frame('<h1>Paid</h1><p>This checkout is done.</p>'))
    if (session.status === 'expired') return html(410, frame('<h1>Expired</h1><p>Start a new checkout.</p>'))
    if (request.method !== 'POST') return html(200, paymentPage(session, null, session.customer_email ?? ''))
    const fields = form(request)
    if (fields.get('action') === 'cancel') return empty(303, { location: session.cancel_url })
    const email = (session.customer_email ?? fields.get('email') ?? '').trim()
    const problem = problemWith(email, fields.get('card') ?? '')
    if (problem !== null) return html(402, paymentPage(session, problem, email))
    await account.pay(session.id, email)
    return empty(303, {
      location: session.success_url.replaceAll(
        /\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi,
        session.id,
      ),
    })
  }
}

function problemWith(email: string, card: string): string | null {
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return 'Your email is incomplete.'
  const digits = card.replaceAll(/\D/g, '')
  if (!isCardNumber(digits)) return 'Your card number is invalid.'
  return DECLINES[digits] ?? null
}

/** The checksum by Luhn. */
function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function paymentPage(session: Session, problem: string | null, email: string): string {
  const fixed = session.customer_email === null ? '' : 'readonly'
  return frame(`
    <h1>Subscribe to ${escaped(session.metadata.tier ?? session.price)}</h1>
    ${problem === null ? '' : `<p role="alert">${escaped(problem)}</p>`}
    <form method="post">
      <label>Email <input name="email" type="email" value="${escaped(email)}" ${fixed}></label>
      <label>Card number <input name="card" inputmode="numeric" value="${GOOD_CARD}"></label>
      <button name="action" value="pay">Pay and subscribe</button>
      <button name="action" value="cancel" formnovalidate>Cancel</button>
    </form>
    <p>Nothing is charged: this is the sandbox. ${GOOD_CARD} pays; 4000 0000 0000 0002 is declined,
    4000 0000 0000 9995 has no funds, 4000 0000 0000 0069 has expired.</p>`)
}

function frame(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Checkout (sandbox)</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1a1f36}
label{display:block;margin:.8rem 0}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}[role=alert]{color:#b3093c;font-weight:600}
</style><main>${body}</main></html>`
}

function escaped(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (sign) => named[sign] ?? sign)
}
