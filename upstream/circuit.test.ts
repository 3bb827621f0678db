import { expect, test } from 'vitest'
import { seeded } from '../tests/seeded.ts'
import { Circuit, type Turn } from './circuit.ts'
import { tallyMemory, UpstreamTally } from './tally.ts'

const HOLD_MS = 3_000

/** A circuit with a clock of its own; more of them on the same memory are other threads. */
function circuits(threads = 1) {
  const clock = { now: 1_800_000_000_000 }
  const memory = tallyMemory(1)
  const made = Array.from(
    { length: threads },
    () => new Circuit(new UpstreamTally(memory, 0, 1), () => clock.now, 1_000),
  )
  return { clock, circuits: made, tally: new UpstreamTally(memory, 0, 1) }
}

function enter(circuit: Circuit): Turn {
  const turn = circuit.enter(HOLD_MS)
  if ('cooldown_ms' in turn) throw new Error(`it rests for ${turn.cooldown_ms} ms`)
  return turn
}

function fail(circuit: Circuit, times = 1, wish_ms: number | null = null): void {
  for (let i = 0; i < times; i++) circuit.failed(enter(circuit), wish_ms)
}

test('five failures in a row open it, and four with an answer between do not', () => {
  const { circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 4)
  circuit.succeeded()
  fail(circuit, 4)
  expect(circuit.state()).toBe('closed')
  fail(circuit)
  expect(circuit.state()).toBe('open')
  expect(circuit.enter(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
})

test('after the rest one question tries, on whatever thread, and its answer lets all in', () => {
  const { clock, circuits: each } = circuits(2)
  const [one, other] = each
  fail(one, 5)
  clock.now += 1_000
  expect(one.state()).toBe('half_open')
  expect(enter(one).trial).not.toBeNull()
  expect(one.enter(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
  expect(other.enter(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
  one.succeeded()
  expect(enter(other)).toEqual({ trial: null })
})

test('each rest is twice as long as the one before, up to a minute', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 5)
  const rests: number[] = []
  for (let i = 0; i < 9; i++) {
    rests.push(circuit.restLeft())
    clock.now += circuit.restLeft()
    fail(circuit)
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * 1_000))
})

test('the first rest is five seconds where nobody said otherwise', () => {
  const now = 1_800_000_000_000
  const circuit = new Circuit(new UpstreamTally(tallyMemory(1), 0, 1), () => now)
  fail(circuit, 5)
  expect(circuit.restLeft()).toBe(5_000)
})

test('questions that were on their way when it opened do not lengthen the rest', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  const late = Array.from({ length: 40 }, () => enter(circuit))
  fail(circuit, 5)
  for (const turn of late.slice(0, 20)) circuit.failed(turn, null)
  expect(circuit.restLeft()).toBe(1_000)
  // Nor do those that end in the time of the trial begin a new one, or end the trial.
  clock.now += 1_000
  const trial = enter(circuit)
  for (const turn of late.slice(20)) circuit.failed(turn, null)
  expect(circuit.state()).toBe('half_open')
  expect('cooldown_ms' in circuit.enter(HOLD_MS)).toBe(true)
  circuit.failed(trial, null)
  expect(circuit.restLeft()).toBe(2_000)
})

test('an upstream that asks for a rest has it after one failure, and is tried after it again and again', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 1, 30_000)
  expect(circuit.restLeft()).toBe(30_000)
  clock.now += 30_000
  // The trial fails without a wish, long before there were five in a row.
  fail(circuit)
  expect(circuit.state()).toBe('open')
  clock.now += circuit.restLeft()
  expect(enter(circuit).trial).not.toBeNull()
})

test('no wish for a rest is longer than ten minutes, and a wish of none opens nothing', () => {
  const { circuits: each } = circuits(2)
  fail(each[0], 1, 0)
  expect(each[0].state()).toBe('closed')
  fail(each[0], 1, 86_400_000)
  expect(each[0].restLeft()).toBe(600_000)
})

test('a trial that says nothing of the upstream gives its place back at once', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  const before = enter(circuit)
  fail(circuit, 5)
  clock.now += 1_000
  const trial = enter(circuit)
  // A question from before the opening has no trial to give back.
  circuit.cancelled(before)
  expect('cooldown_ms' in circuit.enter(HOLD_MS)).toBe(true)
  circuit.cancelled(trial)
  expect(enter(circuit).trial).not.toBeNull()
})

test('a thread that dies in its trial keeps nobody out for longer than a question may take', () => {
  const { clock, circuits: each } = circuits(2)
  fail(each[0], 5)
  clock.now += 1_000
  enter(each[0])
  clock.now += HOLD_MS - 1
  expect('cooldown_ms' in each[1].enter(HOLD_MS)).toBe(true)
  clock.now += 1
  expect(enter(each[1]).trial).not.toBeNull()
})

test('a clock that is set back by a day closes no upstream for a day', () => {
  const { clock, circuits: each } = circuits()
  fail(each[0], 5)
  clock.now -= 86_400_000
  expect(enter(each[0]).trial).not.toBeNull()
  expect(each[0].state()).toBe('half_open')
})

test('whatever happens in whatever order, an upstream that is well again is asked again', () => {
  const random = seeded(20_261_121)
  let openings = 0
  for (let run = 0; run < 300; run++) {
    const { clock, circuits: each, tally } = circuits(3)
    const turns: { turn: Turn; circuit: Circuit }[] = []
    for (let step = 0; step < 120; step++) {
      const circuit = each[Math.floor(random() * each.length)]
      const what = random()
      if (what < 0.45) {
        const turn = circuit.enter(HOLD_MS)
        if ('trial' in turn) turns.push({ turn, circuit })
        else expect(turn.cooldown_ms).toBeGreaterThan(0)
      } else if (what < 0.9 && turns.length > 0) {
        const [ended] = turns.splice(Math.floor(random() * turns.length), 1)
        const how = random()
        if (how < 0.7) ended.circuit.failed(ended.turn, random() < 0.2 ? random() * 9_000 : null)
        else if (how < 0.95) ended.circuit.cancelled(ended.turn)
        else ended.circuit.succeeded()
      } else clock.now += Math.floor(random() * 4_000)
      expect(each[0].restLeft()).toBeLessThanOrEqual(60_000)
    }
    // Whoever still has a turn is gone for good; the longest rest and the longest trial pass.
    clock.now += 60_000
    const turn = enter(each[1])
    each[1].succeeded()
    expect(each[2].state()).toBe('closed')
    expect(enter(each[0])).toEqual({ trial: null })
    each[1].cancelled(turn)
    openings += tally.read().counts.openings
  }
  // Otherwise it would have been shown of a circuit that never opened.
  expect(openings).toBeGreaterThan(300)
})
