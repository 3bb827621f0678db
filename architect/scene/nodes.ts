import { z } from 'zod'
import {
  lengthIn,
  POLYGON_CORNERS_MAX,
  pointIn,
  polygonIn,
  REACH_M,
  threeLengthsIn,
} from './length-schema.ts'
import { MATERIAL_NAMES, type MaterialName } from './materials.ts'
import { ROOM_TYPE_NAMES } from './room-types.ts'
import { survey } from './survey.ts'

/**
 * The nodes of a scene. Lengths are metres, angles degrees, plan points `[x, z]` with X east, Z
 * south; heights are above the floor of the node's level. All plan coordinates are in the frame of
 * the world: moving a node does not move its children. An absent optional field is derived.
 */

/** Characters of the name of a node. */
export const LABEL_CHARACTERS_MAX = 120

const degrees = z.number().min(-360).max(360)
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
    label: z.string().max(LABEL_CHARACTERS_MAX).optional().describe('Name for people'),
    parent: id.nullable(),
    /** Finish of each face; every kind has its own faces, and `body` covers those not named. */
    finishes: z.record(z.string().regex(/^[a-z_]{1,20}$/), finish).optional(),
    ...fields,
  })

export const SHAPES = ['rectangle', 'arch', 'round'] as const
export type OpeningShape = (typeof SHAPES)[number]
const opening = {
  offset: lengthIn(0, REACH_M),
  width: lengthIn(0.2, 12),
  height: lengthIn(0.2, 8),
  sill: lengthIn(0, 20),
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

const outline = polygonIn()
const path = z.array(pointIn()).min(2).max(POLYGON_CORNERS_MAX)
const holes = z.array(polygonIn()).max(64).default([])

export const NODE_SCHEMAS = {
  site: node('site', {
    polygon: outline.optional(),
    survey: survey.optional(),
  }),
  building: node('building', {
    elevation: lengthIn(-100, 100)
      .default(0)
      .describe('Height of the floor of level 0 above the ground'),
    storeyHeight: lengthIn(1.8, 20).optional().describe('Of levels made later; absent: 2.8 m'),
    wallThickness: lengthIn(0.02, 2)
      .optional()
      .describe('Of walls of rooms made later; absent: 0.15 m'),
    outerWallThickness: lengthIn(0.02, 2)
      .optional()
      .describe('Of shells made later; absent: 0.3 m'),
    wallHeight: lengthIn(0.3, 60)
      .optional()
      .describe('Of walls made later; absent: up to the top of the storey'),
  }),
  level: node('level', {
    index: z.int().min(-20).max(200),
    height: lengthIn(1.8, 20).default(2.8),
  }),
  wall: node('wall', {
    start: pointIn(),
    end: pointIn(),
    thickness: lengthIn(0.02, 2).default(0.15),
    height: lengthIn(0.1, 60).optional(),
    sagitta: lengthIn(-50, 50).default(0),
  }),
  door: node('door', {
    ...opening,
    doorType: z.enum(DOOR_TYPES).default('hinged'),
    hinge: z.enum(['start', 'end']).default('start'),
    swing: z.enum(['left', 'right']).default('left'),
  }),
  window: node('window', { ...opening, windowType: z.enum(WINDOW_TYPES).default('casement') }),
  /** A hole in a wall with nothing in it. */
  opening: node('opening', opening),
  item: node('item', {
    asset: z.string().regex(/^[a-z0-9_]{1,60}$/),
    position: threeLengthsIn(-REACH_M, REACH_M),
    rotation: degrees.default(0),
    size: threeLengthsIn(0.01, 50).optional(),
    host: id.optional(),
  }),
  zone: node('zone', {
    polygon: polygonIn(),
    roomType: z.enum(ROOM_TYPE_NAMES).default('other'),
    color: color,
  }),
  slab: node('slab', {
    polygon: outline,
    thickness: lengthIn(0.01, 3).default(0.2),
    top: lengthIn(-10, 10).default(0),
    holes,
  }),
  ceiling: node('ceiling', {
    polygon: outline,
    height: lengthIn(0.5, 60).optional(),
    holes,
  }),
  roof: node('roof', {
    polygon: polygonIn(),
    roofType: z.enum(ROOF_TYPES).default('gable'),
    pitch: z.number().min(0).max(75).default(35),
    overhang: lengthIn(0, 3).default(0.4),
    thickness: lengthIn(0.02, 1).default(0.2),
    ridge: degrees.optional(),
    base: lengthIn(0, 60).optional(),
  }),
  stair: node('stair', {
    toLevel: id,
    shape: z.enum(STAIR_SHAPES).default('straight'),
    position: pointIn(),
    direction: degrees.default(0),
    turn: z.enum(['left', 'right']).default('left'),
    width: lengthIn(0.5, 6).default(1),
    going: lengthIn(0.15, 0.6).default(0.26),
    risers: z.int().min(1).max(200).optional(),
    cuts: z.boolean().default(true),
    handrails: z.boolean().optional(),
  }),
  column: node('column', {
    position: pointIn(),
    rotation: degrees.default(0),
    outline: z.enum(COLUMN_OUTLINES).default('rectangle'),
    width: lengthIn(0.05, 5).default(0.3),
    depth: lengthIn(0.05, 5).default(0.3),
    height: lengthIn(0.1, 60).optional(),
  }),
  beam: node('beam', {
    start: pointIn(),
    end: pointIn(),
    width: lengthIn(0.02, 2).default(0.2),
    depth: lengthIn(0.02, 3).default(0.3),
    top: lengthIn(0.1, 60).optional(),
  }),
  fence: node('fence', {
    path,
    height: lengthIn(0.2, 4).default(1.2),
    style: z.enum(FENCE_STYLES).default('slats'),
  }),
  railing: node('railing', { path, height: lengthIn(0.3, 2).default(1) }),
  annotation: node('annotation', {
    position: pointIn(),
    text: z.string().min(1).max(500),
  }),
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
