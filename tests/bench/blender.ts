/**
 * Two large buildings into Blender: the import by the add-on within a Blender without a window, the
 * first time and in the place of the former; the peer is Blender's own importer of the same file,
 * which arranges nothing. Needs Debian's Blender.
 *
 *   node tests/bench/blender.ts [--rounds 7]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bakeScene } from '../../architect/bake/bake-scene.ts'
import { BlenderReceiver, blenderVersion } from '../desktop/blender-receiver.ts'
import { endedJob, sendFile } from '../desktop/test-receiver.ts'
import { type LargeBuilding, largeBuilding } from '../houses/large-building.ts'
import { machine, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = wholeOption(values.rounds, 'rounds')
const started = machine()
/** Of 791 and of 1,513 nodes. */
const BUILDINGS: LargeBuilding[] = [{ storeys: 2, roomsPerSide: 11 }, {}]
/** Removes all, so that each round begins with an empty file. */
const CLEAR = 'bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)'
const TIMED = (work: string) =>
  `import time\nbegin = time.perf_counter()\n${work}\nanswer = (time.perf_counter() - begin) * 1000`

async function measure(blender: BlenderReceiver, options: LargeBuilding) {
  const scene = largeBuilding(options)
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('the building has solids')
  const path = join(folder, 'building.glb')
  writeFileSync(path, baked.glb)
  const own = `from types import SimpleNamespace as File
from plat_import import building
file = File(path=${JSON.stringify(path)}, name="A building", project_id="bench", version="1")
scene, layer = bpy.context.scene, bpy.context.view_layer
`
  const timed: Record<string, number[]> = { importer: [], first: [], replacing: [], sent: [] }
  const add = async (name: string, code: string) => timed[name].push(await blender.run(code))
  for (let round = -1; round < rounds; round++) {
    await blender.run(CLEAR)
    await add('importer', TIMED(`bpy.ops.import_scene.gltf(filepath=${JSON.stringify(path)})`))
    await blender.run(CLEAR)
    await add('first', `${own}${TIMED('building.import_building(file, scene, layer)')}`)
    await add('replacing', `${own}${TIMED('building.import_building(file, scene, layer)')}`)
    await blender.run(CLEAR)
    const begin = performance.now()
    const sent = await sendFile(blender.port, Buffer.from(baked.glb), { 'x-svc-project-id': 'b' })
    const job = await endedJob(blender.port, sent)
    if (job.state !== 'done') throw new Error(JSON.stringify(job))
    timed.sent.push(performance.now() - begin)
    // The first round reads modules.
    if (round === -1) for (const each of Object.values(timed)) each.length = 0
  }
  return {
    nodes: Object.keys(scene.nodes).length,
    bytes: baked.glb.length,
    ms: Object.fromEntries(Object.entries(timed).map(([name, each]) => [name, spread(each)])),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'blender-bench-'))
const blender = await BlenderReceiver.open(false)
try {
  await blender.run(`from plat_import.building import _mend_numpy\n_mend_numpy()`)
  const buildings = []
  for (const options of BUILDINGS) buildings.push(await measure(blender, options))
  const parameters = { rounds, blender: blenderVersion() }
  const results = { machine: started, parameters, buildings }
  console.log(JSON.stringify(results, null, 2))
  writeResults('blender', results)
} finally {
  await blender.close()
  rmSync(folder, { recursive: true })
}
