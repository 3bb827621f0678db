import { make } from '../../../web/element.ts'
import type { Stride } from './walk.ts'

const STILL: Stride = { forward: 0, right: 0 }
const BUTTONS: [name: string, sign: string, stride: Stride, turn: number][] = [
  ['Turn left', '↶', STILL, -1],
  ['Walk forward', '↑', { forward: 1, right: 0 }, 0],
  ['Turn right', '↷', STILL, 1],
  ['Step left', '←', { forward: 0, right: -1 }, 0],
  ['Walk back', '↓', { forward: -1, right: 0 }, 0],
  ['Step right', '→', { forward: 0, right: 1 }, 0],
]
/** A press by a key of a screen reader walks for this long. */
const PRESS_MS = 400

/** Buttons that walk as long as they are pressed, for phones and pointers. */
export function openWalkButtons(onStride: (stride: Stride, turn: number) => void): HTMLElement {
  const stop = () => onStride(STILL, 0)
  const buttons = BUTTONS.map(([name, sign, stride, turn]) => {
    const made = make('button', { type: 'button', 'aria-label': name, title: name }, sign)
    made.addEventListener('pointerdown', () => onStride(stride, turn))
    for (const end of ['pointerup', 'pointerleave', 'pointercancel'])
      made.addEventListener(end, stop)
    made.addEventListener('contextmenu', (event) => event.preventDefault())
    made.addEventListener('click', ({ detail }) => {
      // A press by a pointer has walked already.
      if (detail !== 0) return
      onStride(stride, turn)
      setTimeout(stop, PRESS_MS)
    })
    return made
  })
  return make('div', { class: 'walk-buttons', role: 'group', 'aria-label': 'Walk' }, ...buttons)
}
