import { button, make } from '../element.ts'

/** A text with a button that copies it. `name` describes the text: "the key". */
export function copiedText(text: string, name: string): HTMLElement {
  const code = make('code', { tabindex: 0, 'aria-label': name }, text)
  const status = make('span', { role: 'status', class: 'hint' })
  const copy = button(
    'Copy',
    async () => {
      try {
        await navigator.clipboard.writeText(text)
        status.textContent = 'Copied.'
      } catch {
        // The browser may deny access to the clipboard: a person can copy the selected text.
        getSelection()?.selectAllChildren(code)
        status.textContent = 'Selected: copy it with your keyboard.'
      }
    },
    { 'aria-label': `Copy ${name}` },
  )
  return make('div', { class: 'copied' }, code, make('div', { class: 'actions' }, copy, status))
}
