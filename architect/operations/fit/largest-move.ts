import { length, type Point, scale } from '../../geometry/point.ts'
import type { Fix } from '../../scene/issue.ts'
import { quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'

/** Moves are tried in steps of this many metres: finer than anything is built. */
const STEP_M = 0.001
/** Most moves that are tried: enough for 65 m in steps of a millimetre. */
const TRIES_MAX = 16

/**
 * A call with the largest move in the same direction that is not refused, as a fix; null where no
 * move works. `call` makes the edit with a move and throws `Refusal` where it is refused. Where
 * moves work again after one that does not, the fix is one of the limits between them.
 */
export function largestMoveFix<Input extends object>(
  tool: string,
  by: Point,
  withMove: (move: [number, number]) => Input,
  call: (input: Input) => unknown,
): Fix | null {
  const steps = Math.ceil(length(by) / STEP_M)
  const moveOf = (step: number): [number, number] => {
    const [x, z] = scale(by, (step * STEP_M) / length(by))
    return [quantize(x), quantize(z)]
  }
  let [works, fails] = [0, steps]
  for (let tries = 0; tries < TRIES_MAX && fails - works > 1; tries++) {
    const middle = Math.floor((works + fails) / 2)
    if (isMade(() => call(withMove(moveOf(middle))))) works = middle
    else fails = middle
  }
  if (works === 0) return null
  const given = Object.entries(withMove(moveOf(works))).filter(([, value]) => value !== undefined)
  return { tool, arguments: Object.fromEntries(given) }
}

function isMade(call: () => unknown): boolean {
  try {
    call()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
