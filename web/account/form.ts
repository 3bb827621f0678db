import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'

export interface Field {
  /** The name that the service uses, so that its errors are shown next to the field. */
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  /** The `autocomplete` attribute, for password managers. */
  autocomplete: string
  hint?: string
  value?: string
  least?: number
  most?: number
}

export interface FormOptions {
  /** Fields and other elements with controls, in order. */
  parts: (Field | HTMLElement)[]
  action: string
  /** Further buttons next to the submit button. */
  others?: HTMLElement[]
  send(values: FormData): Promise<void>
}

let made = 0

/** A form that shows invalid input next to its field, and other errors above the submit button. */
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
    for (const input of inputs()) showProblem(input, describeInvalid(input))
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
        showProblem(about, hint ? `${message} ${hint}` : message)
        about.focus()
      } else alert.textContent = hint ? `${message} ${hint}` : message
    } finally {
      form.ariaBusy = 'false'
    }
  })
  return form
}

/** Returns a problem that the service reported; throws any other error again. */
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
  input.addEventListener('input', () => showProblem(input, ''))
  return make(
    'div',
    { class: 'field' },
    make('label', { for: id }, label),
    type === 'password'
      ? make('div', { class: 'secret' }, input, revealButton(input, label))
      : input,
    make('p', { id: `${id}-hint`, class: 'hint' }, hint),
    make('p', { id: `${id}-problem`, class: 'problem' }),
  )
}

/** A button that shows the text of a password field, and hides it again. */
function revealButton(input: HTMLInputElement, label: string): HTMLButtonElement {
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

/** False for radio buttons and checkboxes, which have no place for a message. */
function isField(input: HTMLInputElement): boolean {
  return 'isField' in input.dataset
}

function showProblem(input: HTMLInputElement, problem: string): void {
  if (!isField(input)) return
  const place = document.getElementById(`${input.id}-problem`)
  if (place) place.textContent = problem
  if (problem === '') input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** Describes invalid input before it is sent; empty where it is valid. */
function describeInvalid({ validity, minLength, value }: HTMLInputElement): string {
  if (validity.valueMissing || value.trim() === '') return 'Required.'
  if (validity.typeMismatch) return 'Enter an address like name@example.com.'
  if (validity.tooShort) return `At least ${minLength} characters.`
  return ''
}
