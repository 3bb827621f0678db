import { zoneInside } from '../../kernel/rooms.ts'
import { levelIdOf, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'

/** A room whose area an edit changed, in square metres; null where there is no such room. */
export interface ZoneChange {
  zoneId: string
  label?: string
  before: { netArea: number } | null
  after: { netArea: number } | null
}

/** Net areas that differ by less are the same, in square metres: half of the grid of answers. */
const SAME_M2 = 5e-5

/** The rooms whose net area differs between two scenes, in the order of the later scene. */
export function zoneChanges(before: Scene, after: Scene): ZoneChange[] {
  const levels = changedLevels(before, after)
  const zones = [...nodesOf(after, 'zone'), ...nodesOf(before, 'zone')]
  const ids = new Set(zones.filter(({ parent }) => levels.has(parent!)).map(({ id }) => id))
  return [...ids].flatMap((zoneId) => {
    const [was, now] = [before, after].map((scene) =>
      nodeOf(scene, zoneId, 'zone') ? zoneInside(scene, zoneId).netArea : null,
    )
    if (was !== null && now !== null && isSame(was, now)) return []
    const { label } = nodeOf(after, zoneId, 'zone') ?? nodeOf(before, zoneId, 'zone')!
    return [{ zoneId, label, before: figure(was), after: figure(now) }]
  })
}

/** Also where the grid hides the difference: no room is listed with equal figures. */
const isSame = (was: number, now: number): boolean =>
  Math.abs(was - now) < SAME_M2 || quantize(was) === quantize(now)

const figure = (netArea: number | null) =>
  netArea === null ? null : { netArea: quantize(netArea) }

/** The levels on which a node differs, and those to which a stair that differs leads. */
export function changedLevels(before: Scene, after: Scene): ReadonlySet<string> {
  const last = lastChanged.get(after.nodes)
  if (last?.before === before.nodes) return last.levels
  const levels = findChangedLevels(before, after)
  lastChanged.set(after.nodes, { before: before.nodes, levels })
  return levels
}

/** Each check of an edit needs its levels. */
const lastChanged = new WeakMap<
  Scene['nodes'],
  { before: Scene['nodes']; levels: ReadonlySet<string> }
>()

function findChangedLevels(before: Scene, after: Scene): Set<string> {
  const levels = new Set<string>()
  for (const scene of [before, after])
    for (const node of Object.values(scene.nodes)) {
      if (before.nodes[node.id] === after.nodes[node.id]) continue
      const level = levelIdOf(scene, node)
      if (level !== null) levels.add(level)
      if (node.kind === 'stair') levels.add(node.toLevel)
    }
  return levels
}
