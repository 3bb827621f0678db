import { MeshBuilder } from '../../geometry/mesh.ts'
import type { MaterialName } from '../../scene/materials.ts'
import type { DoorType, NodeOf } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { wallSides } from '../rooms.ts'
import { addUpright, type Figure, upright } from '../upright.ts'
import { wallShapes } from '../walls/wall-shapes.ts'
import { cut, movedIn, movedInAbove, type OpeningPlace, openingPlace } from './opening-outline.ts'

/** Visible width of the frame, and how far it stands out of the wall's faces, in metres. */
const FRAME_M = 0.05
const FRAME_OUT_M = 0.012
const LEAF_M = 0.04
/** Between the leaf and the floor. */
const FLOOR_GAP_M = 0.006
/** Between leaves that meet. */
const JOINT_M = 0.004
/** Least width at which a sliding door has two glazed leaves, and a folding one four. */
const WIDE_M = 1.4
/** Width of a glazed leaf's rim. */
const RIM_M = 0.08
const HANDLE_HEIGHT_M = 1.05
/** Height of a section of a garage door. */
const SECTION_M = 0.55

/**
 * A frame and its closed leaves. Parts with the same number move together (`leaf_1`, `handle_1`,
 * `pane_1`); `frame` stays.
 */
export function doorBody(scene: Scene, door: NodeOf<'door'>): Body {
  const place = openingPlace(scene, door)
  if (!place) return { nodeId: door.id, parts: [] }
  const rim = Math.min(FRAME_M, place.width / 8)
  const inner = movedInAbove(place.outline, rim)
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
  const parts = leavesOf(door, raised(inner), place.depth).flatMap((leaf, index) =>
    leafParts(leaf, index + 1, place, looks),
  )
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

interface Leaf {
  figure: Figure
  /** The two faces of the leaf across the wall; left is positive. */
  from: number
  to: number
  isGlazed?: boolean
  isPanelled?: boolean
  /** Position of the handle along the leaf. */
  handle?: number
}

const raised = ([[a, y], [b, w], ...head]: Figure): Figure => [
  [a, y + FLOOR_GAP_M],
  [b, w + FLOOR_GAP_M],
  ...head,
]

function leavesOf(door: NodeOf<'door'>, inner: Figure, thickness: number): Leaf[] {
  const [[left, bottom], [right]] = inner
  const middle = (left + right) / 2
  const width = right - left
  const leaf = Math.min(LEAF_M, thickness / 2)
  // A leaf that turns lies at the face of the side into which it opens, one that slides in the
  // middle.
  const face = thickness / 2 - 0.005
  const hung =
    door.swing === 'left' ? { from: face - leaf, to: face } : { from: -face, to: leaf - face }
  const slid = { from: -leaf / 2, to: leaf / 2 }
  const isRectangle = inner.length === 4
  const grip = 0.06
  const opposite = door.hinge === 'start' ? right - grip : left + grip
  switch (door.doorType) {
    case 'hinged':
      return [{ figure: inner, ...hung, isPanelled: isRectangle, handle: opposite }]
    case 'pocket':
      return [{ figure: inner, ...slid, handle: opposite }]
    case 'double':
      return [
        {
          figure: cut(inner, middle - JOINT_M / 2, 1),
          ...hung,
          isPanelled: isRectangle,
          handle: middle - grip,
        },
        {
          figure: cut(inner, middle + JOINT_M / 2, -1),
          ...hung,
          isPanelled: isRectangle,
          handle: middle + grip,
        },
      ]
    case 'sliding':
      return width < WIDE_M
        ? [{ figure: inner, ...slid, handle: opposite }]
        : [
            {
              figure: cut(inner, middle + RIM_M / 2, 1),
              from: 0,
              to: leaf,
              isGlazed: true,
              handle: left + RIM_M / 2,
            },
            { figure: cut(inner, middle - RIM_M / 2, -1), from: -leaf, to: 0, isGlazed: true },
          ]
    case 'folding': {
      const count = width < WIDE_M ? 2 : 4
      return Array.from({ length: count }, (_, i) => {
        const [from, to] = [left + (width * i) / count, left + (width * (i + 1)) / count]
        return { figure: cut(cut(inner, to - JOINT_M / 2, 1), from + JOINT_M / 2, -1), ...slid }
      })
    }
    case 'garage': {
      const top = Math.max(...inner.map(([, y]) => y))
      const count = Math.max(1, Math.round((top - bottom) / SECTION_M))
      return Array.from({ length: count }, (_, i) => {
        const [low, high] = [i, i + 1].map((step) => bottom + ((top - bottom) * step) / count)
        return { figure: between(inner, low, high), ...hung }
      })
    }
  }
}

/** The part of the figure between two heights, with a joint above it. */
function between(figure: Figure, low: number, high: number): Figure {
  const lying = figure.map(([s, y]) => [y, s] as const)
  return cut(cut(lying, high - JOINT_M, 1), low, -1).map(([y, s]) => [s, y] as const)
}

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
    const inward = leaf.handle > (figure[0][0] + figure[1][0]) / 2 ? -1 : 1
    addGrip(handle, place, leaf.handle, inward, height, to, 1)
    addGrip(handle, place, leaf.handle, inward, height, from, -1)
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
