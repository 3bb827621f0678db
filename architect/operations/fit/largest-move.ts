import { length, type Point, scale } from '../../geometry/point.ts'
import type { Fix } from '../../scene/issue.ts'
import { quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'

/** Moves are tried in steps of this many metres: walls are not built more exactly. */
const STEP_M = 0.005
/** Most moves that are tried in one search: enough for 300 m in these steps. */
const TRIES_MAX = 16
/** Most moves that are made whole in one search: to a 64th of the way, 10 ms each. */
const WHOLE_TRIES_MAX = 6

/**
 * A call with the largest move in the same direction that is not refused, as a fix; null where no
 * move works. `call` makes the edit with a move and throws `Refusal` where it is refused, as `part`
 * does, which is quick and refuses nothing that `call` does not. Where moves work again after one
 * that does not, the fix is one of the limits between them.
 */
export function largestMoveFix<Input extends object>(
  tool: string,
  by: Point,
  withMove: (move: [number, number]) => Input,
  call: (input: Input) => unknown,
  part: (input: Input) => unknown,
): Fix | null {
  const steps = Math.ceil(length(by) / STEP_M)
  const moveOf = (step: number): [number, number] => {
    const [x, z] = scale(by, (step * STEP_M) / length(by))
    return [quantize(x), quantize(z)]
  }
  const isStep = (made: (input: Input) => unknown) => (step: number) =>
    isMade(() => made(withMove(moveOf(step))))
  const [isWhole, isPart] = [isStep(call), isStep(part)]
  const most = isPart(steps) ? steps : limit(steps, isPart, TRIES_MAX)
  const works =
    most > 0 && most < steps && isWhole(most) ? most : limit(most, isWhole, WHOLE_TRIES_MAX)
  if (works === 0) return null
  const given = Object.entries(withMove(moveOf(works))).filter(([, value]) => value !== undefined)
  return { tool, arguments: Object.fromEntries(given) }
}

/** The last step found that works before one that does not: `fails` does not, and 0 does. */
function limit(fails: number, isWorking: (step: number) => boolean, triesMax: number): number {
  let [works, not] = [0, fails]
  for (let tries = 0; tries < triesMax && not - works > 1; tries++) {
    const middle = Math.floor((works + not) / 2)
    if (isWorking(middle)) works = middle
    else not = middle
  }
  return works
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
