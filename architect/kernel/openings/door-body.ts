import { MeshBuilder } from '../../geometry/mesh.ts'
import type { MaterialName } from '../../scene/materials.ts'
import type { DoorType, NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { wallSides } from '../rooms.ts'
import { addUpright, type Figure, upright } from '../upright.ts'
import { wallShapes } from '../walls/wall-shapes.ts'
import { doorLeaves, FRAME_OUT_M, type Leaf, RIM_M } from './door-leaves.ts'
import { movedIn, type OpeningPlace, openingPlace } from './opening-outline.ts'

const HANDLE_HEIGHT_M = 1.05
/** How far the sunk grip of a leaf that slides along a wall stands out of it, in metres. */
const SUNK_GRIP_M = 0.001

/**
 * A frame and its closed leaves. Parts with the same number move together (`leaf_1`, `handle_1`,
 * `pane_1`); `frame` stays.
 */
export function doorBody(scene: Scene, door: NodeOf<'door'>): Body {
  const place = openingPlace(scene, door)
  if (!place) return { nodeId: door.id, parts: [] }
  const { inner, leaves } = doorLeaves(door, place)
  const frame = new MeshBuilder()
  // A flat frame in a curved wall stays within it, between its chord and its arc.
  const half = place.depth / 2 + (place.isCurved ? 0 : FRAME_OUT_M)
  const [outerLeft, outerRight, ...outerHead] = place.outline
  const [innerLeft, innerRight, ...innerHead] = inner
  addUpright(
    frame,
    [innerLeft, outerLeft, ...outerHead.reverse(), outerRight, innerRight, ...innerHead],
    place.plane,
    -half,
    half,
  )
  const looks: Looks = {
    leaf: faceLook(door, 'leaf', usualLeaf(scene, door)),
    handle: faceLook({}, 'handle', 'steel'),
    pane: faceLook({}, 'pane', 'glass'),
  }
  const parts = leaves.flatMap((leaf, index) => leafParts(leaf, index + 1, place, looks))
  const material = faceLook(door, 'frame', 'wood_white')
  return { nodeId: door.id, parts: [...parts, { name: 'frame', material, mesh: frame.build() }] }
}

/** Usual look of the leaves of types that look alike everywhere; null where the place decides. */
const LEAF_LOOKS: Record<DoorType, MaterialName | null> = {
  hinged: null,
  double: null,
  sliding: null,
  pocket: null,
  folding: null,
  garage: 'plaster_grey',
}

/** Doors to the outside are of oak, those between rooms white. */
function usualLeaf(scene: Scene, door: NodeOf<'door'>): MaterialName {
  const look = LEAF_LOOKS[door.doorType]
  if (look) return look
  const wall = nodeOf(scene, door.parent!, 'wall')!
  const stands = wallShapes(scene, wall.parent!).has(wall.id)
  return stands && wallSides(scene, wall.id).isExterior ? 'wood_oak' : 'wood_white'
}

type Looks = Record<'leaf' | 'handle' | 'pane', Part['material']>

function leafParts(leaf: Leaf, number: number, place: OpeningPlace, looks: Looks): Part[] {
  const { figure, from, to } = leaf
  const builder = new MeshBuilder()
  const parts: Part[] = []
  if (leaf.isGlazed) {
    const light = movedIn(figure, RIM_M)
    addUpright(builder, figure, place.plane, from, to, [light])
    const pane = new MeshBuilder()
    addUpright(pane, light, place.plane, from + (to - from) / 4, to - (to - from) / 4)
    parts.push({ name: `pane_${number}`, material: looks.pane, mesh: pane.build() })
  } else {
    const panels = leaf.isPanelled ? panelsOf(figure) : []
    addUpright(builder, figure, place.plane, from, to, panels)
    const inset = (to - from) / 5
    for (const panel of panels) addUpright(builder, panel, place.plane, from + inset, to - inset)
  }
  parts.push({ name: `leaf_${number}`, material: looks.leaf, mesh: builder.build() })
  if (leaf.handle !== undefined) {
    const handle = new MeshBuilder()
    const height = Math.min(place.sill + HANDLE_HEIGHT_M, (place.sill + place.head) / 2)
    if (leaf.grip === 'sunk') {
      const plate = upright(leaf.handle - 0.02, leaf.handle + 0.02, height - 0.08, height + 0.08)
      addUpright(handle, plate, place.plane, to, to + SUNK_GRIP_M)
      addUpright(handle, plate, place.plane, from - SUNK_GRIP_M, from)
    } else {
      const inward = leaf.handle > (figure[0][0] + figure[1][0]) / 2 ? -1 : 1
      addGrip(handle, place, leaf.handle, inward, height, to, 1)
      if (!leaf.isGlazed) addGrip(handle, place, leaf.handle, inward, height, from, -1)
    }
    parts.push({ name: `handle_${number}`, material: looks.handle, mesh: handle.build() })
  }
  return parts
}

/** Two sunken panels, the lower one up to the handle; none in a leaf that is too small for them. */
function panelsOf(figure: Figure): Figure[] {
  const [[left, bottom], [right], [, top]] = figure
  const rim = 0.11
  const lock = bottom + HANDLE_HEIGHT_M - 0.06
  if (right - left < 4 * rim || top - lock < 4 * rim) return []
  return [
    upright(left + rim, right - rim, bottom + rim * 1.6, lock - rim / 2),
    upright(left + rim, right - rim, lock + rim / 2 + 0.06, top - rim),
  ]
}

/** A lever with its neck on one face of a leaf. */
function addGrip(
  builder: MeshBuilder,
  { plane }: OpeningPlace,
  s: number,
  inward: number,
  y: number,
  face: number,
  side: 1 | -1,
): void {
  const ends = (a: number, b: number): [number, number] =>
    side > 0 ? [face + a, face + b] : [face - b, face - a]
  const [a, b] = [s - inward * 0.01, s + inward * 0.11]
  addUpright(builder, upright(s - 0.01, s + 0.01, y - 0.01, y + 0.01), plane, ...ends(0, 0.035))
  addUpright(
    builder,
    upright(Math.min(a, b), Math.max(a, b), y - 0.01, y + 0.01),
    plane,
    ...ends(0.035, 0.05),
  )
}
