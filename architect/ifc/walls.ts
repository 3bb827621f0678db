import { subtract, unit } from '../geometry/point.ts'
import { area } from '../geometry/polygon.ts'
import { faceLook } from '../kernel/face-look.ts'
import { solidVolume } from '../kernel/level-figures.ts'
import { wallSides } from '../kernel/rooms.ts'
import { wallBody } from '../kernel/walls/wall-body.ts'
import { wallFacesArea } from '../kernel/walls/wall-face-area.ts'
import type { WallPath } from '../kernel/walls/wall-path.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { openingsOf, type Scene } from '../scene/scene.ts'
import { type Frame, planToLocal } from './frame.ts'
import type { Container, IfcDraft } from './ifc-draft.ts'
import { addOpening } from './openings.ts'
import { boolean, enumeration, list, type Token } from './step-text.ts'

/**
 * Adds a wall with its openings, doors and windows. Its body is the outline that its joins leave
 * it, drawn up and whole: programs that read the file cut the openings out of it.
 */
export function addWall(draft: IfcDraft, wall: NodeOf<'wall'>, storey: Container): void {
  const { scene, shapes, facts } = draft
  const shape = wallShapes(scene, wall.parent!).get(wall.id)
  const [x, z] = wall.start
  const frame: Frame = {
    origin: [x, storey.frame.origin[1], z],
    along: unit(subtract(wall.end, wall.start)),
  }
  const placed = shapes.place(frame, storey)
  const isExternal = shape ? wallSides(scene, wall.id).isExterior : null
  const ref = draft.element('IFCWALL', wall, storey, {
    placed,
    shape: shape ? bodyAndAxis(draft, wall, shape, frame) : draft.shapeOf(),
    rest: [enumeration('SOLIDWALL')],
  })
  if (shape) {
    draft.madeOf(ref, looksOfWall(wall))
    facts.quantities(ref, wall.id, 'Qto_WallBaseQuantities', quantitiesOf(scene, shape))
  }
  if (isExternal !== null)
    facts.properties(ref, wall.id, 'Pset_WallCommon', { IsExternal: { boolean: isExternal } })
  for (const opening of openingsOf(scene, wall.id))
    addOpening(draft, opening, { ...placed, ref, storey, isExternal })
}

function bodyAndAxis(
  draft: IfcDraft,
  wall: NodeOf<'wall'>,
  { pieces, path, base, top }: WallShape,
  frame: Frame,
): Token {
  const material = outerLook(draft.scene, wall)
  const regions = pieces.map((outer) => ({ outer, holes: [] }))
  const body = draft.sweptRegions(regions, frame, { bottom: 0, depth: top - base, material })
  const axis = draft.representation('axis', 'Axis', 'Curve2D', [axisOf(draft, path, frame)])
  return draft.shapeOf(axis, body)
}

/** The centreline: a line, or an arc through its ends and its middle. */
function axisOf({ step, shapes }: IfcDraft, { arc, at, length }: WallPath, frame: Frame): Token {
  const local = (s: number) => planToLocal(frame, at(s))
  if (!arc) return shapes.line([local(0), local(length)], false)
  const points = shapes.points2([local(0), local(length / 2), local(length)])
  const index = list(['IFCARCINDEX((1,2,3))' as Token])
  return step.add('IFCINDEXEDPOLYCURVE', points, index, boolean(false))
}

const LOOK = 'plaster_white'

const looksOfWall = (wall: NodeOf<'wall'>) =>
  ['left', 'right', 'body'].map((name) => ({ name, material: faceLook(wall, name, LOOK) }))

/** One solid has one colour: that of the face to the outside, else of the left one. */
function outerLook(scene: Scene, wall: NodeOf<'wall'>) {
  const { left, right, isExterior } = wallSides(scene, wall.id)
  const isRight = isExterior && left !== undefined && right === undefined
  return faceLook(wall, isRight ? 'right' : 'left', LOOK)
}

function quantitiesOf(scene: Scene, { id, path, thickness, pieces, base, top }: WallShape) {
  const footprint = pieces.reduce((sum, piece) => sum + area(piece), 0)
  const faces = wallBody(scene, id).parts.reduce(
    (sum, { mesh }) => sum + wallFacesArea(mesh, path),
    0,
  )
  return {
    Length: ['length', path.length],
    Width: ['length', thickness],
    Height: ['length', top - base],
    GrossFootprintArea: ['area', footprint],
    // Seen from one side: the kernel has the sum of both faces.
    NetSideArea: ['area', faces / 2],
    GrossVolume: ['volume', footprint * (top - base)],
    NetVolume: ['volume', solidVolume(scene, id)],
  } as const
}
