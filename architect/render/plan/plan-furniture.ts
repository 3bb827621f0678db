import { type AssetPart, HANGS_FROM_CEILING } from '../../assets/asset.ts'
import { assetParts } from '../../assets/asset-body.ts'
import type { Mesh } from '../../geometry/mesh.ts'
import { add, type Point, rotate } from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'
import { type Region, union } from '../../geometry/regions.ts'
import { itemShape } from '../../kernel/item-shape.ts'
import { materialOf } from '../../scene/materials.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { INK, type Paper, PEN } from '../paper.ts'

/** Share of an item's own colour; the rest is white. */
const OWN_SHARE = 0.3

/** One solid of an item as seen from above, in the item's own frame. */
interface Outline {
  part: AssetPart
  regions: Region[]
  top: number
}

const symbols = new WeakMap<readonly AssetPart[], Outline[]>()

/**
 * Draws the items that stand on a level or hang on its walls as seen from above, in pale colours
 * with lines: a plan's symbols are the outlines of the items' solids. What is wholly above the cut
 * is dashed. Returns the ids.
 */
export function drawFurniture(
  paper: Paper,
  scene: Scene,
  levelId: string,
  cut: number,
  marked: ReadonlySet<string>,
): string[] {
  const items = planItems(scene, levelId)
  for (const { item, shape } of items) {
    const { bottom, outline } = shape.prism
    if (bottom >= cut) {
      paper.outline([outline], INK.quiet, PEN.thin, [1.2, 0.8])
      continue
    }
    for (const { part, regions } of outlinesOf(assetParts(shape.asset, shape.size))) {
      const { color } = materialOf(item.finishes?.[part.name], part.preset)
      const fill = marked.has(item.id) ? INK.mark : color
      paper.fillRegions(placed(regions, item), mixed(fill, OWN_SHARE), {
        color: marked.has(item.id) ? INK.mark : INK.line,
        width: PEN.hair,
      })
    }
  }
  return items.map(({ item }) => item.id)
}

/** The items that a plan of the level shows, from the lowest up. */
export function planItems(scene: Scene, levelId: string) {
  return childrenOf(scene, levelId, 'item')
    .flatMap((item) => {
      const shape = itemShape(scene, item.id)
      return shape && !HANGS_FROM_CEILING[shape.asset.attach] ? [{ item, shape }] : []
    })
    .sort(
      (a, b) =>
        a.shape.prism.bottom - b.shape.prism.bottom ||
        a.shape.prism.top - b.shape.prism.top ||
        (a.item.id < b.item.id ? -1 : 1),
    )
}

/** A colour mixed with the white of the paper. */
export function mixed(color: string, share: number): string {
  const channel = (at: number): string => {
    const own = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(255 + (own - 255) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

function placed(regions: readonly Region[], { position, rotation }: NodeOf<'item'>): Region[] {
  const [x, , z] = position
  const moved = (ring: Polygon): Polygon =>
    ring.map((corner) => add([x, z], rotate(corner, rotation)))
  return regions.map(({ outer, holes }) => ({ outer: moved(outer), holes: holes.map(moved) }))
}

/** The solids of an item from above, from the lowest top to the highest. */
function outlinesOf(parts: readonly AssetPart[]): Outline[] {
  const known = symbols.get(parts)
  if (known) return known
  const outlines = parts
    .flatMap((part) =>
      solidsOf(part.mesh).map(({ triangles, top }) => ({ part, regions: union(triangles), top })),
    )
    .filter(({ regions }) => regions.length > 0)
    .sort((a, b) => a.top - b.top)
  symbols.set(parts, outlines)
  return outlines
}

/** Corners nearer than this are one, in metres. */
const SAME_M = 1e-5

/** The separate solids of a mesh: their triangles that face up, in plan, and their tops. */
function solidsOf({ positions, indices }: Mesh): { triangles: Point[][]; top: number }[] {
  const firsts = new Map<string, number>()
  const corners = Array.from({ length: positions.length / 3 }, (_, k) => {
    const key = [0, 1, 2].map((axis) => Math.round(positions[k * 3 + axis] / SAME_M)).join(' ')
    const first = firsts.get(key) ?? k
    firsts.set(key, first)
    return first
  })
  const parents = corners.map((_, k) => k)
  const rootOf = (k: number): number => {
    let root = k
    while (parents[root] !== root) root = parents[root]
    for (let at = k; parents[at] !== root; ) [parents[at], at] = [root, parents[at]]
    return root
  }
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => rootOf(corners[indices[i + k]]))
    parents[b] = a
    parents[rootOf(c)] = a
  }
  const solids = new Map<number, { triangles: Point[][]; top: number }>()
  for (let i = 0; i < indices.length; i += 3) {
    const root = rootOf(corners[indices[i]])
    const solid = solids.get(root) ?? { triangles: [], top: -Infinity }
    solids.set(root, solid)
    const ring = [0, 1, 2].map((k): Point => {
      const at = indices[i + k] * 3
      solid.top = Math.max(solid.top, positions[at + 1])
      return [positions[at], positions[at + 2]]
    })
    // Counter-clockwise in plan as seen from above: the face looks up.
    if (signedArea(ring) > 1e-9) solid.triangles.push(ring)
  }
  return [...solids.values()]
}
