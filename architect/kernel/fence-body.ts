import { MeshBuilder } from '../geometry/mesh.ts'
import type { MaterialName } from '../scene/materials.ts'
import type { FenceStyle, NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { postPlaces, type Stretch, stretchesOf } from './along-path.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { levelFrames } from './levels.ts'
import { addUpright, upright } from './upright.ts'

/** Distance between posts, and their width, in metres. */
const POST_SPACING_M = 1.8
const POST_M = 0.09
/** Slats, and the wires of a mesh: width, and distance from one to the next. */
const SLAT_M = 0.08
const SLAT_SPACING_M = 0.12
const WIRE_M = 0.008
const WIRE_SPACING_M = 0.15
const HEDGE_M = 0.6

/** Look of each style, the name of its part, and whether it has posts. */
const STYLES: Record<FenceStyle, { look: MaterialName; part: string; hasPosts: boolean }> = {
  slats: { look: 'wood_pine', part: 'fence', hasPosts: true },
  panels: { look: 'cladding_dark', part: 'fence', hasPosts: true },
  mesh: { look: 'black_metal', part: 'fence', hasPosts: true },
  hedge: { look: 'plant', part: 'hedge', hasPosts: false },
}

/** Posts and the filling between them; a hedge has no posts. */
export function fenceBody(scene: Scene, fence: NodeOf<'fence'>): Body {
  const height = levelFrames(scene).get(fence.parent!)?.elevation ?? 0
  const builder = new MeshBuilder()
  const stretches = stretchesOf(fence.path, POST_SPACING_M)
  const { look, part, hasPosts } = STYLES[fence.style]
  if (hasPosts) {
    const half = POST_M / 2
    for (const { at, direction } of postPlaces(stretches))
      addUpright(
        builder,
        upright(-half, half, 0, fence.height),
        { origin: at, along: direction, height },
        -half,
        half,
      )
  }
  for (const stretch of stretches) addFilling(builder, stretch, fence, height)
  const material = faceLook(fence, 'body', look)
  const mesh = builder.build()
  const parts = mesh.indices.length > 0 ? [{ name: part, material, mesh }] : []
  return { nodeId: fence.id, parts }
}

function addFilling(
  builder: MeshBuilder,
  { start, direction, length, posts }: Stretch,
  { style, height }: NodeOf<'fence'>,
  floor: number,
): void {
  const plane = { origin: start, along: direction, height: floor }
  const bar = (from: number, to: number, low: number, high: number, half: number, aside = 0) =>
    addUpright(builder, upright(from, to, low, high), plane, aside - half, aside + half)
  if (style === 'hedge') {
    bar(-HEDGE_M / 2, length + HEDGE_M / 2, 0, height, HEDGE_M / 2)
    return
  }
  for (const [index, post] of posts.slice(1).entries()) {
    const [from, to] = [posts[index] + POST_M / 2, post - POST_M / 2]
    if (to - from < SLAT_M) continue
    switch (style) {
      case 'panels':
        bar(from, to, 0.05, height - 0.05, 0.015)
        break
      case 'slats':
        for (const low of [0.2, height - 0.25]) bar(from, to, low, low + 0.06, 0.02)
        // On the left of the rails, so that the smoother side faces outward.
        for (const s of spread(from, to, SLAT_SPACING_M, SLAT_M))
          bar(s, s + SLAT_M, 0.06, height - 0.03, 0.01, 0.03)
        break
      case 'mesh':
        for (const s of spread(from, to, WIRE_SPACING_M, WIRE_M))
          bar(s, s + WIRE_M, 0.03, height - 0.03, WIRE_M / 2)
        for (const y of spread(0.03, height - 0.03, WIRE_SPACING_M, WIRE_M))
          bar(from, to, y, y + WIRE_M, WIRE_M / 2, WIRE_M)
        break
      default:
        style satisfies never
    }
  }
}

/** Slats or wires between two posts, or one above the other. */
const SLATS_MAX = 24

/** Starts of things of a width that are spread evenly between two ends. */
function spread(from: number, to: number, spacing: number, width: number): number[] {
  const fitting = Math.floor((to - from + spacing - width) / spacing)
  const count = Math.min(SLATS_MAX, Math.max(1, fitting))
  const gap = (to - from - count * width) / (count + 1)
  return Array.from({ length: count }, (_, i) => from + gap + i * (gap + width))
}
