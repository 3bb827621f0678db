import { createRequire } from 'node:module'
import type * as WebIfc from 'web-ifc'
import { sceneIfc } from '../../architect/ifc/scene-ifc.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { machine, rounded, spread, writeResults } from './results.ts'

/** Rounds of each measure, and the time that they may take together, in milliseconds. */
const ROUNDS_MAX = 30
const ROUNDS_MS = 12_000

/** The furnished building of the other benches of the Architect. */
const options = { storeys: 2, roomsPerSide: 11, seed: 8 }
const building = largeBuilding(options)
/** The same scene with nothing cached, as after a start. */
const fresh = (): Scene => structuredClone(building)

const cold: number[] = []
const warm: number[] = []
const known = fresh()
let file = sceneIfc(known, { name: 'Bench' })
const began = performance.now()
while (cold.length < 3 || (cold.length < ROUNDS_MAX && performance.now() - began < ROUNDS_MS)) {
  const scene = fresh()
  cold.push(milliseconds(() => (file = sceneIfc(scene, { name: 'Bench' }))))
  warm.push(milliseconds(() => sceneIfc(known, { name: 'Bench' })))
}

// The peer: the same lines by the writer of web-ifc.
let webIfc: typeof WebIfc | undefined
const loaded = milliseconds(() => (webIfc = createRequire(import.meta.url)('web-ifc')))
const api = new webIfc!.IfcAPI()
const start = performance.now()
await api.Init()
const opened = performance.now() - start
const model = api.OpenModel(new TextEncoder().encode(file))
const ids = api.GetAllLines(model)
const lines = Array.from({ length: ids.size() }, (_, index) => api.GetLine(model, ids.get(index)))
const written: number[] = []
const saved = new Set<string>()
for (let round = 0; round < 5; round++) {
  const copy = api.CreateModel({ schema: 'IFC4', name: 'Bench' })
  written.push(
    milliseconds(() => {
      for (const line of lines) api.WriteLine(copy, line)
      const text = new TextDecoder().decode(api.SaveModel(copy))
      // Its header has the time of day.
      saved.add(text.replace(/FILE_NAME.*/, ''))
    }),
  )
  api.CloseModel(copy)
}

const result = {
  machine: machine(),
  ...options,
  nodes: Object.keys(building.nodes).length,
  walls: nodesOf(building, 'wall').length,
  lines: lines.length,
  bytes: file.length,
  ifc_ms: { nothing_cached: spread(cold), geometry_cached: spread(warm) },
  web_ifc: {
    load_ms: rounded(loaded, 1),
    init_ms: rounded(opened, 1),
    write_the_same_lines_ms: spread(written),
    distinct_of_5_files_without_their_time: saved.size,
  },
  rss_mb_at_end: Math.round(process.memoryUsage().rss / 1e6),
}
console.log(JSON.stringify(result, null, 2))
writeResults('architect-ifc', result)

function milliseconds(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
