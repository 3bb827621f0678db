import { MeshBuilder } from '../../geometry/mesh.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { addUpright, type Figure, upright } from '../upright.ts'
import { movedIn, type OpeningPlace, openingPlace } from './opening-outline.ts'
import { FRAME_M, SASH_M, windowLeaves } from './window-leaves.ts'

const BAR_M = 0.03
/** Across the wall. */
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
  const { depth, rim, inner, leaves, room } = windowLeaves(scene, window, place)
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
  for (const { number, figure, at, thickness, handle } of leaves) {
    const end = number === undefined ? '' : `_${number}`
    const sash = number === undefined ? frame : new MeshBuilder()
    const glass = glazed(
      sash,
      place,
      figure,
      [at - thickness / 2, at + thickness / 2],
      number === undefined ? 0 : rim * (SASH_M / FRAME_M),
    )
    if (number !== undefined) part(`leaf${end}`, 'frame', sash)
    part(`pane${end}`, 'pane', glass)
    if (handle)
      part(`handle${end}`, 'handle', handleAt(place, handle, at + (room * thickness) / 2, room))
  }
  part('frame', 'frame', frame)
  if (place.sill >= SILL_FROM_M) part('sill', 'sill', sillBoards(place, depth))
  return { nodeId: window.id, parts }
}

/** Adds a sash of this width to `sash`, with bars where the pane is large, and returns the pane. */
function glazed(
  sash: MeshBuilder,
  { plane }: OpeningPlace,
  figure: Figure,
  [from, to]: [from: number, to: number],
  width: number,
): MeshBuilder {
  const light = width > 0 ? movedIn(figure, width) : figure
  const at = (from + to) / 2
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

/** A grip on the side of the room, out of the face there. */
function handleAt(
  { plane }: OpeningPlace,
  [s, y]: readonly [number, number],
  face: number,
  room: 1 | -1,
): MeshBuilder {
  const builder = new MeshBuilder()
  const [from, to] = room > 0 ? [face, face + 0.03] : [face - 0.03, face]
  addUpright(builder, upright(s - 0.012, s + 0.012, y - 0.06, y + 0.06), plane, from, to)
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
