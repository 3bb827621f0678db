import { button, make } from '../element.ts'
import { EXAGGERATIONS, type Exaggeration } from './relief-choice.ts'

/** The button that raises the ground, and the panel that states how high it is drawn. */
export interface ReliefControl {
  button: HTMLButtonElement
  panel: HTMLElement
  /** Shows the state; the button is hidden where the build has no heights. */
  show(relief: Exaggeration | null, hasHeights: boolean): void
}

/** `onChoose` receives how many times its height heights are drawn; null for a flat map. */
export function reliefControl(onChoose: (relief: Exaggeration | null) => void): ReliefControl {
  const raise = button('3D', () => onChoose(isRaised() ? null : EXAGGERATIONS[0]), {
    'aria-label': '3D terrain',
    'aria-pressed': 'false',
    class: 'raise',
  })
  const isRaised = () => raise.getAttribute('aria-pressed') === 'true'
  const choices = EXAGGERATIONS.map((each) => ({
    each,
    made: button(`×${each}`, () => onChoose(each), {
      'aria-label': each === 1 ? '×1: true to scale' : `×${each}: ${each} times as high`,
    }),
  }))
  const scale = make('p', { role: 'status' })
  const panel = make(
    'div',
    { class: 'relief', role: 'group', 'aria-label': '3D terrain' },
    make('div', { class: 'relief-choices' }, ...choices.map(({ made }) => made)),
    scale,
    make(
      'p',
      { class: 'quiet-text keyboard-hint' },
      'Turn and tilt: right mouse button, or Shift and arrow keys.',
    ),
    make('p', { class: 'quiet-text touch-hint' }, 'Turn and tilt with two fingers.'),
  )
  return {
    button: raise,
    panel,
    show(relief, hasHeights) {
      const isShown = hasHeights && relief !== null
      raise.hidden = !hasHeights
      raise.setAttribute('aria-pressed', `${isShown}`)
      panel.hidden = !isShown
      scale.textContent = isShown ? formatScale(relief) : ''
      for (const { each, made } of choices) made.setAttribute('aria-pressed', `${each === relief}`)
    },
  }
}

function formatScale(relief: Exaggeration): string {
  const scale = relief === 1 ? 'True to scale.' : `${relief} times as high, not true to scale.`
  return `${scale} Flat where no height is known.`
}
