import { z } from 'zod'
import { DRAWING_UNITS } from '../render/drawing/lengths.ts'
import { PAPER_NAMES } from '../render/drawing/papers.ts'
import { DIMENSIONS } from '../render/plan/plan-chains.ts'
import {
  FORMATS,
  HIGHLIGHTS_MAX,
  VIEW_PIXELS_MAX,
  VIEW_PIXELS_MIN,
  VIEW_SIDES,
  VIEWS,
  type ViewSide,
} from '../render/view-request.ts'

const SIDES = Object.keys(VIEW_SIDES) as [ViewSide, ...ViewSide[]]
/** Characters of a text that is a number. */
const NUMBER_CHARACTERS_MAX = 24

const figure = z
  .string()
  .max(NUMBER_CHARACTERS_MAX)
  .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
  .transform(Number)
  .pipe(z.number())
const point = z
  .string()
  .max(3 * NUMBER_CHARACTERS_MAX)
  .regex(/^(-?\d+(\.\d+)?,){2}-?\d+(\.\d+)?$/, 'must be x,y,z in metres')
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number()).length(3))

const pixels = `Pixels, ${VIEW_PIXELS_MIN} to ${VIEW_PIXELS_MAX}`

/** The arguments of a view as parameters of an address; `readViewRequest` checks their ranges. */
export const viewArguments = z.strictObject({
  view: z.enum(VIEWS).default('perspective').describe('Kind of the drawing'),
  levelId: z.string().optional().describe('Of a plan, or the level to open from above'),
  targetId: z.string().optional().describe('The node to look at; a room is seen from inside'),
  from: z.enum(SIDES).optional().describe('The side from which it is seen'),
  eye: point.optional().describe('Position of the camera: x,y,z'),
  lookAt: point.optional().describe('The point that the camera looks at: x,y,z'),
  fovDeg: figure.optional().describe('Vertical angle of view, 5 to 120 degrees'),
  width: figure.optional().describe(pixels),
  height: figure.optional().describe(pixels),
  labels: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .pipe(z.boolean())
    .optional()
    .describe('Whether names, dimensions and heights are drawn'),
  highlightIds: z
    .string()
    .max(8_000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.string()))
    .optional()
    .describe(`Ids of nodes to mark, up to ${HIGHLIGHTS_MAX}, separated by commas`),
  cutAt: figure.optional().describe('Height of the cut of a plan, or position of a section, in m'),
  format: z.enum(FORMATS).optional().describe('A picture, or a sheet in a true scale'),
  paper: z.enum(PAPER_NAMES).optional().describe('Paper of a sheet; chosen to fit if absent'),
  scale: figure.optional().describe('Scale of a sheet, 1 to this: up to 10000'),
  unit: z.enum(DRAWING_UNITS).optional().describe('Unit of the dimensions'),
  dimensions: z.enum(DIMENSIONS).optional().describe('What the chains of a plan run by'),
})
