import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { LAYERS } from '../../layers/index.ts'
import { startSampleUpstreams } from '../../sample/upstreams/start-sample-upstreams.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { isLongRun } from '../long-run.ts'
import { sampleCounty } from '../sample/shared-county.ts'
import { type Answer, type Outcome, outcomeOf, sectionsOf } from './fault-outcome.ts'
import type { Fault } from './fault-server.ts'
import { faultTable } from './fault-table.ts'
import { FAULTS } from './faults.ts'
import { type FaultyService, startFaultyService } from './faulty-service.ts'
import { protocolFaults } from './protocol-faults.ts'

/** Bounds a hang: the deadline of the broken upstream ends every wait much earlier. */
const ANSWER_LIMIT_MS = 120_000
/** The clock moves by more than the first cooldown between two looks for a recovered upstream. */
const COOLDOWN_MS = 4_000
const RECOVERY_LIMIT_MS = 120_000
/** The faults of `npm test`: late and wrong answers. The long run plays all of them. */
const REPRESENTATIVES = ['silent', 'wrong-shape']
/** Points and addresses that need some upstream: in the county, next to it, and at sea. */
const QUESTIONS = [
  '/v1/location?ll=29.9863009,-71.9643746',
  '/v1/location?ll=30.0,-71.98',
  '/v1/location?ll=30.15,-72.0',
  '/v1/location?ll=30.0,-71.83',
  '/v1/location?address=104+Gannet+Shoal+Rd,+Shoals',
]
/** Upstreams of places in the real world alone, or of terrain that the sample has as rasters. */
const ELSEWHERE = /^permits-(?!sample)|^usgs-3dep$/

const README = join(import.meta.dirname, 'README.md')
const TRIED = LAYERS.flatMap(({ id, upstreams = [] }) =>
  upstreams.map((upstream) => ({ layer: id, upstream })),
).filter(({ upstream }) => !ELSEWHERE.test(upstream.id))

/** Outcomes by upstream and fault. */
const happened = new Map<string, Map<string, Outcome>>()
beforeAll(() => happened.clear())

test('every upstream is given up before the 5 s of a section are over', () => {
  for (const { upstream } of TRIED) expect(upstream.deadline_ms, upstream.id).toBeLessThan(5_000)
})

const playedOn = ({ id }: Upstream): Fault[] =>
  [...FAULTS, ...protocolFaults(id)].filter(
    ({ name }) => isLongRun || REPRESENTATIVES.includes(name),
  )

// The faults of `npm test` mostly wait for a deadline, so upstreams are broken side by side. Among
// all faults are floods, which would take the other services of this process past their own
// deadlines.
describe('while one upstream is broken', { concurrent: !isLongRun }, () => {
  test.each(TRIED.filter((_, nth) => isLongRun || nth === 0))(
    'each fault of $upstream.id is reported with its reason, harms no other section, and is over when it ends',
    async ({ layer, upstream }) => {
      const outcomes = await playFaults(layer, upstream)
      happened.set(upstream.id, outcomes)
      const unharmed = [...outcomes].filter(([, { kind }]) => kind === 'unharmed')
      const harmless = [...HARMLESS, ...(HARMLESS_TO[upstream.id] ?? [])]
      const played = playedOn(upstream).map(({ name }) => name)
      expect(unharmed.map(([name]) => name).sort()).toEqual(
        harmless.filter((name) => played.includes(name)).sort(),
      )
    },
    1_200_000,
  )
})

/** Plays faults on an upstream one after another; each has to be over before the next begins. */
async function playFaults(layer: string, upstream: Upstream): Promise<Map<string, Outcome>> {
  // The clock stands, so that the weather does not change; it moves when circuits cool down.
  const clock = { now: Date.parse('2026-07-01T20:15:05Z') }
  const now = () => new Date(clock.now)
  const upstreams = await startSampleUpstreams({ county: sampleCounty(), now })
  const service = await startFaultyService(upstream, upstreams, clock)
  try {
    const question = await questionFor(service, upstream)
    const get = () => service.get(question, ANSWER_LIMIT_MS)
    const well = await wellAnswer(service, upstream, get, clock)
    const outcomes = new Map<string, Outcome>()
    for (const fault of playedOn(upstream)) {
      await service.server.break(fault)
      service.server.faulted = 0
      const broken = await get()
      const isPlayed = fault.isRefusing || service.server.faulted > 0
      const where = `${upstream.id} ${fault.name}`
      const outcome = outcomeIn(where, layer, upstream, well, broken)
      if (isPlayed) outcomes.set(fault.name, outcome)
      await service.server.mend()
      const after = await recovered(get, well, layer, clock)
      expect(after, `${where}, mended`).toEqual(comparable(well, layer))
    }
    return outcomes
  } finally {
    await service.close()
    await upstreams.close()
  }
}

