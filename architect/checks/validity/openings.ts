import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { type Fault, faultOf } from './fault.ts'

/** How far an opening may pass the end of its wall, or into another, by rounding: in metres. */
const ROUNDING_M = 2e-4

/** Doors, windows and openings that leave their wall lengthwise or overlap. */
export function openingFaults(scene: Scene): Fault[] {
  return nodesOf(scene, 'wall').flatMap((wall) => {
    // In the order of the scene: of two at one place the later one is reported.
    const openings = childrenOf(scene, wall.id).filter((node) => 'offset' in node)
    if (openings.length === 0) return []
    const { length } = wallPath(wall)
    return [
      ...openings.flatMap((opening) => outsideFaults(wall, length, opening)),
      ...openings.flatMap((opening, at) =>
        openings.slice(0, at).flatMap((other) => overlapFaults(wall, other, opening)),
      ),
    ]
  })
}

function outsideFaults(wall: NodeOf<'wall'>, length: number, opening: OpeningNode): Fault[] {
  const [from, to] = stretchOf(opening)
  if (from >= -ROUNDING_M && to <= length + ROUNDING_M) return []
  const message = `${opening.id} takes ${from.toFixed(2)} m to ${to.toFixed(2)} m of ${wall.id}, which is ${length.toFixed(2)} m long.`
  return [faultOf('opening.outside_wall', opening.id, 'offset', message)]
}

/** Overlaps along the wall and in height. One above the other is allowed: a light over a door. */
function overlapFaults(wall: NodeOf<'wall'>, a: OpeningNode, b: OpeningNode): Fault[] {
  const along = overlap(stretchOf(a), stretchOf(b))
  const upward = overlap([a.sill, a.sill + a.height], [b.sill, b.sill + b.height])
  if (along <= ROUNDING_M || upward <= ROUNDING_M) return []
  const message = `${b.id} and ${a.id} overlap by ${along.toFixed(2)} m along ${wall.id} and ${upward.toFixed(2)} m in height.`
  return [faultOf('opening.overlap', b.id, 'offset', message)]
}

const stretchOf = ({ offset, width }: OpeningNode): [number, number] => [
  offset - width / 2,
  offset + width / 2,
]
const overlap = (a: [number, number], b: [number, number]) =>
  Math.min(a[1], b[1]) - Math.max(a[0], b[0])
