import { button, make } from '../element.ts'
import { asProblem } from './form.ts'

export interface Confirmation {
  /** Text of the first button. */
  action: string
  /** Label for screen readers, which names the row of the button. */
  label?: string
  /** The consequences, in one or two sentences. */
  question: string
  /** Text of the button that confirms. */
  yes: string
  act(): Promise<void>
}

/** A button with a confirmation in place, without a second dialog. */
export function confirmButton({ action, label, question, yes, act }: Confirmation): HTMLElement {
  const begin = button(action, showQuestion, { 'aria-label': label })
  const place = make('div', { class: 'confirm' }, begin)
  return place

  function showQuestion(): void {
    const alert = make('p', { role: 'alert', class: 'problem' })
    const no = button('Keep', () => {
      place.replaceChildren(begin)
      begin.focus()
    })
    const go = button(
      yes,
      async () => {
        if (place.ariaBusy === 'true') return
        place.ariaBusy = 'true'
        await act().catch((error) => {
          const { message, hint } = asProblem(error)
          alert.textContent = hint ? `${message} ${hint}` : message
        })
        place.ariaBusy = 'false'
      },
      { class: 'danger' },
    )
    const text = make('p', {}, question)
    place.replaceChildren(text, alert, make('div', { class: 'actions' }, go, no))
    // Screen readers read the question with the button that is safe to press.
    text.id = `confirm-${Math.random().toString(36).slice(2)}`
    no.setAttribute('aria-describedby', text.id)
    no.focus()
  }
}
