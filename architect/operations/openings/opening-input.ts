import { z } from 'zod'
import { lengthIn, pointIn } from '../../input/input-units.ts'
import {
  DOOR_TYPES,
  type DoorType,
  LABEL_CHARACTERS_MAX,
  SHAPES,
  WINDOW_TYPES,
} from '../../scene/nodes.ts'
import { OPENING_MIN_M } from './opening-fix.ts'

/** Width of a door of each type where the caller gives none, in metres. */
const DOOR_WIDTHS_M: Record<DoorType, number> = {
  hinged: 0.9,
  double: 1.6,
  sliding: 1.6,
  pocket: 0.9,
  folding: 1.8,
  garage: 2.5,
}

export const doorWidth = (doorType: DoorType, width: number | undefined) =>
  width ?? DOOR_WIDTHS_M[doorType]

const to = z
  .string()
  .optional()
  .describe('The room beyond the wall, by id or name, or outside: the best place is chosen')

/** Position along a wall. */
export const positionFields = {
  t: z.number().min(0).max(1).optional().describe('Share of the way from the wall’s start to end'),
  offset: lengthIn(0, 10_000)
    .optional()
    .describe('The same as a length; where both are absent, any position that fits'),
  centre: pointIn().optional().describe('Middle of the opening, [x, z] on or next to a wall'),
  zoneId: z.string().optional().describe('A room, by id or name, with to instead of the wall'),
  to,
}
export const forceField = z
  .boolean()
  .default(false)
  .describe('Accept a position farther away or a blocked swing; never an overlap')

const size = (usual: number, most: number) => lengthIn(OPENING_MIN_M, most).default(usual)
const shape = z.enum(SHAPES).default('rectangle')
const label = z.string().min(1).max(LABEL_CHARACTERS_MAX).optional()

/** Fields of a door, in an existing wall or in a wall of the same call. */
export const doorFields = {
  width: lengthIn(OPENING_MIN_M, 12)
    .optional()
    .describe('0.9 m, or the usual width of the type, where absent'),
  height: size(2.1, 8),
  sill: lengthIn(0, 20).default(0),
  doorType: z.enum(DOOR_TYPES).default('hinged'),
  hinge: z.enum(['start', 'end']).optional().describe('Jamb nearer to the wall’s start or end'),
  swing: z
    .enum(['left', 'right'])
    .optional()
    .describe('Side into which it opens, seen from the wall’s start'),
  opensInto: z
    .string()
    .optional()
    .describe('The room into which it opens, by id or name, or outside; instead of swing'),
  shape,
  label,
}
export const windowFields = {
  width: size(1.2, 12),
  height: size(1.2, 8),
  sill: lengthIn(0, 20).default(0.9),
  windowType: z.enum(WINDOW_TYPES).default('casement'),
  shape,
  label,
}
export const holeFields = {
  width: size(1, 12),
  height: size(2.1, 8),
  sill: lengthIn(0, 20).default(0),
  shape,
  label,
}

/** An edge of a room, in the order of the given corners, and the position along it. */
export const edgePosition = {
  edge: z.int().min(0).max(255).optional().describe('Edge i goes from corner i to the next'),
  t: z.number().min(0).max(1).optional().describe('Share of the way along the edge; 0.5 if absent'),
  offset: lengthIn(0, 10_000).optional().describe('The same as a length'),
  centre: pointIn().optional().describe('Middle of the opening, [x, z], instead of the edge'),
  to,
}
