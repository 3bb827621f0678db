/**
 * Walls with two openings each (stubs of less than a metre have none), joined, cut and meshed from
 * a new scene; manifold-3d makes the same solids of the same footprints by extrusion and boolean
 * difference.
 *
 *   node tests/bench/architect-walls.ts [--walls 200] [--rounds 21] [--seed 7]
 */
import { parseArgs } from 'node:util'
import Module from 'manifold-3d'
import { volumeOf } from '../../architect/geometry/mesh-measure.ts'
import { degreesOf } from '../../architect/geometry/point.ts'
import { findRooms } from '../../architect/kernel/rooms.ts'
import { wallBody } from '../../architect/kernel/walls/wall-body.ts'
import { type WallShape, wallShapes } from '../../architect/kernel/walls/wall-shapes.ts'
import type { Scene } from '../../architect/scene/scene.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { dividedPlan } from '../houses/divided-plan.ts'
import { wallPlan } from '../houses/wall-plan.ts'
import { machine, median, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    walls: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '21' },
    seed: { type: 'string', default: '7' },
  },
})
const wallCount = wholeOption(values.walls, 'walls')
const rounds = wholeOption(values.rounds, 'rounds')
const seed = wholeOption(values.seed, 'seed')
const started = machine()
const LEVEL = 'level_2'

const scene = benchScene()
const { Manifold, CrossSection } = await peer()
const ours: Timing[] = []
const theirs: number[] = []
for (let round = 0; round < rounds; round++) {
  // New maps of nodes: the caches of a scene are keyed by them.
  ours.push(timed({ ...scene, nodes: { ...scene.nodes } }))
  theirs.push(timedPeer([...wallShapes(scene, LEVEL).values()]))
}
const shapes = [...wallShapes(scene, LEVEL).values()]
const result = {
  machine: started,
  walls: shapes.length,
  openings: shapes.reduce((sum, { openings }) => sum + openings.length, 0),
  rooms: findRooms(scene, LEVEL).length,
  triangles: ours[0].triangles,
  rounds,
  seed,
  first_run_cpu_ms: { ...figures([ours[0]]), manifold_3d: rounded(theirs[0], 2) },
  median_cpu_ms: { ...figures(ours), manifold_3d: rounded(median(theirs), 2) },
  times_as_fast_as_manifold_3d: rounded(
    median(ours.map(({ joined, meshed }, round) => theirs[round] / (joined + meshed))),
    1,
  ),
  largest_difference_of_volumes_m3: largestDifference(shapes),
}
console.log(result)
writeResults('architect-walls', result)

/** Processor time of this thread in ms, without other work of the machine. */
function now(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

interface Timing {
  joined: number
  meshed: number
  rooms: number
  triangles: number
}

/**
 * A rectangle divided at random until it has the requested walls, a door and a window in each of 1
 * m or more.
 */
function benchScene(): Scene {
  const side = Math.sqrt(wallCount) * 2.4
  const walls = dividedPlan(seededRandom(seed), {
    width: rounded(side * 1.2, 2),
    depth: rounded(side, 2),
    divisions: Math.ceil(wallCount / 1.9),
    degrees: 0,
    outer: 0.3,
  })
  const openings = walls.flatMap(({ start, end }, wall) => {
    const long = Math.hypot(end[0] - start[0], end[1] - start[1])
    if (long < 1) return []
    const width = Math.min(1.2, long / 5)
    return [
      { wall, kind: 'door' as const, offset: long * 0.3, width, height: 2, sill: 0 },
      { wall, kind: 'window' as const, offset: long * 0.7, width, height: 1.2, sill: 0.9 },
    ]
  })
  return wallPlan(walls, openings)
}

function timed(scene: Scene): Timing {
  const began = now()
  const joined = wallShapes(scene, LEVEL)
  const cut = now()
  let triangles = 0
  for (const id of joined.keys()) {
    for (const { mesh } of wallBody(scene, id).parts) triangles += mesh.indices.length / 3
  }
  const meshed = now()
  findRooms(scene, LEVEL)
  const ended = now()
  return { joined: cut - began, meshed: meshed - cut, rooms: ended - meshed, triangles }
}

function figures(timings: readonly Timing[]) {
  const of = (figure: (timing: Timing) => number) => rounded(median(timings.map(figure)), 2)
  return {
    joined: of(({ joined }) => joined),
    meshed: of(({ meshed }) => meshed),
    joined_and_meshed: of(({ joined, meshed }) => joined + meshed),
    rooms: of(({ rooms }) => rooms),
  }
}

async function peer() {
  const manifold = await Module()
  manifold.setup()
  return manifold
}

/** Solids and their meshes of footprints that are joined already. */
function timedPeer(joined: readonly WallShape[]): number {
  const began = now()
  for (const shape of joined) {
    const solid = peerSolid(shape)
    solid.getMesh()
    solid.delete()
  }
  return now() - began
}

/** The footprint extruded, less a box an opening that reaches out of the wall on all open sides. */
function peerSolid({ footprint, path, thickness, base, top, openings }: WallShape) {
  // Its plan is x and y, counter-clockwise, and it extrudes upward along z.
  const section = new CrossSection([footprint.map(([x, z]): [number, number] => [x, -z])])
  let solid = Manifold.extrude(section, top - base)
  section.delete()
  for (const { from, to, sill, head } of openings) {
    const [x, z] = path.at((from + to) / 2)
    const low = sill === 0 ? -1 : sill
    const box = Manifold.cube([to - from, thickness * 2, head - low], true)
      .rotate([0, 0, degreesOf(path.direction(0))])
      .translate([x, -z, (head + low) / 2])
    const cut = Manifold.difference(solid, box)
    solid.delete()
    box.delete()
    solid = cut
  }
  return solid
}

function largestDifference(joined: readonly WallShape[]): number {
  let largest = 0
  for (const shape of joined) {
    const solid = peerSolid(shape)
    const volume = wallBody(scene, shape.id).parts.reduce(
      (sum, { mesh }) => sum + volumeOf(mesh),
      0,
    )
    largest = Math.max(largest, Math.abs(solid.volume() - volume))
    solid.delete()
  }
  return rounded(largest, 6)
}
