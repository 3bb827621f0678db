import { METRES_PER } from '../../scene/units.ts'

/** Units of the lengths in drawings: metres, or feet and inches. */
export const DRAWING_UNITS = ['m', 'ft'] as const
export type DrawingUnit = (typeof DRAWING_UNITS)[number]

/** The least length that a drawing states, in metres: a millimetre, an eighth of an inch. */
export const LENGTH_STEP: Record<DrawingUnit, number> = { m: 0.001, ft: METRES_PER.in / 8 }

/** A length as a whole number of `LENGTH_STEP`. */
export const stepsOf = (metres: number, unit: DrawingUnit): number =>
  Math.round(metres / LENGTH_STEP[unit])

/** `4.20`, `0.115`; `12'-4 1/2"`, `6"`. `steps` is a whole number of `LENGTH_STEP`. */
export function formatSteps(steps: number, unit: DrawingUnit): string {
  switch (unit) {
    case 'm':
      return (steps / 1000).toFixed(steps % 10 === 0 ? 2 : 3)
    case 'ft': {
      const sign = steps < 0 ? '-' : ''
      const eighths = Math.abs(steps)
      const feet = Math.floor(eighths / 96)
      return `${sign}${feet > 0 ? `${feet}'-` : ''}${inches(eighths % 96, feet > 0)}"`
    }
  }
}

export const formatLength = (metres: number, unit: DrawingUnit): string =>
  formatSteps(stepsOf(metres, unit), unit)

/** With `isAfterFeet` zero inches are written too: `6'-0 7/8"`. */
function inches(eighths: number, isAfterFeet: boolean): string {
  const [whole, rest] = [Math.floor(eighths / 8), eighths % 8]
  if (rest === 0) return `${whole}`
  const divisor = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1
  const share = `${rest / divisor}/${8 / divisor}`
  return whole === 0 && !isAfterFeet ? share : `${whole} ${share}`
}

/** Square feet in a square metre. */
const SQUARE_FEET_PER_M2 = 1 / (METRES_PER.ft * METRES_PER.ft)

/** `12.4 m²` to a tenth; `133 ft²`. */
export function formatArea(squareMetres: number, unit: DrawingUnit): string {
  switch (unit) {
    case 'm':
      return `${squareMetres.toFixed(1)} m²`
    case 'ft':
      return `${Math.round(squareMetres * SQUARE_FEET_PER_M2)} ft²`
  }
}

/** A height above the ground: `+2.80`, `±0.00`, `+9'-2 1/4"`. */
export function formatHeight(metres: number, unit: DrawingUnit): string {
  const steps = unit === 'm' ? Math.round(metres * 100) * 10 : stepsOf(metres, unit)
  const sign = steps === 0 ? '±' : steps < 0 ? '−' : '+'
  return `${sign}${formatSteps(Math.abs(steps), unit)}`
}
