import { button, make } from '../element.ts'

/** A text to take away, with a button that copies it. `name` says what it is: "the key". */
export function copiedText(text: string, name: string): HTMLElement {
  const code = make('code', { tabindex: 0, 'aria-label': name }, text)
  const told = make('span', { role: 'status', class: 'hint' })
  const copy = button(
    'Copy',
    async () => {
      try {
        await navigator.clipboard.writeText(text)
        told.textContent = 'Copied.'
      } catch {
        // The clipboard may be closed to pages: what is selected can be copied by hand.
        getSelection()?.selectAllChildren(code)
        told.textContent = 'Selected: copy it with your keyboard.'
      }
    },
    { 'aria-label': `Copy ${name}` },
  )
  return make('div', { class: 'copied' }, code, make('div', { class: 'actions' }, copy, told))
}
