import { button } from '../element.ts'

const SAID_MS = 2_000

/** A button that copies a text, and says whether it could. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const copy = async () => {
    // Browsers have no clipboard for a page that came without TLS from another machine.
    const isDone = await (navigator.clipboard?.writeText(text()) ?? Promise.reject()).then(
      () => true,
      () => false,
    )
    made.textContent = isDone ? 'Copied' : 'Copying is not allowed here'
    setTimeout(() => {
      made.textContent = label
    }, SAID_MS)
  }
  const made = button(label, copy, { 'aria-live': 'polite' })
  return made
}
