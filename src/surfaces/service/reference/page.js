// The reference works without this script; it adds the filter, copying, and running the examples.
const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// --- the key, in this tab and nowhere else
const KEY = 'herald-key'
const keyInput = $('#key')
const forget = $('#forget')

const setKey = (key) => {
  if (key === '') sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, key)
  keyInput.value = key
  forget.hidden = key === ''
}

if (keyInput !== null) {
  setKey(sessionStorage.getItem(KEY) ?? '')
  keyInput.addEventListener('input', () => setKey(keyInput.value.trim()))
  forget.addEventListener('click', () => setKey(''))
  keyInput.form.addEventListener('submit', (event) => event.preventDefault())
}

// --- the filter
const filter = $('#filter')

const applyFilter = () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const operation of $$('.op')) {
    operation.hidden = !words.every((word) => operation.dataset.search.includes(word))
    if (!operation.hidden) shown++
  }
  for (const group of $$('.group')) group.hidden = $('.op:not([hidden])', group) === null
  for (const item of $$('nav li[data-for]')) item.hidden = document.getElementById(item.dataset.for).hidden
  for (const group of $$('.nav-group')) {
    group.hidden = $('li:not([hidden])', group) === null
    group.open = words.length > 0
  }
  $('.nothing').hidden = shown > 0
}

if (filter !== null) {
  filter.addEventListener('input', applyFilter)
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return
    event.preventDefault()
    filter.focus()
  })
}

// --- an address that names an operation opens it
const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named === null || !named.classList.contains('op')) return
  named.hidden = false
  named.open = true
  named.scrollIntoView()
}
addEventListener('hashchange', openNamed)
openNamed()

// --- the menu of narrow screens
const menu = $('#menu')
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String($('#nav').classList.toggle('open')))
})
$('#nav').addEventListener('click', (event) => {
  if (event.target.closest('a') !== null) $('#nav').classList.remove('open')
})

// --- copying
document.addEventListener('click', async (event) => {
  const button = event.target.closest('.copy')
  if (button === null) return
  await navigator.clipboard.writeText($('pre', button.closest('.sample')).textContent)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
})

// --- running an example against this server
const base = new URL('/v1', location.origin).href

const uniqueKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const requestOf = (form) => {
  const { method, path, idempotent, keyed } = form.dataset
  const fields = $$('input', form).filter((input) => input.value !== '')
  const inPath = new Map(
    fields.filter(({ dataset }) => dataset.in === 'path').map((one) => [one.name, one.value]),
  )
  const query = new URLSearchParams(
    fields.filter(({ dataset }) => dataset.in === 'query').map((one) => [one.name, one.value]),
  ).toString()
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath.get(name) ?? ''))
  const body = $('textarea', form)?.value
  const key = sessionStorage.getItem(KEY)
  const headers = {
    ...(keyed === 'true' && key !== null ? { Authorization: `Bearer ${key}` } : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotent === 'true' ? { 'Idempotency-Key': uniqueKey() } : {}),
  }
  return [`${base}${filled}${query === '' ? '' : `?${query}`}`, { method, headers, body }]
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const LONGEST = 100_000

// Streams are shown as they come; what is not text is only measured.
const readBody = async (response, show) => {
  const type = response.headers.get('content-type') ?? ''
  if (type !== '' && !/json|text|xml|event-stream/.test(type)) {
    show(`(${(await response.arrayBuffer()).byteLength} bytes of ${type})`)
    return ''
  }
  let text = ''
  const decoder = new TextDecoder()
  for (const reader = response.body?.getReader(); reader !== undefined && text.length < LONGEST; ) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    if (type.startsWith('text/event-stream')) show(text)
  }
  show(text === '' ? '(no body)' : pretty(text).slice(0, LONGEST))
  return text
}

const offerKey = (text, line) => {
  try {
    const { api_key } = JSON.parse(text)
    if (typeof api_key !== 'string') return
    const use = make('button', { type: 'button', textContent: 'Use this key' })
    use.addEventListener('click', () => {
      setKey(api_key)
      use.textContent = 'In use'
    })
    line.append(use)
  } catch {
    // Not JSON, so no key in it.
  }
}

const run = async (form) => {
  const answer = $('.answer', form)
  const line = make('div', { className: 'line', textContent: 'Running…' })
  answer.replaceChildren(line)
  const started = performance.now()
  try {
    const response = await fetch(...requestOf(form))
    const took = Math.round(performance.now() - started)
    const status = make('span', {
      className: `status ${response.ok ? 'good' : 'bad'}`,
      textContent: `${response.status} ${response.statusText}`,
    })
    line.replaceChildren(status, `${took} ms`)
    const code = make('code')
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    answer.append(
      make(
        'details',
        { className: 'inner' },
        make('summary', { textContent: 'headers' }),
        make('div', { className: 'sample' }, make('pre', { className: 'headers', textContent: headers })),
      ),
      make('div', { className: 'sample' }, make('pre', { className: 'body' }, code)),
    )
    const text = await readBody(response, (shown) => {
      code.textContent = shown
    })
    offerKey(text, line)
  } catch (error) {
    line.replaceChildren(make('span', { className: 'status bad', textContent: `No reply: ${error.message}` }))
  }
}

for (const form of $$('.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    run(form)
  })
}
