import { MeshBuilder } from '../../geometry/mesh.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { addUpright, type Figure, upright } from '../upright.ts'
import { cut, movedIn, type OpeningPlace, openingPlace } from './opening-outline.ts'

/** Visible widths of the fixed frame and of what opens in it, in metres. */
const FRAME_M = 0.05
const SASH_M = 0.05
const BAR_M = 0.03
/** Across the wall. */
const FRAME_DEPTH_M = 0.08
const SASH_DEPTH_M = 0.05
const PANE_DEPTH_M = 0.024
/** A pane gets a bar where it is wider or higher than this. */
const PANE_MAX_M = 1.6
/** The board at the foot of a window: its thickness and how far it stands out of the wall. */
const SILL_M = 0.03
const SILL_OUT_M = 0.04
/** Windows that begin lower reach the floor, and have no board. */
const SILL_FROM_M = 0.3

/**
 * A frame and its closed leaves. Parts with the same number move together (`leaf_1`, `pane_1`,
 * `handle_1`); those without a number stay.
 */
export function windowBody(scene: Scene, window: NodeOf<'window'>): Body {
  const place = openingPlace(scene, window)
  if (!place) return { nodeId: window.id, parts: [] }
  const depth = Math.min(FRAME_DEPTH_M, place.depth)
  const rim = Math.min(FRAME_M, place.width / 8, (place.head - place.sill) / 8)
  const inner = movedIn(place.outline, rim)
  const looks = {
    frame: faceLook(window, 'frame', 'wood_white'),
    pane: faceLook({}, 'pane', 'glass'),
    handle: faceLook({}, 'handle', 'steel'),
    sill: faceLook(window, 'sill', 'stone'),
  }
  const frame = new MeshBuilder()
  addUpright(frame, place.outline, place.plane, -depth / 2, depth / 2, [inner])
  const parts: Part[] = []
  const part = (name: string, look: keyof typeof looks, builder: MeshBuilder) =>
    parts.push({ name, material: looks[look], mesh: builder.build() })
  const panes = leavesOf(window, inner, depth)
  for (const { number, figure, at, handle } of panes) {
    const end = number === undefined ? '' : `_${number}`
    const sash = number === undefined ? frame : new MeshBuilder()
    const glass = glazed(
      sash,
      place,
      figure,
      at,
      number === undefined ? 0 : rim * (SASH_M / FRAME_M),
    )
    if (number !== undefined) part(`leaf${end}`, 'frame', sash)
    part(`pane${end}`, 'pane', glass)
    if (handle) part(`handle${end}`, 'handle', handleAt(place, handle, at))
  }
  part('frame', 'frame', frame)
  if (place.sill >= SILL_FROM_M) part('sill', 'sill', sillBoards(place, depth))
  return { nodeId: window.id, parts }
}

/** A field filled with a pane. */
interface Leaf {
  /** Absent where the field does not open. */
  number?: number
  figure: Figure
  /** The middle of the leaf across the wall; left is positive. */
  at: number
  /** Position of the handle, `[along, height]`. */
  handle?: readonly [number, number]
}

function leavesOf({ windowType }: NodeOf<'window'>, inner: Figure, depth: number): Leaf[] {
  const [[left, bottom], [right]] = inner
  const top = Math.max(...inner.map(([, y]) => y))
  const middle = (left + right) / 2
  const half = (bottom + top) / 2
  const edge = SASH_M / 2
  switch (windowType) {
    case 'fixed':
      return [{ figure: inner, at: 0 }]
    case 'casement':
      return [{ number: 1, figure: inner, at: 0, handle: [right - edge, half] }]
    case 'awning':
      return [{ number: 1, figure: inner, at: 0, handle: [middle, bottom + edge] }]
    case 'double_casement':
      return [
        { number: 1, figure: cut(inner, middle, 1), at: 0, handle: [middle - edge, half] },
        { number: 2, figure: cut(inner, middle, -1), at: 0 },
      ]
    case 'sliding': {
      const track = Math.min(SASH_DEPTH_M, depth / 2) / 2
      return [
        {
          number: 1,
          figure: cut(inner, middle + edge, 1),
          at: track,
          handle: [left + edge, half],
        },
        { number: 2, figure: cut(inner, middle - edge, -1), at: -track },
      ]
    }
  }
}

/** Adds a sash of this width to `sash`, with bars where the pane is large, and returns the pane. */
function glazed(
  sash: MeshBuilder,
  { plane }: OpeningPlace,
  figure: Figure,
  at: number,
  width: number,
): MeshBuilder {
  const light = width > 0 ? movedIn(figure, width) : figure
  const [from, to] = [at - SASH_DEPTH_M / 2, at + SASH_DEPTH_M / 2]
  if (width > 0) addUpright(sash, figure, plane, from, to, [light])
  const pane = new MeshBuilder()
  addUpright(pane, light, plane, at - PANE_DEPTH_M / 2, at + PANE_DEPTH_M / 2)
  const [[left, bottom], [right]] = light
  const count = Math.ceil((right - left) / PANE_MAX_M)
  // In front of and behind the pane, so that each stays a solid of its own.
  for (let bar = 1; bar < count; bar++) {
    const s = left + ((right - left) * bar) / count
    const top = heightOver(light, s)
    const figure = upright(s - BAR_M / 2, s + BAR_M / 2, bottom, top)
    addUpright(sash, figure, plane, at + PANE_DEPTH_M / 2, to)
    addUpright(sash, figure, plane, from, at - PANE_DEPTH_M / 2)
  }
  return pane
}

/** Height of the figure's upper edge at `s` along it, where a bar ends. */
function heightOver(figure: Figure, s: number): number {
  const near = figure.flatMap(([a, y], index) => {
    const [b, w] = figure[(index + 1) % figure.length]
    const isOver = (a - s) * (b - s) <= 0 && a !== b
    return isOver ? [y + ((w - y) * (s - a)) / (b - a)] : []
  })
  return Math.max(...near)
}

/** A grip on the side of the room, assumed to be the wall's left. */
function handleAt({ plane }: OpeningPlace, [s, y]: readonly [number, number], at: number) {
  const builder = new MeshBuilder()
  const face = at + SASH_DEPTH_M / 2
  addUpright(builder, upright(s - 0.012, s + 0.012, y - 0.06, y + 0.06), plane, face, face + 0.03)
  return builder
}

/** Boards from the frame to beyond both faces of the wall. */
function sillBoards(place: OpeningPlace, depth: number): MeshBuilder {
  const { plane, width, sill, thickness } = place
  // Half of the bulge of a curved wall: its faces are this much farther out at the middle.
  const out = thickness / 2 + (thickness - place.depth) / 2 + SILL_OUT_M
  const builder = new MeshBuilder()
  const figure = upright(-width / 2, width / 2, sill, sill + SILL_M)
  addUpright(builder, figure, plane, depth / 2, out)
  addUpright(builder, figure, plane, -out, -depth / 2)
  return builder
}
