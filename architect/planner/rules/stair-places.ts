import { distance } from '../../geometry/point.ts'
import { type Box, boxOf } from '../../geometry/polygon.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { RISER_MAX_M, stairShapeOf } from '../../kernel/stairs/stair-shape.ts'
import { stairTreads } from '../../kernel/stairs/stair-treads.ts'
import { stairMisfit, stairSpace } from '../../operations/fit/stair-fit.ts'
import { type NodeOf, STAIR_SHAPES, type StairForm } from '../../scene/nodes.ts'
import type { RoomTypeName } from '../../scene/room-types.ts'
import { fullNode, type Scene } from '../../scene/scene.ts'
import type { HouseRoom } from '../house/house.ts'

/** A position at which a stair fits; lengths in metres, the direction in degrees. */
export interface StairPlace {
  shape: StairForm
  position: [number, number]
  direction: number
  turn: 'left' | 'right'
  width: number
  room: HouseRoom
  /** What it needs of the floor above: its hole, and the way from its top. */
  above: Box
  cost: number
}

export interface StairRequest {
  fromLevelId: string
  toLevelId: string
  rooms: readonly HouseRoom[]
  shapes?: readonly StairForm[]
  width?: number
  /** Positions near this cost less. */
  near?: readonly [number, number]
  /** How far from there a stair may be, in metres. */
  within?: number
  /** A stair of the project that is to move there. */
  except?: string
}

/** Width of a flight: IRC R311.7.1 requires 36 in = 0.91 m. */
const WIDTH_M = 0.95
/** What is free between a stair and a wall. */
const GAP_M = 0.03
/** What is free before the first step. */
const BEFORE_M = 0.9
/** Free space around the top of a stair, in metres. */
const TOP_M = 0.6
const DIRECTIONS = [0, 90, 180, 270]
const GOING_M = 0.26

const COSTS = {
  shape: { u_shaped: 0, straight: 0.5, l_shaped: 1, spiral: 5 } satisfies Record<StairForm, number>,
  furniture: 3,
  awayFromWalls: 1,
  perMetreAway: 2,
  otherRoom: 14,
}
/** Rooms in which a stair stands, the fittest first. */
const ROOM_COSTS: Partial<Record<RoomTypeName, number>> = {
  stairwell: 0,
  hall: 0,
  entrance: 0,
  living: 3,
  corridor: 4,
  dining: 5,
  studio: 5,
  kitchen: 9,
  other: 9,
}

/** The best places that are found at least, where there are so many. */
const PLACES_MAX = 24

/** Places for a stair along the walls of rooms, the best first. */
export function stairPlaces(scene: Scene, request: StairRequest): StairPlace[] {
  const { fromLevelId, toLevelId, width = WIDTH_M, shapes = STAIR_SHAPES } = request
  const frames = levelFrames(scene)
  const rise = frames.get(toLevelId)!.elevation - frames.get(fromLevelId)!.elevation
  const risers = Math.max(1, Math.ceil(rise / RISER_MAX_M - 1e-6))
  const stair = (place: Omit<StairPlace, 'room' | 'above' | 'cost'>): NodeOf<'stair'> =>
    fullNode({
      kind: 'stair',
      id: request.except ?? 'stair_0',
      parent: fromLevelId,
      toLevel: toLevelId,
      ...place,
    })
  const first = stair({ shape: 'straight', position: [0, 0], direction: 0, turn: 'left', width })
  const [furnished, bare] = [scene, withoutItems(scene)].map((one) => stairSpace(one, first))
  const candidates: Omit<StairPlace, 'above'>[] = []
  for (const room of request.rooms)
    for (const { shape, direction, turn } of formsOf(shapes)) {
      const form = { shape, direction, turn, width, position: [0, 0] as [number, number] }
      const { outline } = stairTreads({ ...form, going: GOING_M }, risers, rise / risers)
      for (const { position, walls } of anchors(room, boxOf(outline))) {
        const away = request.near ? distance(position, request.near) : 0
        if (away > (request.within ?? Number.POSITIVE_INFINITY)) continue
        const cost =
          COSTS.shape[shape] +
          COSTS.awayFromWalls * (2 - walls) +
          (request.near ? COSTS.perMetreAway * away : (ROOM_COSTS[room.type] ?? COSTS.otherRoom))
        candidates.push({ ...form, position, room, cost })
      }
    }
  candidates.sort((a, b) => a.cost - b.cost)
  const places: StairPlace[] = []
  for (const { room, cost, ...place } of candidates) {
    // Furniture only adds to the cost: what comes later is no better than these.
    if (places.filter((each) => each.cost <= cost).length >= PLACES_MAX) break
    if (!hasSpaceBefore(room, place) || stairMisfit(bare, stair(place))) continue
    const extra = stairMisfit(furnished, stair(place)) ? COSTS.furniture : 0
    places.push({ ...place, room, above: aboveOf(scene, stair(place)), cost: cost + extra })
  }
  return places.sort((a, b) => a.cost - b.cost)
}

function aboveOf(scene: Scene, stair: NodeOf<'stair'>): Box {
  const { opening, topAt } = stairShapeOf(scene, stair)!
  const [x, z] = topAt
  return boxOf([...opening, [x - TOP_M, z - TOP_M], [x + TOP_M, z + TOP_M]])
}

function formsOf(shapes: readonly StairForm[]) {
  return shapes.flatMap((shape) =>
    DIRECTIONS.flatMap((direction) =>
      (shape === 'straight' ? (['left'] as const) : (['left', 'right'] as const)).map((turn) => ({
        shape,
        direction,
        turn,
      })),
    ),
  )
}

/** Positions at which the outline of a stair lies in the corners and at the walls of a room. */
function anchors({ box }: HouseRoom, stair: Box): { position: [number, number]; walls: number }[] {
  const along = (low: number, high: number, from: number, to: number) => [
    { at: low + GAP_M - from, walls: 1 },
    { at: high - GAP_M - to, walls: 1 },
    { at: (low + high - from - to) / 2, walls: 0 },
  ]
  const xs = along(box.minX, box.maxX, stair.minX, stair.maxX)
  const zs = along(box.minZ, box.maxZ, stair.minZ, stair.maxZ)
  return xs.flatMap((x) =>
    zs
      .filter((z) => x.walls + z.walls > 0)
      .map((z) => ({
        position: [Math.round(x.at * 1000) / 1000, Math.round(z.at * 1000) / 1000] as [
          number,
          number,
        ],
        walls: x.walls + z.walls,
      })),
  )
}

/** Whether a person can step onto the first step within the room. */
function hasSpaceBefore(
  { box }: HouseRoom,
  { position: [x, z], direction }: Pick<StairPlace, 'position' | 'direction'>,
): boolean {
  const angle = (direction * Math.PI) / 180
  const [atX, atZ] = [x - BEFORE_M * Math.cos(angle), z + BEFORE_M * Math.sin(angle)]
  return atX >= box.minX && atX <= box.maxX && atZ >= box.minZ && atZ <= box.maxZ
}

/** The scene as a stair finds it where furniture makes way. */
function withoutItems(scene: Scene): Scene {
  const nodes = Object.fromEntries(
    Object.entries(scene.nodes).filter(([, { kind }]) => kind !== 'item'),
  )
  return { ...scene, nodes }
}
