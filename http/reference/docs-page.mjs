// Script of the API docs: a filter for the contents, and forms to try operations. The page is
// complete without it.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** Filters the table of contents by the words in the sections. */
const filter = make('input', {
  type: 'search',
  placeholder: 'Filter',
  'aria-label': 'Filter the contents',
})
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const item of document.querySelectorAll('nav li')) {
    const target = document.querySelector(item.querySelector('a').getAttribute('href'))
    const section = (target?.closest('section') ?? target)?.textContent ?? ''
    const text = `${item.textContent} ${section}`.toLowerCase()
    item.hidden = !words.every((word) => text.includes(word))
  }
})
document.querySelector('nav .brand').after(filter)

/** The key for requests of the forms. It is stored nowhere but in this field. */
const key = make('input', { type: 'password', autocomplete: 'off', spellcheck: 'false' })
const keyForm = make(
  'form',
  { class: 'key', autocomplete: 'off' },
  make('label', {}, 'API key for requests from this page', key),
  make(
    'p',
    {},
    'Its forms and the links named “open” send this key, or your session if you are signed in.',
  ),
)
keyForm.addEventListener('submit', (event) => event.preventDefault())
document.querySelector('#keys')?.append(keyForm)

/** The address of an operation with the values of its form; empty fields are left out. */
function addressOf(path, form) {
  const query = new URLSearchParams()
  let filled = path
  for (const field of form.querySelectorAll('[name]')) {
    if (field.dataset.in === 'path')
      filled = filled.replace(`{${field.name}}`, encodeURIComponent(field.value))
    else if (field.value !== '') query.append(field.name, field.value)
  }
  return filled.slice(1) + (query.size > 0 ? `?${`${query}`.replaceAll('%2C', ',')}` : '')
}

/**
 * Sends a request, by POST where it has a body, and formats the response: status, type, size, time,
 * and the body if it is JSON.
 */
async function send(address, headers = {}, body = undefined) {
  const begun = performance.now()
  const token = key.value.trim()
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    body,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const bytes = await answer.arrayBuffer()
  const ms = Math.round(performance.now() - begun)
  const type = answer.headers.get('content-type') ?? 'no body'
  const isJson = /json/.test(type)
  const text = isJson ? JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2) : ''
  return `${answer.status}, ${type}, ${bytes.byteLength} bytes in ${ms} ms\n\n${text}`
}

/** Sends a request and shows its response in an element, also a failure to get one. */
async function show(shown, address, headers, body) {
  shown.hidden = false
  shown.textContent = 'Sending…'
  try {
    shown.textContent = await send(address, headers, body)
  } catch (error) {
    shown.textContent = `No response: ${error.message}`
  }
}

function formOf(section) {
  const { path, body } = section.dataset
  // The first example fills the fields, so the first click works.
  const [example] = section.querySelectorAll('.example-title a')
  const shown = new URL(example ? example.href : location.href)
  const base = new URL('.', location.href).pathname.replace(/\/$/, '')
  const parts = decodeURIComponent(shown.pathname.slice(base.length)).split(/[/.]/)
  const names = path.split(/[/.]/)
  const form = make('form', { class: 'try-form' })
  for (const row of section.querySelectorAll('.fields > [data-in]')) {
    const { name, in: place } = row.dataset
    const values = [...row.querySelectorAll('.choices code')].map((each) => each.textContent)
    const field = make(values.length > 0 ? 'select' : 'input', { name, 'data-in': place })
    if (values.length > 0)
      field.append(...['', ...values].map((value) => make('option', { value }, value || 'default')))
    field.value =
      (place === 'path' ? parts[names.indexOf(`{${name}}`)] : shown.searchParams.get(name)) ?? ''
    form.append(make('label', {}, make('code', {}, name), field))
  }
  const text = body && make('textarea', { spellcheck: 'false', rows: '14' })
  if (text) {
    text.value = JSON.stringify(JSON.parse(body), null, 2)
    text.setSelectionRange(0, 0)
    form.append(make('label', {}, 'Body', text))
  }
  const shownRequest = make('code')
  const shownResponse = make('pre', { tabindex: '0', hidden: '' })
  const output = make('output', { 'aria-live': 'polite' }, shownResponse)
  const showRequest = () => {
    shownRequest.textContent = `${text ? 'POST' : 'GET'} ${addressOf(path, form)}`
  }
  form.addEventListener('input', showRequest)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show(shownResponse, addressOf(path, form), {}, text?.value)
  })
  showRequest()
  form.append(make('p', {}, shownRequest), make('button', {}, 'Send'), output)
  return form
}

/**
 * Links of examples show the response below their command: a browser that follows a link sends no
 * key. Clicks that open a tab follow the link, which needs a signed-in person.
 */
for (const link of document.querySelectorAll('.example-title a')) {
  const shown = make('pre', { tabindex: '0', hidden: '' })
  link.parentElement.nextElementSibling.after(make('output', { 'aria-live': 'polite' }, shown))
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    show(shown, link.href, JSON.parse(link.dataset.headers ?? '{}'))
  })
}

for (const section of document.querySelectorAll('.operation[data-path]')) {
  const button = make('button', { class: 'try', type: 'button' }, 'Try it')
  button.addEventListener('click', () => {
    const form = formOf(section)
    button.replaceWith(form)
    form.querySelector('input, select, textarea, button').focus()
  })
  const heads = [...section.querySelectorAll('h4')]
  heads.find((head) => head.textContent === 'Responses').before(button)
}
