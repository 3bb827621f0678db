import { expect, test } from 'vitest'
import { seededRandom } from '../random/seeded-random.ts'
import { Circuit, type CircuitPermit } from './circuit.ts'
import { tallyMemory, UpstreamTally } from './tally.ts'

const HOLD_MS = 3_000

/** Circuits with a clock of their own; several on the same memory act as other threads. */
function circuits(threads = 1) {
  const clock = { now: 1_800_000_000_000 }
  const memory = tallyMemory(1)
  const made = Array.from(
    { length: threads },
    () => new Circuit(new UpstreamTally(memory, 0, 1), () => clock.now, 1_000),
  )
  return { clock, circuits: made, tally: new UpstreamTally(memory, 0, 1) }
}

function acquire(circuit: Circuit): CircuitPermit {
  const permit = circuit.acquire(HOLD_MS)
  if ('cooldown_ms' in permit) throw new Error(`cooldown of ${permit.cooldown_ms} ms`)
  return permit
}

function fail(circuit: Circuit, times = 1, retryAfter_ms: number | null = null): void {
  for (let i = 0; i < times; i++) circuit.failed(acquire(circuit), retryAfter_ms)
}

test('five failures in a row open the circuit, and four with a success between do not', () => {
  const { circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 4)
  circuit.succeeded()
  fail(circuit, 4)
  expect(circuit.state()).toBe('closed')
  fail(circuit)
  expect(circuit.state()).toBe('open')
  expect(circuit.acquire(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
})

test('after the cooldown one request of any thread probes, and its success closes the circuit', () => {
  const { clock, circuits: each } = circuits(2)
  const [one, other] = each
  fail(one, 5)
  clock.now += 1_000
  expect(one.state()).toBe('half_open')
  expect(acquire(one).probe).not.toBeNull()
  expect(one.acquire(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
  expect(other.acquire(HOLD_MS)).toEqual({ cooldown_ms: 1_000 })
  one.succeeded()
  expect(acquire(other)).toEqual({ probe: null })
})

test('each cooldown is twice as long as the one before, up to a minute', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 5)
  const cooldowns: number[] = []
  for (let i = 0; i < 9; i++) {
    cooldowns.push(circuit.cooldownLeft())
    clock.now += circuit.cooldownLeft()
    fail(circuit)
  }
  expect(cooldowns).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * 1_000))
})

test('the first cooldown is five seconds by default', () => {
  const now = 1_800_000_000_000
  const circuit = new Circuit(new UpstreamTally(tallyMemory(1), 0, 1), () => now)
  fail(circuit, 5)
  expect(circuit.cooldownLeft()).toBe(5_000)
})

test('requests in flight when the circuit opened do not lengthen the cooldown', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  const late = Array.from({ length: 40 }, () => acquire(circuit))
  fail(circuit, 5)
  for (const permit of late.slice(0, 20)) circuit.failed(permit, null)
  expect(circuit.cooldownLeft()).toBe(1_000)
  // Those that end during the probe begin no new cooldown and do not end the probe.
  clock.now += 1_000
  const probe = acquire(circuit)
  for (const permit of late.slice(20)) circuit.failed(permit, null)
  expect(circuit.state()).toBe('half_open')
  expect('cooldown_ms' in circuit.acquire(HOLD_MS)).toBe(true)
  circuit.failed(probe, null)
  expect(circuit.cooldownLeft()).toBe(2_000)
})

test('a Retry-After opens the circuit after one failure, and each probe after it can open it again', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  fail(circuit, 1, 30_000)
  expect(circuit.cooldownLeft()).toBe(30_000)
  clock.now += 30_000
  // The probe fails without a Retry-After, long before there were five in a row.
  fail(circuit)
  expect(circuit.state()).toBe('open')
  clock.now += circuit.cooldownLeft()
  expect(acquire(circuit).probe).not.toBeNull()
})

test('no Retry-After counts longer than ten minutes, and one of zero opens nothing', () => {
  const { circuits: each } = circuits(2)
  fail(each[0], 1, 0)
  expect(each[0].state()).toBe('closed')
  fail(each[0], 1, 86_400_000)
  expect(each[0].cooldownLeft()).toBe(600_000)
})

test('a probe that shows nothing of the upstream lets the next request probe at once', () => {
  const { clock, circuits: each } = circuits()
  const [circuit] = each
  const before = acquire(circuit)
  fail(circuit, 5)
  clock.now += 1_000
  const probe = acquire(circuit)
  // A request from before the opening has no probe to release.
  circuit.cancelled(before)
  expect('cooldown_ms' in circuit.acquire(HOLD_MS)).toBe(true)
  circuit.cancelled(probe)
  expect(acquire(circuit).probe).not.toBeNull()
})

test('a thread that dies during its probe blocks the others no longer than one request may take', () => {
  const { clock, circuits: each } = circuits(2)
  fail(each[0], 5)
  clock.now += 1_000
  acquire(each[0])
  clock.now += HOLD_MS - 1
  expect('cooldown_ms' in each[1].acquire(HOLD_MS)).toBe(true)
  clock.now += 1
  expect(acquire(each[1]).probe).not.toBeNull()
})

test('a clock that is set back by a day closes no upstream for a day', () => {
  const { clock, circuits: each } = circuits()
  fail(each[0], 5)
  clock.now -= 86_400_000
  expect(acquire(each[0]).probe).not.toBeNull()
  expect(each[0].state()).toBe('half_open')
})

test('after any events in any order, an upstream that recovered is used again', () => {
  const random = seededRandom(20_261_121)
  let openings = 0
  for (let run = 0; run < 300; run++) {
    const { clock, circuits: each, tally } = circuits(3)
    const permits: { permit: CircuitPermit; circuit: Circuit }[] = []
    for (let step = 0; step < 120; step++) {
      const circuit = each[Math.floor(random() * each.length)]
      const event = random()
      if (event < 0.45) {
        const permit = circuit.acquire(HOLD_MS)
        if ('probe' in permit) permits.push({ permit, circuit })
        else expect(permit.cooldown_ms).toBeGreaterThan(0)
      } else if (event < 0.9 && permits.length > 0) {
        const [ended] = permits.splice(Math.floor(random() * permits.length), 1)
        const how = random()
        if (how < 0.7) ended.circuit.failed(ended.permit, random() < 0.2 ? random() * 9_000 : null)
        else if (how < 0.95) ended.circuit.cancelled(ended.permit)
        else ended.circuit.succeeded()
      } else clock.now += Math.floor(random() * 4_000)
      expect(each[0].cooldownLeft()).toBeLessThanOrEqual(60_000)
    }
    // Permits still out are lost; the longest cooldown and the longest probe pass.
    clock.now += 60_000
    const permit = acquire(each[1])
    each[1].succeeded()
    expect(each[2].state()).toBe('closed')
    expect(acquire(each[0])).toEqual({ probe: null })
    each[1].cancelled(permit)
    openings += tally.read().counts.openings
  }
  // The run must not be of circuits that never opened.
  expect(openings).toBeGreaterThan(300)
})
