/**
 * Bakes of a furnished building of more than 200 walls and 800 nodes: the first one of the process,
 * which makes the textures too, and those after it with nothing of the scene cached; the share of
 * the validator, the copy for the web, the sizes of the files, and the highest memory.
 * Usage: node tests/bench/architect-bake.ts
 */
import { gzipSync } from 'node:zlib'
import { bakeScene } from '../../architect/bake/bake-scene.ts'
import { refuseInvalid } from '../../architect/bake/gates/validator-gate.ts'
import { readGlbJson } from '../../architect/bake/glb-file.ts'
import { webCopy } from '../../architect/bake/web-copy.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { EXAMPLE_NAMES, exampleScene } from '../houses/example-scenes.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { freshPeakMegabytes, memoryOf, startPeak } from './peak-memory.ts'
import { machine, rounded, spread, writeResults } from './results.ts'

const ROUNDS = 15

const options = { storeys: 3, roomsPerSide: 10, seed: 8 }
const building = largeBuilding(options)
/** The same scene with nothing cached: every bake derives walls, rooms and floors anew. */
const fresh = (): Scene => structuredClone(building)

async function baked(scene: Scene) {
  const answer = await bakeScene(scene)
  if (answer.kind === 'empty') throw new Error('nothing was baked')
  return answer
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const before = memoryOf(process.pid).rss_mb
startPeak()
const first = await milliseconds(() => baked(fresh()))
const bakes: number[] = []
for (let i = 0; i < ROUNDS; i++) {
  const scene = fresh()
  bakes.push(await milliseconds(() => baked(scene)))
}
const peak = freshPeakMegabytes()
const { glb, nodes, triangles, clips } = await baked(fresh())
const validator: number[] = []
for (let i = 0; i < ROUNDS; i++) validator.push(await milliseconds(() => refuseInvalid(glb)))
const copies: number[] = []
for (let i = 0; i < 5; i++) copies.push(await milliseconds(() => webCopy(glb)))

const kilobytes = (bytes: Uint8Array) => ({
  plain: rounded(bytes.length / 1000, 0),
  gzip: rounded(gzipSync(bytes).length / 1000, 0),
})
async function sizesOf(scene: Scene) {
  const { glb: file } = await baked(scene)
  const { bufferViews = [], images = [] } = readGlbJson(file)
  const bytes = images.reduce((sum, { bufferView }) => sum + bufferViews[bufferView!].byteLength, 0)
  return {
    images: images.length,
    images_kb: rounded(bytes / 1000, 0),
    file_kb: kilobytes(file),
    web_copy_kb: kilobytes(await webCopy(file)),
  }
}
const files: Record<string, unknown> = { building: await sizesOf(building) }
for (const name of EXAMPLE_NAMES) files[name] = await sizesOf(exampleScene(name))

const result = {
  machine: machine(),
  ...options,
  nodes,
  walls: nodesOf(building, 'wall').length,
  triangles,
  clips,
  bake_ms: { first: rounded(first, 0), ...spread(bakes) },
  of_which_validator_ms: spread(validator),
  web_copy_ms: spread(copies),
  memory_mb: { before, peak },
  files,
}
console.log(JSON.stringify(result, null, 2))
writeResults('architect-bake', result)
