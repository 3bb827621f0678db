import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { largestMoveFix } from './largest-move.ts'

type Input = { by: [number, number] }

/** A check that refuses moves to the east of this many metres, and counts its calls. */
function upTo(metres: number) {
  const check = ({ by: [x] }: Input) => {
    check.calls++
    if (x > metres) throw new Refusal('collides', 'too far')
  }
  check.calls = 0
  return check
}

test('the whole call is made once where its quick part sets the limit', () => {
  const [part, call] = [upTo(0.4), upTo(0.4)]
  const fix = largestMoveFix('move_wall', [1, 0], (by): Input => ({ by }), call, part)
  expect(fix?.arguments).toEqual({ by: [0.4, 0] })
  expect(call.calls).toBe(1)
})

test('the whole call sets the limit to a 64th where its part allows more, or all', () => {
  for (const part of [upTo(0.7), upTo(2)]) {
    const fix = largestMoveFix('move_wall', [1, 0], (by): Input => ({ by }), upTo(0.2), part)
    const [x] = fix!.arguments.by as [number, number]
    expect(x).toBeLessThanOrEqual(0.2)
    expect(x).toBeGreaterThan(0.2 - 1 / 64)
  }
  const fix = largestMoveFix('move_wall', [1, 0], (by): Input => ({ by }), upTo(0), upTo(0.3))
  expect(fix).toBe(null)
})
