import type { Kind } from '../../architect/scene/nodes.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'

type Random = () => number
type Given = Record<string, unknown>

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]
const point = (random: Random): [number, number] => [
  Math.round(random() * 36 - 18) / 2,
  Math.round(random() * 36 - 18) / 2,
]
/** A rectangle far from most rooms, whose slabs and ceilings take the place otherwise. */
function rectangle(random: Random): [number, number][] {
  const [x, z] = [Math.floor(random() * 200) + 30, Math.floor(random() * 200) + 30]
  return [
    [x, z],
    [x + 2, z],
    [x + 2, z - 2],
    [x, z - 2],
  ]
}

/** Fields of a new element of each kind. */
const FIELDS: Record<string, (random: Random) => Given> = {
  slab: (random) => ({ polygon: rectangle(random), top: pick(random, [0, -0.1]) }),
  ceiling: (random) => ({ polygon: rectangle(random), height: pick(random, [2.4, 2.6]) }),
  column: (random) => ({ position: point(random), outline: pick(random, ['circle', 'rectangle']) }),
  beam: (random) => ({ start: point(random), end: point(random), depth: 0.25 }),
  fence: (random) => ({ path: [point(random), point(random)], style: 'hedge' }),
  railing: (random) => ({ path: [point(random), point(random)], height: 1 }),
  annotation: (random) => ({ position: point(random), text: 'Here' }),
}

/** A call of `set_element`: a new element on a level, or one that stands, with another name. */
export function elementCall(scene: Scene, random: Random): Given {
  const kind = pick(random, Object.keys(FIELDS)) as Kind
  const nodes = nodesOf(scene, kind)
  if (nodes.length > 0 && random() < 0.4)
    return {
      id: pick(random, nodes).id,
      ...(random() < 0.5 ? { label: `Changed ${Math.floor(random() * 1e6)}` } : { move: [0.1, 0] }),
    }
  const levels = nodesOf(scene, 'level')
  return { kind, levelId: pick(random, levels)?.id, ...FIELDS[kind](random) }
}
