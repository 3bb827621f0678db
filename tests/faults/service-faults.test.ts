import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTION_DEADLINE_MS } from '../../layers/dossier.ts'
import { LAYERS } from '../../layers/index.ts'
import type { Upstream } from '../../layers/upstream/upstream.ts'
import {
  type SampleUpstreams,
  startSampleUpstreams,
} from '../../pipelines/sample/upstreams/start-sample-upstreams.ts'
import { type Outcome, outcomeOf, sectionsOf } from './fault-outcome.ts'
import type { Fault } from './fault-server.ts'
import { faultTable } from './fault-table.ts'
import { FAULTS } from './faults.ts'
import { type FaultyService, startFaultyService } from './faulty-service.ts'
import { protocolFaults } from './protocol-faults.ts'

/** Beside what a section may wait: packs, JSON and a busy machine. */
const ROUND_MS = 5_000
/** Spots and addresses of which some upstream is asked: in the county, beside it, and at sea. */
const QUESTIONS = [
  '/v1/location?ll=29.9863009,-71.9643746',
  '/v1/location?ll=30.0,-71.98',
  '/v1/location?ll=30.15,-72.0',
  '/v1/location?address=104+Gannet+Shoal+Rd,+Ternhaven',
]
/** Asked of places in the real world alone, which the sample has not. */
const ELSEWHERE = /^permits-(?!sample)/

const README = join(import.meta.dirname, 'README.md')
const ASKED = LAYERS.flatMap(({ id, upstreams = [] }) =>
  upstreams.map((upstream) => ({ layer: id, upstream })),
).filter(({ upstream }) => !ELSEWHERE.test(upstream.id))

/** What happened, by upstream and fault. */
const happened = new Map<string, Map<string, Outcome>>()
let upstreams: SampleUpstreams
// The clock stands, so that an hour's weather stays what it was; it moves when circuits rest.
const clock = { now: Date.parse('2026-07-01T20:15:05Z') }

beforeAll(async () => {
  upstreams = await startSampleUpstreams({ now: () => new Date(clock.now) })
})
afterAll(() => upstreams?.close())

describe.each(ASKED)('$upstream.id', ({ layer, upstream }) => {
  let service: FaultyService
  let question: string
  beforeAll(async () => {
    clock.now = Date.parse('2026-07-01T20:15:05Z')
    service = await startFaultyService(upstream, upstreams, clock)
    question = await questionFor(service, upstream)
  })
  afterAll(() => service?.close())

  test('each fault is told by its reason, harms no other section, and is over when it ends', async () => {
    const get = () => service.get(question, SECTION_DEADLINE_MS + ROUND_MS)
    const well = await get()
    const outcomes = new Map<string, Outcome>()
    for (const fault of [...FAULTS, ...protocolFaults(upstream.id)]) {
      await service.server.break(fault)
      const broken = await get()
      const where = `${upstream.id} ${fault.name}`
      outcomes.set(fault.name, outcomeIn(where, layer, upstream, well, broken))
      await service.server.mend()
      // Past the longest rest that a fault here brings.
      clock.now += 3_000
      expect(comparable(await get(), layer), `${where}, mended`).toEqual(comparable(well, layer))
    }
    happened.set(upstream.id, outcomes)
    const unharmed = [...outcomes].filter(([, { kind }]) => kind === 'unharmed')
    expect(unharmed.map(([name]) => name).sort()).toEqual(harmless(upstream))
  }, 300_000)
})

test('the table of faults is of this run', () => {
  const faults = new Map<string, Fault>()
  for (const { upstream } of ASKED)
    for (const fault of [...FAULTS, ...protocolFaults(upstream.id)]) faults.set(fault.title, fault)
  const table = faultTable([...faults.values()], happened)
  const text = readFileSync(README, 'utf8')
  const written = text.replace(/(<!-- faults -->\n)[\s\S]*(<!-- \/faults -->)/, `$1\n${table}\n$2`)
  if (process.env.UPDATE_FAULTS) writeFileSync(README, written)
  expect(readFileSync(README, 'utf8')).toBe(written)
})

/** The first question that makes the service ask it. */
async function questionFor(service: FaultyService, { id }: Upstream): Promise<string> {
  for (const question of QUESTIONS) {
    await service.get(question, SECTION_DEADLINE_MS + ROUND_MS)
    if (service.server.asked > 0) return question
  }
  throw new Error(`no question asks ${id}`)
}

function outcomeIn(
  where: string,
  layer: string,
  { title }: Upstream,
  well: { status: number; body: Record<string, unknown> },
  broken: typeof well,
): Outcome {
  const [before, after] = [sectionsOf(well), sectionsOf(broken)]
  if (!(layer in before)) {
    // What an address stands for: the answer as a whole depends on it.
    expect([well.status, 503], where).toContain(broken.status)
    return outcomeOf(title, well.body, broken.body)
  }
  expect(broken.status, where).toBe(200)
  expect(comparable(broken, layer, true), where).toEqual(comparable(well, layer, true))
  return outcomeOf(title, before[layer], after[layer])
}

/** An answer without what is of its moment, and without the layer's own section. */
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

/** Faults that are none to a careful client, or to a reader of this protocol. */
function harmless({ id }: Upstream): string[] {
  const always = ['stale-connection', 'wrong-type']
  // Its file is text of lines, none of which is JSON.
  return id === 'noaa-atlas14' ? [...always] : always
}
