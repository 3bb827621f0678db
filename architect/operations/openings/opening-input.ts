import { z } from 'zod'
import { lengthIn, pointIn } from '../../input/input-units.ts'
import { LABEL_CHARACTERS_MAX, SHAPES, WINDOW_TYPES } from '../../scene/nodes.ts'
import { DOORWAY_TYPES } from './doorway-type.ts'
import { OPENING_MIN_M } from './opening-fix.ts'

const to = z.string().optional()

/** Position along a wall. */
export const positionFields = {
  t: z.number().min(0).max(1).optional(),
  offset: lengthIn(0, 10_000).optional(),
  centre: pointIn().optional(),
  zoneId: z.string().optional(),
  to,
}
export const forceField = z.boolean().default(false)

const size = (usual: number, most: number) => lengthIn(OPENING_MIN_M, most).default(usual)
const shape = z.enum(SHAPES).default('rectangle')
const label = z.string().min(1).max(LABEL_CHARACTERS_MAX).optional()

/** Fields of a door, in an existing wall or in a wall of the same call. */
export const doorFields = {
  width: lengthIn(OPENING_MIN_M, 12).optional(),
  height: size(2.1, 8),
  sill: lengthIn(0, 20).default(0),
  doorType: z.enum(DOORWAY_TYPES).default('hinged'),
  hinge: z.enum(['start', 'end']).optional(),
  swing: z.enum(['left', 'right']).optional(),
  opensInto: z.string().optional(),
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
  edge: z.int().min(0).max(255).optional(),
  t: z.number().min(0).max(1).optional(),
  offset: lengthIn(0, 10_000).optional(),
  centre: pointIn().optional(),
  to,
}
