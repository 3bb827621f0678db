import { checkCollisions } from '../../architect/checks/collisions.ts'
import { meeting } from '../../architect/checks/meeting.ts'
import { obstaclesOf } from '../../architect/checks/obstacles.ts'
import { validateScene } from '../../architect/checks/validate.ts'
import { verifyScene } from '../../architect/checks/verify.ts'
import { levelFrames } from '../../architect/kernel/levels.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { machine, rounded, spread, writeResults } from './results.ts'

/** The time that all rounds may take together, in milliseconds. */
const ROUNDS_MS = 12_000
const ROUNDS_MAX = 60

/** A furnished building of some 800 nodes, made by the edits themselves. */
const options = { storeys: 2, roomsPerSide: 11, seed: 8 }
const building = largeBuilding(options)
/** The same scene with nothing cached: every round derives walls, rooms and floors anew. */
const fresh = (): Scene => structuredClone(building)

const verify: number[] = []
const validate: number[] = []
const edited: number[] = []
const indexed: number[] = []
const pairs: number[] = []
const began = performance.now()
while (verify.length < 3 || (verify.length < ROUNDS_MAX && performance.now() - began < ROUNDS_MS)) {
  const unseen = fresh()
  verify.push(milliseconds(() => verifyScene(unseen).graphHash))
  const scene = fresh()
  validate.push(milliseconds(() => validateScene(scene)))
  edited.push(milliseconds(() => validateScene(withOneEdit(scene))))
  // The scene has its shapes cached, so that only the search for pairs is measured.
  for (const level of levelFrames(scene).keys()) obstaclesOf(scene, level)
  indexed.push(milliseconds(() => checkCollisions(scene)))
  pairs.push(milliseconds(() => everyPair(scene)))
}

const [first, ...warm] = verify
const collisions = { indexed: spread(indexed), pair_by_pair: spread(pairs) }
const result = {
  machine: machine(),
  ...options,
  nodes: Object.keys(building.nodes).length,
  walls: nodesOf(building, 'wall').length,
  items: nodesOf(building, 'item').length,
  verify_ms: { first: rounded(first, 1), ...spread(warm) },
  validate_ms: spread(validate),
  validate_after_an_edit_ms: spread(edited),
  collisions_ms: collisions,
  pair_by_pair_over_indexed: rounded(collisions.pair_by_pair.p50 / collisions.indexed.p50, 1),
}
console.log(JSON.stringify(result, null, 2))
writeResults('architect-verify', result)

function milliseconds(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function withOneEdit(scene: Scene): Scene {
  const [wall] = nodesOf(scene, 'wall')
  return { ...scene, nodes: { ...scene.nodes, [wall.id]: { ...wall, label: 'Edited' } } }
}

/** The same test on every pair, as one would do it without an index. */
function everyPair(scene: Scene): number {
  let met = 0
  for (const level of levelFrames(scene).keys()) {
    const obstacles = obstaclesOf(scene, level)
    for (let i = 0; i < obstacles.length; i++)
      for (let j = i + 1; j < obstacles.length; j++) if (meeting(obstacles[i], obstacles[j])) met++
  }
  return met
}
