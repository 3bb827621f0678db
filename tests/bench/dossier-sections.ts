/**
 * Time of each section of the dossier, in this process and without HTTP; prints JSON.
 * Usage: node [--cpu-prof] tests/bench/dossier-sections.ts --home FOLDER [--memory BYTES]
 *          [--points 1500] [--rounds 3] [--only-dossier]
 * The home is that of `tests/bench/county-build.ts`. `--memory 0` reads every pack by position.
 */
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { buildDossierFromPacks } from '../../dossier/dossier.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { readPlan } from './county-build.ts'
import { answerSpatially, spatialQuestions } from './dossier-questions.ts'
import { memoryOf } from './peak-memory.ts'
import { rounded, spread, wholeOption } from './results.ts'
import { choosePoints, type SamplePoint } from './sample-points.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    memory: { type: 'string', default: `${Number.MAX_SAFE_INTEGER}` },
    points: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '3' },
    'only-dossier': { type: 'boolean', default: false },
  },
})
if (!values.home) throw new Error('--home wants the folder that county-build.ts made')
const memoryBytes = Number(values.memory)
const rounds = wholeOption(values.rounds, 'rounds')
const build = await openPinned(values.home)
const began = performance.now()
const packs = await openPacks(build, memoryBytes)
const open_ms = Math.round(performance.now() - began)
const points = choosePoints(
  readPlan(values.home),
  packs.get('parcels')!,
  packs.get('flood_zones')!,
  wholeOption(values.points, 'points'),
)

const failures: Record<string, number> = {}
function failed(section: string) {
  failures[section] = (failures[section] ?? 0) + 1
}
const dossier = ({ lat, lng }: SamplePoint, layers?: string[], includeGeometry = false) =>
  buildDossierFromPacks(packs, { lat, lng, layers, includeGeometry }, failed)
const questions = spatialQuestions(packs)

/** Clipping whole giants takes milliseconds: fewer points are enough. */
const GEOMETRY_EVERY = 5
const GEOMETRY = 'all with geometry, as JSON'

const queries: Record<string, (point: SamplePoint) => unknown> = {
  all: (point) => dossier(point),
}
if (!values['only-dossier']) {
  queries['all, as JSON'] = (point) => JSON.stringify(dossier(point)).length
  queries[GEOMETRY] = (point) => JSON.stringify(dossier(point, undefined, true)).length
  queries['the spatial questions alone'] = (point) => answerSpatially(packs, questions, point)
  queries['no section: the place'] = (point) => dossier(point, [])
  for (const name of SECTION_NAMES) queries[name] = (point) => dossier(point, [name])
}

const times: Record<string, number[]> = {}
const cpuMs: Record<string, number> = {}
let last: unknown
// Round 0 warms up and is not counted. Questions take turns, so that none has the quiet minutes.
for (let round = 0; round <= rounds; round++)
  for (const [name, query] of Object.entries(queries)) {
    const list: number[] = []
    const cpu = process.cpuUsage()
    for (const [i, point] of points.entries()) {
      if (name === GEOMETRY && i % GEOMETRY_EVERY > 0) continue
      const start = performance.now()
      last = query(point)
      list.push(performance.now() - start)
    }
    const { user, system } = process.cpuUsage(cpu)
    if (round === 0) continue
    times[name] = [...(times[name] ?? []), ...list]
    cpuMs[name] = (cpuMs[name] ?? 0) + (user + system) / 1000 / rounds / list.length
  }
if (last === undefined) throw new Error('nothing was answered')

const statuses: Record<string, Record<string, number>> = {}
for (const point of points)
  for (const [name, { status }] of Object.entries(dossier(point).layers)) {
    statuses[name] ??= {}
    statuses[name][status] = (statuses[name][status] ?? 0) + 1
  }
console.log(
  JSON.stringify({
    open_ms,
    in_memory: [...packs.values()].filter(({ isInMemory }) => isInMemory).length,
    packs: packs.size,
    ...memoryOf(process.pid),
    unit: 'ms',
    // Processor time is the figure to trust on a shared machine; it counts the collector's threads.
    times: Object.fromEntries(
      Object.entries(times).map(([name, list]) => {
        return [name, { ...spread(list), cpu_mean: rounded(cpuMs[name]) }]
      }),
    ),
    statuses,
    failures,
  }),
)
closePacks(packs)
