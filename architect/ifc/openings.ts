import type { Mesh } from '../geometry/mesh.ts'
import { MeshBuilder } from '../geometry/mesh.ts'
import { add, leftOf, type Point, scale } from '../geometry/point.ts'
import { openingArea } from '../kernel/openings/opening-area.ts'
import { type OpeningPlace, openingPlace } from '../kernel/openings/opening-outline.ts'
import { headLine, openingSpan } from '../kernel/openings/openings.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import type { OpeningNode } from '../scene/nodes.ts'
import { nodeOf } from '../scene/scene.ts'
import { addDoor, addWindow, type WallPlaced } from './fillings.ts'
import type { Frame } from './frame.ts'
import type { IfcDraft } from './ifc-draft.ts'
import { enumeration, label, NONE, type Token } from './step-text.ts'

/** How far the solid of an opening stands out of both faces of its wall, in metres. */
const VOID_OUT_M = 0.05

/** Adds the hole in the wall, and the door or the window in it. */
export function addOpening(draft: IfcDraft, node: OpeningNode, wall: WallPlaced): void {
  const place = openingPlace(draft.scene, node)!
  const placed = draft.shapes.place(frameOf(place), wall)
  const opening = draft.step.add(
    'IFCOPENINGELEMENT',
    draft.idOf(node.kind === 'opening' ? node.id : `${node.id}/opening`),
    NONE,
    label(node.label || node.id),
    ...[NONE, NONE],
    placed.placement,
    draft.shapeOf(voidOf(draft, node, place, placed.frame)),
    label(node.id),
    enumeration('OPENING'),
  )
  draft.relate('IFCRELVOIDSELEMENT', `${node.id}/voids`, wall.ref, opening)
  draft.facts.quantities(opening, node.id, 'Qto_OpeningElementBaseQuantities', {
    Width: ['length', node.width],
    Height: ['length', node.height],
    Depth: ['length', place.thickness],
    Area: ['area', openingArea(node)],
  })
  if (node.kind === 'opening') return
  const add = node.kind === 'door' ? addDoor : addWindow
  const filling = add(draft, node as never, { placed, place, wall })
  draft.relate('IFCRELFILLSELEMENT', `${node.id}/fills`, opening, filling)
}

/** The lower corner at the start of the wall, in the middle of the wall; Y is the wall's left. */
function frameOf({ plane, width, sill }: OpeningPlace): Frame {
  const [x, z] = add(plane.origin, scale(plane.along, -width / 2))
  return { origin: [x, plane.height + sill, z], along: plane.along }
}

function voidOf(
  draft: IfcDraft,
  node: OpeningNode,
  { outline, width, sill, thickness, isCurved }: OpeningPlace,
  frame: Frame,
): Token | null {
  if (isCurved) {
    const item = draft.shapes.triangles(voidInArc(draft, node, frame.origin[1]), frame)
    return draft.representation('body', 'Body', 'Tessellation', item === null ? [] : [item])
  }
  const figure = outline.map(([s, y]): Point => [s + width / 2, y - sill])
  const from = thickness / 2 + VOID_OUT_M
  const solid = draft.shapes.uprightExtrusion(figure, from, 2 * from)
  return draft.representation('body', 'Body', 'SweptSolid', [solid])
}

/** Chords of an opening with a straight head in a curved wall. */
const ARC_CHORDS = 16

/** The hole in a curved wall, whose jambs stand along the radii. */
function voidInArc({ scene }: IfcDraft, node: OpeningNode, foot: number): Mesh {
  const wall = nodeOf(scene, node.parent!, 'wall')!
  const path = wallPath(wall)
  const span = openingSpan(node)
  const line = headLine(span)
  const half = wall.thickness / 2
  // Towards the centre it ends before it.
  const out = Math.min(half + VOID_OUT_M, half + Math.max(0, Math.abs(path.arc!.radius) - half) / 2)
  const evenly = Array.from(
    { length: ARC_CHORDS + 1 },
    (_, i) => span.from + ((span.to - span.from) * i) / ARC_CHORDS,
  )
  const stations = (line.length > 2 ? line.map(({ s }) => s) : evenly).map((s) => {
    const aside = scale(leftOf(path.direction(s)), out)
    const [left, right] = [add(path.at(s), aside), add(path.at(s), scale(aside, -1))]
    return { left, right, top: foot + heightOn(line, s) - node.sill }
  })
  const builder = new MeshBuilder()
  const at = ([x, z]: Point, y: number) => [x, y, z] as const
  const [first, last] = [stations[0], stations[stations.length - 1]]
  const across = ({ left, right, top }: typeof first) => [
    at(left, foot),
    at(right, foot),
    at(right, top),
    at(left, top),
  ]
  builder.face(across(first))
  builder.face(across(last).reverse())
  for (const [i, b] of stations.slice(1).entries()) {
    const a = stations[i]
    builder.face([at(a.right, foot), at(b.right, foot), at(b.right, b.top), at(a.right, a.top)])
    builder.face([at(b.left, foot), at(a.left, foot), at(a.left, a.top), at(b.left, b.top)])
    builder.face([at(a.right, foot), at(a.left, foot), at(b.left, foot), at(b.right, foot)])
    // The head may be curved, and a quadrangle of it is then not flat.
    builder.face([at(a.right, a.top), at(b.right, b.top), at(b.left, b.top)])
    builder.face([at(a.right, a.top), at(b.left, b.top), at(a.left, a.top)])
  }
  return builder.build()
}

/** The height of the head at `s`. */
function heightOn(line: readonly { s: number; y: number }[], s: number): number {
  const next = Math.max(
    1,
    line.findIndex((corner) => corner.s >= s - 1e-9),
  )
  const [a, b] = [line[next - 1], line[next]]
  return a.y + ((b.y - a.y) * (s - a.s)) / (b.s - a.s)
}
