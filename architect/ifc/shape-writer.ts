import type { Mesh } from '../geometry/mesh.ts'
import type { Point } from '../geometry/point.ts'
import type { Region } from '../geometry/regions.ts'
import { type Frame, type Local, planToLocal, toLocal, turnedInto } from './frame.ts'
import type { StepFile } from './step-file.ts'
import { enumeration, integer, list, NONE, ratio, real, type Token } from './step-text.ts'
import { weldedTriangles } from './welded-triangles.ts'

/** An object with its frame and its `IfcLocalPlacement`. */
export interface Placed {
  frame: Frame
  placement: Token
}

/** Shapes of the schema: points, profiles, extrusions, triangles, and where they are placed. */
export class ShapeWriter {
  private readonly step: StepFile

  constructor(step: StepFile) {
    this.step = step
  }

  point(values: readonly number[]): Token {
    return this.step.shared('IFCCARTESIANPOINT', list(values.map(real)))
  }

  direction(values: readonly number[]): Token {
    return this.step.shared('IFCDIRECTION', list(values.map(ratio)))
  }

  /** An axis placement; both directions are written or none, as the schema requires. */
  axes(origin: Local, x: readonly number[] = [1, 0, 0], z: readonly number[] = [0, 0, 1]): Token {
    return this.step.shared(
      'IFCAXIS2PLACEMENT3D',
      this.point(origin),
      this.direction(z),
      this.direction(x),
    )
  }

  /** Places a frame in that of another object, or in the world. */
  place(frame: Frame, within: Placed | null): Placed {
    const origin = within ? toLocal(within.frame, frame.origin) : upward(frame)
    const [u, v] = within
      ? turnedInto(within.frame, frame.along)
      : [frame.along[0], -frame.along[1]]
    const axes = this.axes(origin, [u, v, 0])
    return {
      frame,
      placement: this.step.shared('IFCLOCALPLACEMENT', within?.placement ?? NONE, axes),
    }
  }

  /** A line through points of the plane of a profile; closed lines end where they begin. */
  line(points: readonly Point[], isClosed: boolean): Token {
    const all = isClosed ? [...points, points[0]] : points
    return this.step.add('IFCPOLYLINE', list(all.map((at) => this.point(at))))
  }

  /** A list of points of the plane of a profile. */
  points2(points: readonly Point[]): Token {
    return this.step.add('IFCCARTESIANPOINTLIST2D', list(points.map((at) => list(at.map(real)))))
  }

  /** The area of a region whose corners are in the frame of the profile. */
  profile({ outer, holes }: Region): Token {
    const area = enumeration('AREA')
    const outline = this.line(outer, true)
    if (holes.length === 0)
      return this.step.add('IFCARBITRARYCLOSEDPROFILEDEF', area, NONE, outline)
    const inner = list(holes.map((hole) => this.line(hole, true)))
    return this.step.add('IFCARBITRARYPROFILEDEFWITHVOIDS', area, NONE, outline, inner)
  }

  /** A region in plan, in the world, drawn up by `depth` from a height in the frame. */
  extrusion(region: Region, frame: Frame, bottom: number, depth: number): Token {
    const local = (ring: readonly Point[]) => ring.map((at) => planToLocal(frame, at))
    const profile = this.profile({ outer: local(region.outer), holes: region.holes.map(local) })
    return this.solid(profile, this.axes([0, 0, bottom]), depth)
  }

  /** A figure in the upright plane of X and Z, drawn out from `from` to its right by `depth`. */
  uprightExtrusion(figure: readonly Point[], from: number, depth: number): Token {
    const profile = this.profile({ outer: figure, holes: [] })
    return this.solid(profile, this.axes([0, from, 0], [1, 0, 0], [0, -1, 0]), depth)
  }

  /** The triangles of a mesh of the world, in a frame; null where none has an area. */
  triangles(mesh: Mesh, frame: Frame): Token | null {
    const { corners, triangles, isClosed } = weldedTriangles(mesh, (at) => toLocal(frame, at))
    if (triangles.length === 0) return null
    const points = list(corners.map((corner) => list(corner.map(real))))
    const indices = list(triangles.map((triangle) => list(triangle.map((at) => integer(at + 1)))))
    const coordinates = this.step.add('IFCCARTESIANPOINTLIST3D', points)
    const closed = isClosed ? enumeration('T') : NONE
    return this.step.add('IFCTRIANGULATEDFACESET', coordinates, NONE, closed, indices, NONE)
  }

  private solid(profile: Token, position: Token, depth: number): Token {
    const up = this.direction([0, 0, 1])
    return this.step.add('IFCEXTRUDEDAREASOLID', profile, position, up, real(depth))
  }
}

/** The origin of a frame of the world with Z up. */
const upward = ({ origin: [x, y, z] }: Frame): Local => [x, -z, y]
