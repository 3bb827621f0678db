/**
 * Views of a small and a large house: the first one in a warm process, which makes the solids too,
 * and those after it, in this thread; the first one in threads, and in threads that start for it.
 * The peer is the same picture by plain supersampling: made twice as wide and high and averaged.
 * Usage: node tests/bench/architect-views.ts [--rounds 3]
 */
import { parseArgs } from 'node:util'
import { drawView } from '../../architect/render/draw-view.ts'
import { drawnScene } from '../../architect/render/drawn-scene.ts'
import { renderView } from '../../architect/render/view.ts'
import { readViewRequest, type ViewRequest } from '../../architect/render/view-request.ts'
import { ViewThreads } from '../../architect/render/view-threads.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { gridHouse } from './architect-houses.ts'
import { machine, median, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = wholeOption(values.rounds, 'rounds')

const SIZE = { width: 1024, height: 768 }
const HOUSES = { small: () => gridHouse(3, 2, 2), large: () => gridHouse(8, 5, 2) }
const VIEWS: Record<string, ViewRequest> = {
  outside: { view: 'perspective' },
  open: { view: 'perspective', levelId: 'level_2' },
  elevation: { view: 'elevation' },
  section: { view: 'section' },
  plan: { view: 'plan' },
}

/** Times by the clock and of processors: on a machine that others use, the clock means little. */
interface Time {
  clock: number
  cpu: number
}
function draw(scene: Scene, request: ViewRequest): Time {
  const began = performance.now()
  const used = process.cpuUsage()
  drawView(scene, readViewRequest({ ...SIZE, ...request }))
  const { user, system } = process.cpuUsage(used)
  return { clock: performance.now() - began, cpu: (user + system) / 1000 }
}
const milliseconds = (times: Time[], of: keyof Time): number =>
  rounded(median(times.map((time) => time[of])), 0)

// Another house warms the code of the process up.
const other = gridHouse(2, 2, 1, 3)
for (const request of Object.values(VIEWS)) for (let i = 0; i < 2; i++) draw(other, request)
async function threads(scene: Scene, request: ViewRequest): Promise<number> {
  const began = performance.now()
  await renderView(scene, { ...SIZE, ...request })
  return performance.now() - began
}
for (let i = 0; i < 4; i++) await threads(other, VIEWS.outside)

/** As after a start of the service, and where nobody looked at a view for a while. */
async function newThreads(scene: Scene, request: ViewRequest): Promise<number> {
  const pool = new ViewThreads()
  const began = performance.now()
  await pool.draw(scene, readViewRequest({ ...SIZE, ...request }))
  const took = performance.now() - began
  await pool.close()
  return took
}

const rows: Record<string, unknown>[] = []
for (const [house, build] of Object.entries(HOUSES)) {
  // A new scene each time: nothing is cached from the round before.
  const scenes = Array.from({ length: rounds }, build)
  const { drawn } = drawnScene(scenes[0])
  const nodes = Object.values(scenes[0].nodes)
  const walls = nodes.filter(({ kind }) => kind === 'wall').length
  for (const [view, request] of Object.entries(VIEWS)) {
    const firsts = Array.from({ length: rounds }, () => draw(build(), request))
    // As in the service: by threads, which share a view in perspective.
    const shared: number[] = []
    for (let i = 0; i < rounds; i++) shared.push(await threads(build(), request))
    const nexts = scenes.map(() => draw(scenes[0], request))
    const starts: number[] = []
    if (view === 'outside')
      for (let i = 0; i < rounds; i++) starts.push(await newThreads(build(), request))
    const row = {
      house,
      walls,
      nodes: nodes.length,
      triangles: drawn.count,
      view,
      first_ms: milliseconds(firsts, 'clock'),
      first_cpu_ms: milliseconds(firsts, 'cpu'),
      first_in_threads_ms: rounded(median(shared), 0),
      next_ms: milliseconds(nexts, 'clock'),
      next_cpu_ms: milliseconds(nexts, 'cpu'),
    }
    if (view !== 'outside') rows.push(row)
    else {
      const plain = { ...request, width: SIZE.width * 2, height: SIZE.height * 2 }
      const supersampled = [draw(scenes[0], plain)]
      rows.push({
        ...row,
        first_in_new_threads_ms: rounded(median(starts), 0),
        supersampled_cpu_ms: milliseconds(supersampled, 'cpu'),
      })
    }
  }
}
console.table(rows)
writeResults('architect-views', { machine: machine(), seed: 7, size: SIZE, rounds, views: rows })
