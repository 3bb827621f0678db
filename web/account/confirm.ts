import { button, make } from '../element.ts'
import { asProblem } from './form.ts'

export interface Confirmation {
  /** On the button that begins it. */
  action: string
  /** For a screen reader, which hears no row about it. */
  label?: string
  /** What will happen, in a sentence or two. */
  question: string
  /** On the button that does it. */
  yes: string
  act(): Promise<void>
}

/** A button that asks before it acts, in its own place: no dialog upon the dialog. */
export function confirmed({ action, label, question, yes, act }: Confirmation): HTMLElement {
  const begin = button(action, ask, { 'aria-label': label })
  const place = make('div', { class: 'confirm' }, begin)
  return place

  function ask(): void {
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
    const words = make('p', {}, question)
    place.replaceChildren(words, alert, make('div', { class: 'actions' }, go, no))
    // What is asked is heard with the button that is safe to press.
    words.id = `confirm-${Math.random().toString(36).slice(2)}`
    no.setAttribute('aria-describedby', words.id)
    no.focus()
  }
}
