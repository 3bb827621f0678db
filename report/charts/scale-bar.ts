import type { UnitSystem } from '../units.ts'
import { type Drawn, draw } from './drawing.ts'

/** Lengths of a scale bar. */
const FEET = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_280, 10_560, 26_400]
const METRES = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]

/** A bar of a round length, up to a quarter of a picture of so many metres, at a corner of it. */
export function scaleBar(
  { width, metres, x, y }: { width: number; metres: number; x: number; y: number },
  system: UnitSystem,
): Drawn[] {
  const [lengths, whole] = system === 'us' ? [FEET, metres / 0.3048] : [METRES, metres]
  const length = lengths.findLast((each) => each <= whole / 4) ?? lengths[0]
  const wide = Number(((length / whole) * width).toFixed(1))
  const text = system === 'us' ? formatFeet(length) : formatMetres(length)
  return [
    draw('path', { d: `M${x} ${y - 5}v5h${wide}v-5`, class: 'scale' }),
    draw('text', { x: x + 4, y: y - 5, class: 'scale-text' }, text),
  ]
}

function formatFeet(feet: number): string {
  return feet < 5_280 ? `${feet.toLocaleString('en-US')} ft` : `${feet / 5_280} mi`
}

function formatMetres(metres: number): string {
  return metres < 1_000 ? `${metres} m` : `${metres / 1_000} km`
}

/** An arrow to the north, with its letter below. */
export function northArrow(x: number, y: number): Drawn {
  return draw(
    'g',
    { class: 'north' },
    draw('path', { d: `M${x} ${y - 18}l6 16l-6 -4l-6 4z` }),
    draw('text', { x, y: y + 10 }, 'N'),
  )
}
