import { levelFrames } from '../../kernel/levels.ts'
import { wallSides } from '../../kernel/rooms.ts'
import type { OpeningKind, OpeningNode } from '../../scene/nodes.ts'
import { isOpening } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'

/** The letter before the numbers of openings of each kind: door, window, passage. */
const LETTERS: Record<OpeningKind, string> = { door: 'D', window: 'W', opening: 'P' }

const known = new WeakMap<Scene['nodes'], Map<string, string>>()

/**
 * The numbers of rooms (`0.01`: the level's index and a running number on it) and of doors, windows
 * and passages (`D1`: running through the project), by id. They run in the order in which the nodes
 * were made, so that a new node changes no other number.
 */
export function planNumbers(scene: Scene): ReadonlyMap<string, string> {
  const cached = known.get(scene.nodes)
  if (cached) return cached
  const numbers = new Map<string, string>()
  for (const { id: levelId, index } of levelFrames(scene).values()) {
    const zones = childrenOf(scene, levelId, 'zone').map(({ id }) => id)
    for (const [at, id] of zones.sort(byMaking).entries())
      numbers.set(id, `${index}.${`${at + 1}`.padStart(2, '0')}`)
  }
  for (const kind of ['door', 'window', 'opening'] as const) {
    const ids = nodesOf(scene, kind).map(({ id }) => id)
    for (const [at, id] of ids.sort(byMaking).entries())
      numbers.set(id, `${LETTERS[kind]}${at + 1}`)
  }
  known.set(scene.nodes, numbers)
  return numbers
}

/** Ids end in a running number: a longer one is a later one. */
const byMaking = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

/** An opening of a level as the schedule lists it. */
export interface ScheduledOpening {
  number: string
  node: OpeningNode
  /** Numbers of the rooms on both sides; `outside` where there is none. */
  rooms: string[]
}

/** The openings of a level in the order of the schedule: doors, windows, passages. */
export function scheduleOf(scene: Scene, levelId: string): ScheduledOpening[] {
  const numbers = planNumbers(scene)
  const rows = childrenOf(scene, levelId, 'wall').flatMap((wall) => {
    const openings = childrenOf(scene, wall.id).filter(isOpening)
    if (openings.length === 0) return []
    const { left, right } = wallSides(scene, wall.id)
    const rooms = [left, right].map((id) => (id && numbers.get(id)) ?? 'outside')
    return openings.map((node) => ({ number: numbers.get(node.id)!, node, rooms }))
  })
  const kinds = Object.keys(LETTERS)
  return rows.sort(
    (a, b) =>
      kinds.indexOf(a.node.kind) - kinds.indexOf(b.node.kind) || byMaking(a.number, b.number),
  )
}
