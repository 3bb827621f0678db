import { compassBits } from './compass.ts'
import { DOOR_STRETCH } from './door-sizes.ts'
import type { FoundPlan } from './find-plans.ts'
import { type PlacedRoom, STAIR_DEPTH, sharedLength } from './placed-plan.ts'
import { HALL_LENGTH_M, OPEN_STRETCH, sizeMisfit } from './plan-cost.ts'
import type { ProgramTables } from './program-tables.ts'
import { type ProgramRoom, SIDES } from './room-program.ts'

/** Something that a program requests, and a sentence for where a plan does not meet it. */
export interface PlanRequest {
  isMet: boolean
  sentence: string
}

/** Requested areas and sizes are met within this share. */
const AREA_WITHIN = 0.1
const SIZE_WITHIN = 0.1
/** Widths are met within a centimetre. */
const WIDTH_WITHIN_M = 0.011

/** Sentences about what a plan does not meet: requests first, then what every building needs. */
export function unmetOfPlan(tables: ProgramTables, found: FoundPlan): string[] {
  return [...requestsOf(tables, found), ...needsOf(tables, found)].flatMap(({ isMet, sentence }) =>
    isMet ? [] : [sentence],
  )
}

/** What the program requests of a plan. */
export function requestsOf({ program }: ProgramTables, found: FoundPlan): PlanRequest[] {
  const { rooms } = found.plan
  const bits = compassBits(found)
  const indexOf = (id: string) => program.rooms.findIndex((room) => room.id === id)
  const requests: PlanRequest[] = program.relations.flatMap(({ kind, a, b }) => {
    const [one, other] = [program.rooms[indexOf(a)], program.rooms[indexOf(b)]]
    if (!one || !other) return []
    const isFar = one.level !== other.level
    const shared = isFar ? 0 : sharedLength(rooms[indexOf(a)], rooms[indexOf(b)])
    const [first, second] = [subject(one), subject(other).replace(/^The/, 'the')]
    if (kind === 'apart')
      return [{ isMet: shared === 0, sentence: `${first} is next to ${second}.` }]
    if (kind === 'next_to')
      return [{ isMet: shared >= DOOR_STRETCH, sentence: `${first} is not next to ${second}.` }]
    return [{ isMet: shared >= OPEN_STRETCH, sentence: `${first} is not open to ${second}.` }]
  })
  for (const [index, room] of program.rooms.entries()) {
    const { area, width, depth, outer } = rooms[index]
    for (const side of room.sides)
      requests.push({
        isMet: (bits[outer] & (1 << SIDES.indexOf(side))) !== 0,
        sentence: `${subject(room)} has no outer wall in the ${side}.`,
      })
    if (room.size)
      requests.push({
        isMet: sizeMisfit(room.size, width, depth) <= SIZE_WITHIN,
        sentence: `${subject(room)} is ${metres(width)} by ${metres(depth)} m, not ${metres(room.size[0])} by ${metres(room.size[1])} m.`,
      })
    else if (room.isAreaGiven)
      requests.push({
        isMet: Math.abs(area / room.area - 1) <= AREA_WITHIN,
        sentence: `${subject(room)} has ${metres(area)} m², not ${metres(room.area)} m².`,
      })
  }
  for (const { label, at } of program.outdoors) {
    const host = rooms[indexOf(at)]
    requests.push({
      isMet: host !== undefined && host.outer !== 0,
      sentence: `${subject({ label })} has no outer wall to lie at.`,
    })
  }
  if (program.entrance !== null) {
    const { doorSides } = found.plan.storeys[0]
    requests.push({
      isMet: (bits[doorSides] & (1 << SIDES.indexOf(program.entrance))) !== 0,
      sentence: `The front door is not in the ${program.entrance}.`,
    })
  }
  return requests
}

/** What every building needs: ways to its rooms, daylight, and widths. */
function needsOf(tables: ProgramTables, { plan }: FoundPlan): PlanRequest[] {
  const { program } = tables
  const needs: PlanRequest[] = plan.rooms.flatMap((placed, index) => {
    const room = program.rooms[index]
    const narrow = Math.min(placed.width, placed.depth)
    return [
      wayTo(tables, placed, plan.rooms),
      {
        isMet: placed.outer !== 0 || tables.mayBeInner[index] === 1,
        sentence: `${subject(room)} has no outer wall, and so no daylight.`,
      },
      {
        isMet: narrow >= tables.minWidth[index] - WIDTH_WITHIN_M,
        sentence: `${subject(room)} is only ${metres(narrow)} m wide.`,
      },
    ]
  })
  const [ground] = plan.storeys
  const { stair, doorSides } = ground
  needs.push(
    {
      isMet: doorSides !== 0,
      sentence: 'The hall has no outer wall for the front door.',
    },
    {
      isMet: ground.hall[0].u1 - ground.hall[0].u0 >= HALL_LENGTH_M / 2,
      sentence: 'The hall is too short for its doors.',
    },
    {
      isMet: !stair || stair.v1 - stair.v0 >= STAIR_DEPTH - WIDTH_WITHIN_M,
      sentence: 'The stair does not fit.',
    },
  )
  return needs
}

function wayTo(
  { program, within, isPublic, doorStretch }: ProgramTables,
  placed: PlacedRoom,
  rooms: readonly PlacedRoom[],
): PlanRequest {
  const room = program.rooms[placed.room]
  const host = within[placed.room]
  const stretch = doorStretch[placed.room]
  if (host >= 0)
    return {
      isMet: sharedLength(rooms[host], placed) >= stretch,
      sentence: `${subject(room)} is not next to ${subject(program.rooms[host]).replace(/^The/, 'the')}, to which it belongs.`,
    }
  const isReached =
    placed.atHall >= stretch ||
    rooms.some(
      (other) =>
        isPublic[other.room] === 1 &&
        program.rooms[other.room].level === room.level &&
        other.atHall >= DOOR_STRETCH &&
        sharedLength(other, placed) >= stretch,
    )
  return {
    isMet: isReached,
    sentence: `No way leads from the hall to ${subject(room).replace(/^The/, 'the')}.`,
  }
}

/** `The kitchen`, `Bedroom 2`. */
function subject({ label }: Pick<ProgramRoom, 'label'>): string {
  return /\d$/.test(label) ? label : `The ${label[0].toLowerCase()}${label.slice(1)}`
}

const metres = (value: number): number => Math.round(value * 10) / 10
