import { z } from 'zod'
import { MATERIAL_NAMES, type MaterialName } from './materials.ts'
import { ROOM_TYPE_NAMES } from './room-types.ts'

/**
 * The nodes of a scene. Lengths are metres, angles degrees, plan points `[x, z]` with X east, Z
 * south; heights are above the floor of the node's level. All plan coordinates are in the frame of
 * the world: moving a node does not move its children. An absent optional field is derived.
 */

/** Greatest distance of a coordinate from the origin, in metres: beyond it the units are wrong. */
export const REACH_M = 10_000
/** Corners of one polygon. */
export const POLYGON_CORNERS_MAX = 256
export const LABEL_CHARACTERS_MAX = 120

const coordinate = z.number().min(-REACH_M).max(REACH_M)
/** `[x, z]`. An array with bounds and not a tuple: some clients of tools refuse tuples. */
const planPoint = z.array(coordinate).length(2) as unknown as z.ZodType<[number, number]>
export const polygon = z.array(planPoint).min(3).max(POLYGON_CORNERS_MAX)
const spacePoint = z.array(coordinate).length(3) as unknown as z.ZodType<[number, number, number]>
const degrees = z.number().min(-360).max(360)
const length = (min: number, max: number) => z.number().min(min).max(max)
const color = z.string().regex(/^#[0-9a-f]{6}$/)

export const finish = z.strictObject({
  preset: z.enum(MATERIAL_NAMES as [MaterialName, ...MaterialName[]]).optional(),
  color: color.optional(),
})

const id = z
  .string()
  .regex(/^[a-z]+_[0-9a-z]+$/)
  .max(40)
const node = <Kind extends string, Fields extends z.core.$ZodShape>(kind: Kind, fields: Fields) =>
  z.strictObject({
    id,
    kind: z.literal(kind),
    /** Name for people. */
    label: z.string().max(LABEL_CHARACTERS_MAX).optional(),
    parent: id.nullable(),
    /** Finish of each face; every kind has its own faces, and `body` covers those not named. */
    finishes: z.record(z.string().regex(/^[a-z_]{1,20}$/), finish).optional(),
    ...fields,
  })

export const SHAPES = ['rectangle', 'arch', 'round'] as const
export type OpeningShape = (typeof SHAPES)[number]
/** `offset` is the way along the wall's centreline from its start to the opening's centre. */
const opening = {
  offset: length(0, REACH_M),
  width: length(0.2, 12),
  height: length(0.2, 8),
  /** Height of the lower edge above the level's floor. */
  sill: length(0, 20),
  shape: z.enum(SHAPES).default('rectangle'),
}

export const DOOR_TYPES = ['hinged', 'double', 'sliding', 'pocket', 'folding', 'garage'] as const
export const WINDOW_TYPES = ['fixed', 'casement', 'double_casement', 'sliding', 'awning'] as const
export const ROOF_TYPES = ['gable', 'hip', 'shed', 'flat', 'gambrel', 'mansard'] as const
export const STAIR_SHAPES = ['straight', 'l_shaped', 'u_shaped', 'spiral'] as const
export const COLUMN_OUTLINES = ['rectangle', 'circle'] as const
export const FENCE_STYLES = ['slats', 'panels', 'mesh', 'hedge'] as const
export type DoorType = (typeof DOOR_TYPES)[number]
export type WindowType = (typeof WINDOW_TYPES)[number]
export type RoofType = (typeof ROOF_TYPES)[number]
export type StairForm = (typeof STAIR_SHAPES)[number]
export type FenceStyle = (typeof FENCE_STYLES)[number]

export const NODE_SCHEMAS = {
  site: node('site', { polygon }),
  building: node('building', {
    /** Height of the floor of level 0 above the site's ground. */
    elevation: length(-100, 100).default(0),
  }),
  level: node('level', {
    /** 0 is the ground floor, 1 the one above it, -1 the basement; no two alike in a building. */
    index: z.int().min(-20).max(200),
    /** Height from this floor to the next; elevations follow from these. */
    height: length(1.8, 20).default(2.8),
  }),
  wall: node('wall', {
    start: planPoint,
    end: planPoint,
    thickness: length(0.02, 2).default(0.15),
    /** Absent: up to the slab of the next level, or the level's height. */
    height: length(0.1, 60).optional(),
    /**
     * An arc that leaves the straight line by this much in the middle, to the left when positive.
     */
    sagitta: length(-50, 50).default(0),
  }),
  door: node('door', {
    ...opening,
    doorType: z.enum(DOOR_TYPES).default('hinged'),
    /** The jamb that carries the hinges, nearer to the wall's start or end. */
    hinge: z.enum(['start', 'end']).default('start'),
    /** The side of the wall into which it opens, seen from start to end. */
    swing: z.enum(['left', 'right']).default('left'),
  }),
  window: node('window', { ...opening, windowType: z.enum(WINDOW_TYPES).default('casement') }),
  /** A hole in a wall with nothing in it. */
  opening: node('opening', opening),
  item: node('item', {
    /** Name of an asset of the catalog. */
    asset: z.string().regex(/^[a-z0-9_]{1,60}$/),
    /** Middle of the underside, `[x, y, z]` with y above the level's floor. */
    position: spacePoint,
    /** Counter-clockwise from above; at 0 the front faces +Z, south. */
    rotation: degrees.default(0),
    /** Width, height and depth where they differ from the asset's. */
    size: (
      z.array(length(0.01, 50)).length(3) as unknown as z.ZodType<[number, number, number]>
    ).optional(),
    /** The wall, ceiling, item or column that carries the item; absent on the floor. */
    host: id.optional(),
  }),
  zone: node('zone', {
    /**
     * Border as drawn, mostly along the middle of walls; the floor between the walls is derived.
     */
    polygon,
    roomType: z.enum(ROOM_TYPE_NAMES).default('other'),
    color,
  }),
  slab: node('slab', {
    polygon,
    /** Measured downward from `top`. */
    thickness: length(0.01, 3).default(0.2),
    /** Height of the upper face above the level's floor: mostly 0, less for a sunken floor. */
    top: length(-10, 10).default(0),
    /** Cut by hand; those of stairs are derived. */
    holes: z.array(polygon).max(64).default([]),
  }),
  ceiling: node('ceiling', {
    polygon,
    /** Height of the lower face; absent: just under the tops of the level's walls. */
    height: length(0.5, 60).optional(),
    holes: z.array(polygon).max(64).default([]),
  }),
  roof: node('roof', {
    /** The covered area, without the overhang. */
    polygon,
    roofType: z.enum(ROOF_TYPES).default('gable'),
    pitch: length(0, 75).default(35),
    overhang: length(0, 3).default(0.4),
    thickness: length(0.02, 1).default(0.2),
    /** The direction of the ridge, in degrees from east; absent: along the longer side. */
    ridge: degrees.optional(),
    /** Height of the eaves' underside at the wall; absent: the tops of the level's walls. */
    base: length(0, 60).optional(),
  }),
  stair: node('stair', {
    /** The level where the stair ends; the parent is the level where it starts. */
    toLevel: id,
    shape: z.enum(STAIR_SHAPES).default('straight'),
    /** The middle of the first riser, or of a spiral. */
    position: planPoint,
    /** Direction of the first steps up, in degrees from east, counter-clockwise. */
    direction: degrees.default(0),
    /** The side to which an l_shaped or u_shaped stair turns, and a spiral winds. */
    turn: z.enum(['left', 'right']).default('left'),
    width: length(0.5, 6).default(1),
    /** Depth of a tread. */
    going: length(0.15, 0.6).default(0.26),
    /** Absent: the fewest with which a riser is 0.18 m or less. */
    risers: z.int().min(1).max(200).optional(),
    /** Whether the stair cuts the slab and the ceiling above. */
    cuts: z.boolean().default(true),
  }),
  column: node('column', {
    position: planPoint,
    rotation: degrees.default(0),
    outline: z.enum(COLUMN_OUTLINES).default('rectangle'),
    width: length(0.05, 5).default(0.3),
    depth: length(0.05, 5).default(0.3),
    height: length(0.1, 60).optional(),
  }),
  beam: node('beam', {
    start: planPoint,
    end: planPoint,
    width: length(0.02, 2).default(0.2),
    depth: length(0.02, 3).default(0.3),
    /** Height of the upper face above the floor; absent: the tops of the level's walls. */
    top: length(0.1, 60).optional(),
  }),
  fence: node('fence', {
    path: z.array(planPoint).min(2).max(POLYGON_CORNERS_MAX),
    height: length(0.2, 4).default(1.2),
    style: z.enum(FENCE_STYLES).default('slats'),
  }),
  railing: node('railing', {
    path: z.array(planPoint).min(2).max(POLYGON_CORNERS_MAX),
    height: length(0.3, 2).default(1),
  }),
  annotation: node('annotation', { position: planPoint, text: z.string().min(1).max(500) }),
} as const

export type Kind = keyof typeof NODE_SCHEMAS
export const KINDS = Object.keys(NODE_SCHEMAS) as [Kind, ...Kind[]]
export type NodeOf<K extends Kind> = Readonly<z.infer<(typeof NODE_SCHEMAS)[K]>>
export type SceneNode = { [K in Kind]: NodeOf<K> }[Kind]
/** A door, a window or a hole: all kinds with an offset along a wall. */
export type OpeningNode = Extract<SceneNode, { offset: number }>
export type OpeningKind = OpeningNode['kind']
export const isOpening = (node: SceneNode): node is OpeningNode => 'offset' in node

/** The kinds of parent that a node of each kind may have. */
export const PARENTS: Record<Kind, readonly Kind[]> = {
  site: [],
  building: ['site'],
  level: ['building'],
  wall: ['level'],
  door: ['wall'],
  window: ['wall'],
  opening: ['wall'],
  item: ['level'],
  zone: ['level'],
  slab: ['level'],
  ceiling: ['level'],
  roof: ['level'],
  stair: ['level'],
  column: ['level'],
  beam: ['level'],
  fence: ['level', 'site'],
  railing: ['level'],
  annotation: ['level'],
}
