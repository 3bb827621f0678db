import { INK, type Paper, PEN } from '../paper.ts'
import { type DrawingUnit, formatSteps, stepsOf } from './lengths.ts'
import { boxesMeet, type Place, type SheetBox } from './sheet.ts'

/** A chain on a sheet. */
export interface DrawnChain {
  /** Ascending coordinates in metres. */
  places: readonly number[]
  /** Millimetres on the sheet along the chain. */
  toSheet(metres: number): number
  /** Millimetres on the sheet of the chain's line, across it. */
  across: number
  isUpright: boolean
  unit: DrawingUnit
}

/** Half of a tick's size, in millimetres. */
const TICK_MM = 1.1
/** Sizes of numbers that are tried, in millimetres, the preferred one first. */
const SIZES = [2.5, 2.1, 1.8]
/** Distance of a number's middle from its line, in millimetres. */
const ABOVE_MM = 1.9
/** The same for a number that is wider than its stretch: its ticks reach past the line. */
const BESIDE_MM = 2.5
/** Space between two numbers. */
const APART_MM = 0.5
/** Farthest from its stretch that a number is put, as a multiple of its width. */
const SHIFTS = [0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.3, -1.3, 1.8, -1.8, 2.4, -2.4]

/**
 * Draws a line with a tick at each place and the lengths between them. The lengths are differences
 * of rounded places: those of a chain always sum to the whole. The number of a short stretch stands
 * next to it. Adds the numbers to `taken`; returns those for which no place was free.
 */
export function drawChain(paper: Paper, chain: DrawnChain, taken: SheetBox[]): string[] {
  const { places, toSheet, across, isUpright, unit } = chain
  const at = (along: number, off: number): Place =>
    isUpright ? [across + off, along] : [along, across + off]
  const [first, last] = [toSheet(places[0]), toSheet(places[places.length - 1])]
  const thin = { color: INK.quiet, width: PEN.thin }
  paper.path([[at(first - TICK_MM, 0), at(last + TICK_MM, 0)]], false, { stroke: thin })
  for (const place of places) {
    const along = toSheet(place)
    const slash = [
      [along - TICK_MM * 0.8, 0.8 * TICK_MM],
      [along + TICK_MM * 0.8, -0.8 * TICK_MM],
    ].map(([s, t]) => at(s, isUpright ? -t : t))
    paper.path([slash], false, { stroke: { color: INK.text, width: PEN.seen + 0.1 } })
  }
  const steps = places.map((place) => stepsOf(place - places[0], unit))
  const stretches = places.slice(1).map((place, index) => {
    const text = formatSteps(steps[index + 1] - steps[index], unit)
    return { text, from: toSheet(places[index]), to: toSheet(place) }
  })
  // Numbers that fit have one place each; the others go where those leave space.
  const fits = ({ text, from, to }: (typeof stretches)[number]): boolean =>
    paper.widthOf(text, SIZES[0]) <= to - from - 2 * TICK_MM
  return [...stretches.filter(fits), ...stretches.filter((stretch) => !fits(stretch))].flatMap(
    ({ text, from, to }) => (drawNumber(paper, chain, text, from, to, taken) ? [] : [text]),
  )
}

function drawNumber(
  paper: Paper,
  { across, isUpright }: DrawnChain,
  text: string,
  from: number,
  to: number,
  taken: SheetBox[],
): boolean {
  const middle = (from + to) / 2
  for (const size of SIZES) {
    const width = paper.widthOf(text, size)
    const fits = width <= to - from - 2 * TICK_MM
    for (const off of fits ? [-ABOVE_MM, ABOVE_MM] : [BESIDE_MM, -BESIDE_MM]) {
      for (const shift of fits ? [0] : SHIFTS) {
        const along = middle + shift * width
        const [x, y] = isUpright ? [across + off, along] : [along, across + off]
        const box = isUpright
          ? { x: x - size / 2, y: y - width / 2, width: size, height: width }
          : { x: x - width / 2, y: y - size / 2, width, height: size }
        const isOut =
          box.x < 1 ||
          box.y < 1 ||
          box.x + box.width > paper.width - 1 ||
          box.y + box.height > paper.height - 1
        if (isOut || taken.some((other) => boxesMeet(box, other, APART_MM))) continue
        taken.push(paper.text(text, x, y, size, { color: INK.text, isTurned: isUpright }))
        if (Math.abs(shift) * width > (to - from) / 2 + width / 2) {
          const edge = along - (Math.sign(shift) * width) / 2
          const tip = isUpright ? [across, middle] : [middle, across]
          const foot = isUpright ? [across + off, edge] : [edge, across + off]
          paper.path([[tip as unknown as Place, foot as unknown as Place]], false, {
            stroke: { color: INK.quiet, width: PEN.hair },
          })
        }
        return true
      }
    }
  }
  return false
}
