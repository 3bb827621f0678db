import { button, make } from '../element.ts'
import type { PastedLine } from './pasted-lines.ts'

/** The form in which a list is pasted or a file is chosen. */
export interface ListForm {
  element: HTMLFormElement
  /** Shows that lines are being looked up; null when that is over. */
  setBusy(text: string | null): void
  state(text: string): void
  /** Replaces what the field has. */
  fill(text: string): void
}

export interface ListFormOptions {
  /** Receives the lines, and how many more there were than are read. */
  onLines(lines: PastedLine[], left: number): void
  onStop(): void
}

const EXAMPLE = '12 Main St, Sampleton, ZZ 99003\n29.9863, -71.9643'

export function listForm({ onLines, onStop }: ListFormOptions): ListForm {
  const field = make('textarea', {
    id: 'list-text',
    rows: '5',
    spellcheck: 'false',
    autocomplete: 'off',
    placeholder: EXAMPLE,
    'aria-describedby': 'list-about',
  })
  const file = make('input', {
    id: 'list-file',
    type: 'file',
    accept: '.csv,.txt,.tsv,text/csv,text/plain',
    'aria-describedby': 'list-about',
  })
  const status = make('p', { class: 'list-status', role: 'status' })
  const submit = make('button', { type: 'submit', class: 'primary' }, 'Look up')
  const stop = button('Stop', onStop, { hidden: true })
  const element = make(
    'form',
    { class: 'list-form' },
    make('label', { for: field.id }, 'Addresses or coordinates, one a line'),
    field,
    make(
      'p',
      { id: 'list-about', class: 'quiet-text' },
      'Or a table with a line of names such as address, city, zip or lat, lng. Up to 500 lines.',
    ),
    make(
      'div',
      { class: 'actions' },
      submit,
      stop,
      make('label', { for: file.id, class: 'file-label' }, 'From a file', file),
    ),
    status,
  )
  const state = (text: string) => {
    status.textContent = text
  }
  /** Loads the reader of tables with the first list: it is half of the code of lists. */
  const read = async (text: string) => {
    const { LINES_MAX, readPastedLines } = await import('./pasted-lines.ts')
    try {
      const { lines, left } = readPastedLines(text)
      if (lines.length === 0) state('The field is empty. Paste addresses or coordinates.')
      else onLines(lines, left)
      if (left > 0) state(`Only the first ${LINES_MAX} lines are read; ${left} are left out.`)
    } catch (error) {
      state(`The table cannot be read: ${(error as Error).message}`)
    }
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    void read(field.value)
  })
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? []
    if (!chosen) return
    const { TEXT_MAX } = await import('./pasted-lines.ts')
    const text = await chosen.slice(0, TEXT_MAX).text()
    file.value = ''
    field.value = text.slice(0, TEXT_MAX)
    await read(text)
  })
  return {
    element,
    state,
    setBusy(text) {
      submit.disabled = text !== null
      file.disabled = text !== null
      stop.hidden = text === null
      element.toggleAttribute('aria-busy', text !== null)
      if (text !== null) state(text)
    },
    fill(text) {
      field.value = text
    },
  }
}
