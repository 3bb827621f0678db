/**
 * Edits of rooms of a furnished building of some 800 nodes, and verify after each, as a draft
 * makes them one after another; the peer is the same edit and verify where nothing is cached from
 * the scenes before, as by a program that opens the project anew for each call. Also the calls
 * that look at much of the building: ways, doors between two rooms, the facade.
 *
 *   node tests/bench/architect-rooms.ts [--edits 120] [--seed 5]
 */
import { parseArgs } from 'node:util'
import { measure } from '../../architect/checks/measure.ts'
import { verifyScene } from '../../architect/checks/verify.ts'
import { Draft } from '../../architect/operations/draft.ts'
import { isRefused } from '../../architect/operations/draft-answer.ts'
import { neighbourPairs } from '../../architect/operations/rooms/join-rooms.ts'
import { MATERIAL_NAMES } from '../../architect/scene/materials.ts'
import { nodesOf } from '../../architect/scene/scene.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { largeBuilding } from '../houses/large-building.ts'
import { moveWallCall } from '../houses/move-wall-call.ts'
import { ROOM_CALLS } from '../houses/room-calls.ts'
import { machine, median, rounded, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '120' },
    seed: { type: 'string', default: '5' },
  },
})
const edits = wholeOption(values.edits, 'edits')
const seed = wholeOption(values.seed, 'seed')
/** Edits that stay in the building before all are undone, so that it stays what it is. */
const EDITS_MADE_MAX = 5
const CALLS = { move_wall: moveWallCall, ...ROOM_CALLS }
const TOOLS = Object.keys(CALLS) as (keyof typeof CALLS)[]

interface Timing {
  name: string
  draft: number
  anew: number
}

const started = machine()
const building = largeBuilding({ storeys: 2, roomsPerSide: 11, seed: 8 })
const draft = new Draft(building)
const random = seededRandom(seed)
const timings: Timing[] = []
let made = 0
for (let i = 0; i < edits; i++) {
  const tool = TOOLS[i % TOOLS.length]
  // Arguments are chosen from a copy, so that choosing them caches nothing.
  const given = CALLS[tool](structuredClone(draft.scene), random)
  const unseen = new Draft(structuredClone(draft.scene))
  const anew = timed(() => unseen.apply(tool, given))
  const own = timed(() => draft.apply(tool, given))
  if (JSON.stringify(own.value) !== JSON.stringify({ ...anew.value, ...versionOf(own.value) }))
    throw new Error(`${tool} ${JSON.stringify(given)} has two answers`)
  const isMade = !isRefused(own.value)
  timings.push({ name: nameOf(tool, given, isMade), draft: own.took, anew: anew.took })
  if (!isMade) continue
  const copy = structuredClone(draft.scene)
  const peer = timed(() => verifyScene(copy).counts)
  const verified = timed(() => verifyScene(draft.scene).counts)
  timings.push({ name: 'verify', draft: verified.took, anew: peer.took })
  if (++made % EDITS_MADE_MAX === 0) draft.undo(EDITS_MADE_MAX)
}

// Calls that look at much of the building, each on the building as it was first.
const rooms = nodesOf(building, 'zone')
const CALLS_OF_KIND = 12
for (let i = 0; i < CALLS_OF_KIND; i++) {
  const [from, to] = [0, 1].map(() => rooms[Math.floor(random() * rooms.length)].id)
  const own = timed(() => measure(building, { mode: 'path', fromId: from, toId: to }))
  const copy = structuredClone(building)
  const anew = timed(() => measure(copy, { mode: 'path', fromId: from, toId: to }))
  timings.push({ name: 'measure, path', draft: own.took, anew: anew.took })
  const facade = { facade: { preset: MATERIAL_NAMES[i] }, apply: 'existing' }
  timeCall('set_building, facade', 'set_building', facade)
}
const pairs = nodesOf(building, 'level').flatMap(({ id }) => [...neighbourPairs(building, id)])
const DOOR_M = 2.4
for (const [zoneId, near] of pairs)
  for (const to of near) timeCall('add_door, to', 'add_door', { zoneId, to, width: DOOR_M })

const names = [...new Set(timings.map(({ name }) => name))].sort()
const result = {
  machine: started,
  nodes: Object.keys(building.nodes).length,
  edits,
  seed,
  cpu_ms: Object.fromEntries(names.map((name) => [name, figures(name)])),
}
console.log(JSON.stringify(result, null, 2))
writeResults('architect-rooms', result)

/** Times a call on the first building, in which geometry is cached, and on a copy of it. */
function timeCall(name: string, tool: string, given: Record<string, unknown>): void {
  const [seen, unseen] = [building, structuredClone(building)].map((scene) => new Draft(scene))
  const anew = timed(() => unseen.apply(tool, given))
  const own = timed(() => seen.apply(tool, given))
  const answer = isRefused(own.value) ? `${name}, refused` : name
  timings.push({ name: answer, draft: own.took, anew: anew.took })
}

function nameOf(tool: string, { items }: Record<string, unknown>, isMade: boolean): string {
  if (!isMade) return `${tool}, refused`
  return items === 'refurnish' ? `${tool}, refurnish` : tool
}

/** The version of an answer, which counts the edits of its own draft. */
function versionOf(answer: object): object {
  return 'draftVersion' in answer ? { draftVersion: answer.draftVersion } : {}
}

/** A value and the processor time of this thread that it took, in ms. */
function timed<Value>(work: () => Value): { value: Value; took: number } {
  const before = process.threadCpuUsage()
  const value = work()
  const { user, system } = process.threadCpuUsage(before)
  return { value, took: (user + system) / 1000 }
}

function figures(name: string) {
  const own = timings.filter((timing) => timing.name === name)
  const { p50, p99, n } = spread(own.map((timing) => timing.draft))
  return {
    p50: rounded(p50, 1),
    p99: rounded(p99, 1),
    n,
    anew_over_draft: rounded(median(own.map((timing) => timing.anew / timing.draft)), 1),
  }
}
