import { button } from '../element.ts'

/** The button shows for this long that the text was copied. */
const STATUS_MS = 2_000

/** A button that copies a text, and reports success or failure. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const copy = async () => {
    // Browsers give no clipboard to pages without TLS from another machine.
    const isDone = await (navigator.clipboard?.writeText(text()) ?? Promise.reject()).then(
      () => true,
      () => false,
    )
    made.textContent = isDone ? 'Copied' : 'Copying is not allowed here'
    setTimeout(() => {
      made.textContent = label
    }, STATUS_MS)
  }
  const made = button(label, copy, { 'aria-live': 'polite' })
  return made
}
