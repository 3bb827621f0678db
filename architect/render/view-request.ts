import { z } from 'zod'
import type { Point3 } from '../geometry/vector.ts'
import { REACH_M } from '../scene/length-schema.ts'
import { DRAWING_UNITS } from './drawing/lengths.ts'
import { PAPER_NAMES, type PaperName } from './drawing/papers.ts'
import { DIMENSIONS } from './plan/plan-chains.ts'
import type { Camera } from './raster/camera.ts'
import { ViewError } from './view-error.ts'

export const VIEWS = ['plan', 'perspective', 'elevation', 'section'] as const
export type ViewName = (typeof VIEWS)[number]
/** Compass directions from which views look. North is -Z. */
export const VIEW_SIDES = {
  north: [0, -1],
  north_east: [1, -1],
  east: [1, 0],
  south_east: [1, 1],
  south: [0, 1],
  south_west: [-1, 1],
  west: [-1, 0],
  north_west: [-1, -1],
} as const
export type ViewSide = keyof typeof VIEW_SIDES
export const FORMATS = ['png', 'svg', 'pdf'] as const
export type ViewFormat = (typeof FORMATS)[number]

/** Pixels of a side of a picture: four samples of each pixel are in memory. */
export const VIEW_PIXELS_MIN = 32
export const VIEW_PIXELS_MAX = 2048
const VIEW_WIDTH = 1024
const VIEW_HEIGHT = 768
/** Level of zlib: 2 takes a fifth less time than 4, for pictures a tenth larger. */
export const PNG_LEVEL = 2
/** Nodes that one view can mark. */
export const HIGHLIGHTS_MAX = 200

const coordinate = z.number().min(-REACH_M).max(REACH_M)
const place = z.array(coordinate).length(3) as unknown as z.ZodType<Point3>
const pixels = z.int().min(VIEW_PIXELS_MIN).max(VIEW_PIXELS_MAX)
const nodeId = z.string().max(40)

/** Request of a view. Lengths are metres, angles degrees. */
export const viewRequest = z.strictObject({
  view: z.enum(VIEWS),
  /** The level of a plan; absent: the ground floor. In perspective, the level opened from above. */
  levelId: nodeId.optional(),
  /** The target: a zone is seen from inside, others from `from`; a wall has its own elevation. */
  targetId: nodeId.optional(),
  /**
   * Absent: south-east in perspective, south in elevations and sections, which allow four sides
   * only.
   */
  from: z.enum(Object.keys(VIEW_SIDES) as [ViewSide, ...ViewSide[]]).optional(),
  eye: place.optional(),
  lookAt: place.optional(),
  /** The vertical angle of view. */
  fovDeg: z.number().min(5).max(120).optional(),
  width: pixels.default(VIEW_WIDTH),
  height: pixels.default(VIEW_HEIGHT),
  /** Names of rooms, dimensions, heights. */
  labels: z.boolean().default(true),
  highlightIds: z.array(nodeId).max(HIGHLIGHTS_MAX).default([]),
  /**
   * In a plan, the height of the cut above the level's floor. In a section, the position of its
   * plane: z from north or south, x from east or west; absent: through the middle or the target.
   */
  cutAt: coordinate.optional(),
  /** PNG, or a sheet in a true scale as SVG or PDF: of plans, elevations and sections. */
  format: z.enum(FORMATS).default('png'),
  /** The paper of a sheet; absent: chosen so that the drawing fits. */
  paper: z.enum(PAPER_NAMES).optional(),
  /** The scale of a sheet, 1 to this: 100; absent: chosen so that the drawing fits. */
  scale: z.number().min(1).max(10_000).optional(),
  /** Unit of the dimensions: metres, or feet and inches. */
  unit: z.enum(DRAWING_UNITS).default('m'),
  /** What the chains of a plan run by: faces, or the middles of walls and openings. */
  dimensions: z.enum(DIMENSIONS).default('face'),
})

export type ViewRequest = z.input<typeof viewRequest>
export type FullViewRequest = z.output<typeof viewRequest>

export interface View {
  /** Bytes of the PNG; empty where `document` has another format. */
  png: Buffer
  /** The sheet as a file that is not a PNG. */
  document?: { format: Exclude<ViewFormat, 'png'>; bytes: Buffer }
  /** The true scale of a sheet, 1 to this, and its paper. */
  scale?: number
  paper?: PaperName
  camera: Camera
  /** Nodes with at least one visible pixel, in the order of their ids. */
  visibleIds: string[]
  projection: 'perspective' | 'orthographic'
  /** Absent in perspective, where it varies. */
  metresPerPixel?: number
}

/** Parses a request and fills in usual values. Throws `ViewError`. */
export function readViewRequest(request: unknown): FullViewRequest {
  const read = viewRequest.safeParse(request)
  if (read.success) return read.data
  const [{ path, message }] = read.error.issues
  const param = path.join('.')
  throw new ViewError(
    'invalid_view',
    `The view cannot be made: ${param ? `\`${param}\`: ` : ''}${message}.`,
    param || undefined,
  )
}