/** An answer for which the upstream was in time: on a busy machine the first ones may be late. */
async function wellAnswer(
  { client }: FaultyService,
  { id }: Upstream,
  get: () => Promise<Answer>,
  clock: { now: number },
): Promise<Answer> {
  const counted = () => {
    const { counts, failures } = client.report().find((each) => each.id === id)!
    return {
      sent: counts.sent,
      failed: Object.values(failures).reduce((sum, each) => sum + each, 0),
    }
  }
  const giveUpAt = performance.now() + RECOVERY_LIMIT_MS
  for (;;) {
    const before = counted()
    const answer = await get()
    const now = counted()
    if (now.sent > before.sent && now.failed === before.failed) return answer
    if (performance.now() > giveUpAt) throw new Error(`${id} never answered in time`)
    clock.now += COOLDOWN_MS
  }
}

if (isLongRun)
  test('the table of faults has what happened in this run', () => {
    const inOrder = new Map(TRIED.map(({ upstream: { id } }) => [id, happened.get(id)!]))
    const faults = new Map<string, Fault>()
    for (const { upstream } of TRIED)
      for (const fault of playedOn(upstream)) faults.set(fault.title, fault)
    const table = faultTable([...faults.values()], inOrder)
    const text = readFileSync(README, 'utf8')
    const written = text.replace(
      /(<!-- faults -->\n)[\s\S]*(<!-- \/faults -->)/,
      `$1\n${table}\n$2`,
    )
    if (process.env.UPDATE_FAULTS) writeFileSync(README, written)
    expect(readFileSync(README, 'utf8')).toBe(written)
  })

/**
 * The answer once the fault is over: cooldowns pass with the clock, and requests that were still on
 * their way bring their answers.
 */
async function recovered(
  get: () => Promise<Answer>,
  well: Answer,
  layer: string,
  clock: { now: number },
) {
  const wanted = JSON.stringify(comparable(well, layer))
  const giveUpAt = performance.now() + RECOVERY_LIMIT_MS
  for (;;) {
    clock.now += COOLDOWN_MS
    const now = comparable(await get(), layer)
    if (performance.now() > giveUpAt || JSON.stringify(now) === wanted) return now
    await wait(100)
  }
}

/** The first question that makes the service send a request to the upstream. */
async function questionFor(service: FaultyService, { id }: Upstream): Promise<string> {
  for (const question of QUESTIONS) {
    await service.get(question, ANSWER_LIMIT_MS)
    if (service.server.requests > 0) return question
  }
  throw new Error(`no question needs ${id}`)
}

function outcomeIn(
  where: string,
  layer: string,
  { title }: Upstream,
  well: Answer,
  broken: Answer,
): Outcome {
  const [before, after] = [sectionsOf(well), sectionsOf(broken)]
  if (!(layer in before)) {
    // The upstream resolves addresses, so the answer as a whole depends on it.
    expect([well.status, 503], where).toContain(broken.status)
    return outcomeOf(title, well.body, broken.body)
  }
  expect(broken.status, where).toBe(200)
  expect(comparable(broken, layer, true), where).toEqual(comparable(well, layer, true))
  return outcomeOf(title, before[layer], after[layer])
}

/** An answer without the parts that change with time, and without the layer's own section. */
function comparable(
  answer: { body: Record<string, unknown> },
  layer: string,
  isOwnLeftOut = false,
) {
  const { request_id: _, as_of: __, ...body } = answer.body
  const layers = { ...(body.layers as Record<string, unknown>) }
  if (isOwnLeftOut) delete layers[layer]
  const text = JSON.stringify({ ...body, layers })
  return JSON.parse(text.replace(/"retrieved_at":"[^"]*"/g, '"retrieved_at":""'))
}

/** Faults that do not harm a careful client. */
const HARMLESS = ['stale-connection', 'wrong-type']
const HARMLESS_TO: Record<string, readonly string[]> = {
  // A file of lines: the line that is read comes before the cut.
  'noaa-atlas14': ['truncated'],
}
