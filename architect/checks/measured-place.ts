import { convexPieces } from '../geometry/convex.ts'
import { add, leftOf, mix, type Point, scale, subtract, unit } from '../geometry/point.ts'
import { centroid, counterClockwise, type Polygon } from '../geometry/polygon.ts'
import type { Region } from '../geometry/regions.ts'
import { beamTop } from '../kernel/beam-body.ts'
import { columnHeight, columnOutline } from '../kernel/column-body.ts'
import { ceilingRegions } from '../kernel/floors/ceiling-body.ts'
import { ceilingFaces } from '../kernel/floors/ceiling-faces.ts'
import { slabRegions } from '../kernel/floors/slab-regions.ts'
import { itemShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { roofShape } from '../kernel/roofs/roof-shape.ts'
import { floorUnder } from '../kernel/room-figures.ts'
import { sitePolygon } from '../kernel/site-polygon.ts'
import { stairShape } from '../kernel/stairs/stair-shape.ts'
import { wallPath } from '../kernel/walls/wall-path.ts'
import { wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { NodeOf, OpeningNode, SceneNode } from '../scene/nodes.ts'
import { levelIdOf, nodeOf, type Scene } from '../scene/scene.ts'

/** A node or a point to measure from, in the frame of the world. */
export interface MeasuredPlace {
  id?: string
  /** Level of the node; of a point, the level in the request. */
  levelId: string | null
  /** The middle in plan. */
  centre: Point
  /** World heights of its lowest and its highest point, in metres. */
  bottom: number
  top: number
  /** Outlines in plan, of a floor in parts several; a point is a ring of one corner. */
  rings: Polygon[]
  /** The rings as convex pieces. */
  outlines: Polygon[]
  /** Where a person stands to use the node, for ways; absent: its middle. */
  front?: Point
}

/** Distance from an item to the person who uses it, in metres. */
const BEFORE_M = 0.35

/**
 * The place of a node; null for a building, a level, an item of an unknown asset, and where nothing
 * is left of a slab, a ceiling or a roof.
 */
export function measuredPlace(scene: Scene, node: SceneNode): MeasuredPlace | null {
  const levelId = levelIdOf(scene, node)
  const floor = levelId === null ? 0 : levelFrames(scene).get(levelId)!.elevation
  const placeIn = (
    rings: Polygon[],
    bottom: number,
    top: number,
    centre: Point,
  ): MeasuredPlace => ({
    id: node.id,
    levelId,
    centre,
    bottom: floor + bottom,
    top: floor + top,
    rings,
    outlines: rings.flatMap((ring) =>
      ring.length < 3 ? [ring] : convexPieces(counterClockwise(ring)),
    ),
  })
  const place: Place = (ring, bottom, top, centre) =>
    placeIn([ring], bottom, top, centre ?? centroid(ring))
  // A board may end at other walls than it was drawn to; its middle is that of the drawing.
  const boardPlace = (regions: Region[], polygon: Polygon, bottom: number, top: number) =>
    regions.length === 0
      ? null
      : placeIn(
          regions.map(({ outer }) => outer),
          bottom,
          top,
          centroid(polygon),
        )
  switch (node.kind) {
    case 'site':
      return place(sitePolygon(scene, node), 0, 0)
    case 'zone': {
      const step = floorUnder(scene, node.parent!, node)
      return place(node.polygon, step, step)
    }
    case 'slab':
      return boardPlace(slabRegions(scene, node), node.polygon, node.top - node.thickness, node.top)
    case 'ceiling': {
      const faces = ceilingFaces(scene, node)
      return faces && boardPlace(ceilingRegions(scene, node), node.polygon, faces.bottom, faces.top)
    }
    case 'roof': {
      const shape = roofShape(scene, node.id)
      if (!shape || 'fault' in shape) return null
      const { eaves, lowestHeight, ridgeHeight } = shape
      return place(eaves, lowestHeight - floor, ridgeHeight - floor, centroid(node.polygon))
    }
    case 'wall': {
      const shape = wallShapes(scene, node.parent!).get(node.id)
      if (!shape) return null
      const middle = shape.path.at(shape.path.length / 2)
      return place(shape.footprint, shape.base - floor, shape.top - floor, middle)
    }
    case 'door':
    case 'window':
    case 'opening':
      return openingPlace(scene, node, place)
    case 'item':
      return itemPlace(scene, node, place)
    case 'stair': {
      const shape = stairShape(scene, node.id)
      return shape && place(shape.outline, 0, shape.rise)
    }
    case 'column':
      return place(columnOutline(node), 0, columnHeight(scene, node))
    case 'beam': {
      const top = beamTop(scene, node)
      const side = scale(leftOf(unit(subtract(node.end, node.start))), node.width / 2)
      const ring = [
        ...edge(node.start, node.end, scale(side, -1)),
        ...edge(node.end, node.start, side),
      ]
      return place(ring, top - node.depth, top, mix(node.start, node.end, 0.5))
    }
    case 'annotation':
      return place([node.position], 0, 0, node.position)
    case 'building':
    case 'level':
    case 'fence':
    case 'railing':
      return null
    default:
      return node satisfies never
  }
}

export function pointPlace([x, y, z]: readonly number[], levelId: string | null): MeasuredPlace {
  return { levelId, centre: [x, z], bottom: y, top: y, rings: [[[x, z]]], outlines: [[[x, z]]] }
}

type Place = (ring: Polygon, bottom: number, top: number, centre?: Point) => MeasuredPlace

const edge = (a: Point, b: Point, by: Point): Point[] => [add(a, by), add(b, by)]

/** The opening in the world, not in the frame of its wall. */
function openingPlace(scene: Scene, opening: OpeningNode, place: Place): MeasuredPlace | null {
  const wall = nodeOf(scene, opening.parent ?? '', 'wall')
  if (!wall) return null
  const path = wallPath(wall)
  const { offset, width, sill, height } = opening
  const side = scale(leftOf(path.direction(offset)), wall.thickness / 2)
  const [from, to] = [path.at(offset - width / 2), path.at(offset + width / 2)]
  const ring = [...edge(from, to, scale(side, -1)), ...edge(to, from, side)]
  return place(ring, sill, sill + height, path.at(offset))
}

function itemPlace(scene: Scene, item: NodeOf<'item'>, place: Place): MeasuredPlace | null {
  const shape = itemShape(scene, item.id)
  if (!shape) return null
  const { prism, size } = shape
  const [x, , z] = item.position
  const turned = leftOf(unit(subtract(prism.outline[1], prism.outline[0])))
  // The first edge of the outline is the front; left of it is the item.
  const front = add([x, z], scale(turned, -(size.depth / 2 + BEFORE_M)))
  return { ...place(prism.outline, prism.bottom, prism.top, [x, z]), front }
}
