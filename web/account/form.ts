import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'

export interface Field {
  /** As the service names it, so that an error about it stands beside it. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  /** What a password manager may fill in. */
  autocomplete: string
  hint?: string
  value?: string
  least?: number
  most?: number
}

export interface FormOptions {
  /** Fields, and other parts with controls of their own, in order. */
  parts: (Field | HTMLElement)[]
  action: string
  /** What else one may do instead. */
  others?: HTMLElement[]
  send(values: FormData): Promise<void>
}

let made = 0

/** A form that says beside a field what is wrong with it, and above its button what failed. */
export function openForm({ parts, action, others = [], send }: FormOptions): HTMLFormElement {
  const alert = make('p', { role: 'alert', class: 'problem' })
  const submit = make('button', { class: 'primary' }, action)
  const rows = parts.map((part) => (part instanceof HTMLElement ? part : fieldRow(part)))
  const actions = make('div', { class: 'actions' }, submit, ...others)
  const form = make('form', { novalidate: true }, ...rows, alert, actions)
  const inputs = () => [...form.querySelectorAll('input')]

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (form.ariaBusy === 'true') return
    for (const input of inputs()) complain(input, wordsOf(input))
    alert.textContent = ''
    const wrong = inputs().find((input) => input.getAttribute('aria-invalid') === 'true')
    if (wrong) return wrong.focus()
    form.ariaBusy = 'true'
    try {
      await send(new FormData(form))
    } catch (error) {
      const { message, hint, param } = asProblem(error)
      const about = inputs().find(({ name }) => name === param)
      if (about && isField(about)) {
        complain(about, hint ? `${message} ${hint}` : message)
        about.focus()
      } else alert.textContent = hint ? `${message} ${hint}` : message
    } finally {
      form.ariaBusy = 'false'
    }
  })
  return form
}

/** A problem of the service, or a fault of the page, which is thrown on. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  throw error
}

function fieldRow(field: Field): HTMLElement {
  const { name, label, type = 'text', autocomplete, hint, value, least, most } = field
  const id = `account-field-${made++}`
  const input = make('input', {
    id,
    name,
    type,
    autocomplete,
    value,
    required: true,
    minlength: least,
    maxlength: most,
    spellcheck: type === 'text' ? null : 'false',
    autocapitalize: type === 'text' ? null : 'none',
    'aria-describedby': `${id}-hint ${id}-problem`,
    'data-is-field': true,
  })
  input.addEventListener('input', () => complain(input, ''))
  return make(
    'div',
    { class: 'field' },
    make('label', { for: id }, label),
    type === 'password' ? make('div', { class: 'secret' }, input, revealer(input, label)) : input,
    make('p', { id: `${id}-hint`, class: 'hint' }, hint),
    make('p', { id: `${id}-problem`, class: 'problem' }),
  )
}

/** Shows what is typed into a password field, and hides it again. */
function revealer(input: HTMLInputElement, label: string): HTMLButtonElement {
  const reveal = button(
    'Show',
    () => {
      const isHidden = input.type === 'text'
      input.type = isHidden ? 'password' : 'text'
      reveal.textContent = isHidden ? 'Show' : 'Hide'
      reveal.ariaPressed = `${!isHidden}`
    },
    { 'aria-label': `Show: ${label}`, 'aria-pressed': 'false' },
  )
  return reveal
}

/** A radio button or a box to tick is none: nothing stands beside it. */
function isField(input: HTMLInputElement): boolean {
  return 'isField' in input.dataset
}

function complain(input: HTMLInputElement, words: string): void {
  if (!isField(input)) return
  const told = document.getElementById(`${input.id}-problem`)
  if (told) told.textContent = words
  if (words === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** What is wrong with what was typed, before anybody is asked; empty where nothing is. */
function wordsOf({ validity, minLength, value }: HTMLInputElement): string {
  if (validity.valueMissing || value.trim() === '') return 'This is needed.'
  if (validity.typeMismatch) return 'An address like name@example.com.'
  if (validity.tooShort) return `At least ${minLength} characters.`
  return ''
}
