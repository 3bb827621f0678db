import { z } from 'zod'
import { lengthIn, polygonIn } from '../../input/input-units.ts'
import {
  type OutdoorRoom,
  type ProgramRoom,
  type RoomProgram,
  type RoomRelation,
  SHAPES,
  SIDES,
} from '../../layout/room-program.ts'
import { HALL_WIDTH, INNER_WALL, OUTER_WALL, ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { LABEL_CHARACTERS_MAX } from '../../scene/nodes.ts'
import { ROOM_TYPE_NAMES } from '../../scene/room-types.ts'
import { Refusal } from '../refusal.ts'
import { AREA_RANGE, ROOMS_MAX, SIDE_RANGE, STOREYS_MAX } from './layout-limits.ts'

/** Rooms to which one room has a relation of one kind. */
const RELATIONS_MAX = 8
/** Assets that one room must have. */
const REQUIRED_MAX = 16

const label = z.string().trim().min(1).max(LABEL_CHARACTERS_MAX)
const areaField = z.number().min(AREA_RANGE[0]).max(AREA_RANGE[1])
const labels = z.array(label).max(RELATIONS_MAX).default([])

const room = z.strictObject({
  label: label.describe('Unique in the program'),
  roomType: z.enum(ROOM_TYPE_NAMES),
  level: z
    .int()
    .min(0)
    .max(STOREYS_MAX - 1)
    .default(0)
    .describe('Storey: 0 the ground floor'),
  area: areaField.optional().describe('Net, m², to be met within a tenth'),
  about: areaField.optional().describe('Net, m², to aim at without `area`; absent: usual'),
  size: z
    .array(lengthIn(0.5, 60))
    .length(2)
    .optional()
    .describe('Clear [width, depth], either way'),
  sides: z.array(z.enum(SIDES)).max(4).default([]).describe('Sides with an outer wall'),
  within: label.optional().describe('Label of the room it is reached from: ensuites'),
  nextTo: labels.describe('Labels of neighbours'),
  openTo: labels.describe('Labels of rooms without a door between'),
  apartFrom: labels.describe('Labels of rooms without a wall between'),
  minWidth: lengthIn(0.5, 60).optional().describe('Least clear width'),
  windowWidth: lengthIn(0.3, 10).optional().describe('Of each of its windows'),
  require: z.array(z.string()).max(REQUIRED_MAX).default([]).describe('Assets it must have'),
})

const terrace = z.strictObject({
  label: label.describe('Its label'),
  area: areaField.default(ROOM_STANDARDS.terrace.area).describe('In m²'),
  before: label.describe('Label of the room it is in front of'),
})

/** Fields of a room program, as callers write them: rooms by their labels. */
export const programFields = {
  rooms: z.array(room).min(1).max(ROOMS_MAX).describe('Without the hall, which is added'),
  terraces: z.array(terrace).max(4).default([]).describe('Outside of the walls'),
  shape: z.enum(SHAPES).default('rectangle').describe('Of the outline'),
  width: lengthIn(...SIDE_RANGE)
    .optional()
    .describe('West to east, outer faces; with depth'),
  depth: lengthIn(...SIDE_RANGE)
    .optional()
    .describe('South to north, outer faces; with width'),
  outline: polygonIn().optional().describe('Corners of the outer faces, instead of the above'),
  entrance: z.enum(SIDES).optional().describe('Side of the front door'),
  hallLabel: label.default('Hall').describe('Of the way to all rooms'),
  hallType: z.enum(['hall', 'entrance', 'corridor']).default('hall').describe('Its use'),
  hallWidth: lengthIn(0.9, 6).default(HALL_WIDTH).describe('Clear width of the hall'),
  doorWidth: lengthIn(0, 3).default(0).describe('Least width of doors'),
  bigWindows: z.boolean().default(false).describe('Wider windows than usual'),
}
const program = z.strictObject(programFields)
export type ProgramInput = z.infer<typeof program>

/** The program of an input. Throws `Refusal` for labels that no room has, or that several have. */
export function programOf(input: ProgramInput): RoomProgram {
  const ids = new Map<string, string>()
  for (const [index, { label: name }] of input.rooms.entries()) {
    if (ids.has(name))
      throw wrong(`rooms.${index}.label`, `Two rooms are named ${name}: give each its own label.`)
    ids.set(name, `room${index + 1}`)
  }
  const idOf = (name: string, param: string): string => {
    const id = ids.get(name)
    if (id === undefined)
      throw wrong(
        param,
        `No room of the program is named ${name}, only ${[...ids.keys()].join(', ')}.`,
      )
    return id
  }
  const rooms = input.rooms.map((each, index): ProgramRoom => {
    const { roomType, level, size, sides, within, minWidth, windowWidth } = each
    const given = size ? size[0] * size[1] : each.area
    return {
      id: ids.get(each.label)!,
      label: each.label,
      type: roomType,
      level,
      area: given ?? each.about ?? ROOM_STANDARDS[roomType].area,
      isAreaGiven: given !== undefined,
      ...(size && { size: [size[0], size[1]] as const }),
      sides,
      ...(within !== undefined && { within: idOf(within, `rooms.${index}.within`) }),
      ...(minWidth !== undefined && { minWidth }),
      ...(windowWidth !== undefined && { windowWidth }),
    }
  })
  for (const [index, each] of input.rooms.entries()) requireOthers(each, `rooms.${index}`)
  const relations = input.rooms.flatMap((each, index): RoomRelation[] =>
    RELATIONS.flatMap(([field, kind]) =>
      each[field].map((name, at) => ({
        kind,
        a: ids.get(each.label)!,
        b: idOf(name, `rooms.${index}.${field}.${at}`),
      })),
    ),
  )
  const outdoors = input.terraces.map(
    (each, index): OutdoorRoom => ({
      id: `outdoor${index + 1}`,
      label: each.label,
      area: each.area,
      at: idOf(each.before, `terraces.${index}.before`),
    }),
  )
  const { width, depth, outline } = input
  if ((width === undefined) !== (depth === undefined))
    throw wrong(width === undefined ? 'width' : 'depth', 'Give width and depth, or neither.')
  return {
    rooms,
    relations,
    outdoors,
    storeys: 1 + Math.max(...rooms.map(({ level }) => level)),
    shape: input.shape,
    footprint: width !== undefined && depth !== undefined ? { width, depth } : null,
    outline: outline ?? null,
    entrance: input.entrance ?? null,
    hallLabel: input.hallLabel,
    hallType: input.hallType,
    hallWidth: input.hallWidth,
    doorWidth: input.doorWidth,
    hasBigWindows: input.bigWindows,
    outerWall: OUTER_WALL,
    innerWall: INNER_WALL,
  }
}

/** A room has relations to other rooms. Throws `Refusal`. */
function requireOthers(room: ProgramInput['rooms'][number], param: string): void {
  const { label: name } = room
  const own = (['nextTo', 'openTo', 'apartFrom'] as const).find((field) =>
    room[field].includes(name),
  )
  const field = room.within === name ? 'within' : own
  if (field)
    throw wrong(
      `${param}.${field}`,
      `${name} has ${field} itself: name another room, or leave it out.`,
    )
}

const RELATIONS = [
  ['nextTo', 'next_to'],
  ['openTo', 'open_to'],
  ['apartFrom', 'apart'],
] as const

const wrong = (param: string, message: string): Refusal =>
  new Refusal('invalid_input', message, { param })
