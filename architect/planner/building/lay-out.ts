import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { isRefused } from '../../operations/draft-answer.ts'
import type { RoomTypeName } from '../../scene/room-types.ts'
import { formatList, rounded } from '../language/format.ts'
import { homesOf } from '../language/item-homes.ts'
import { itemsIn, someAsset } from '../rules/furniture/house-items.ts'
import type { Workbench } from '../workbench.ts'
import type { BriefProgram } from './program-of-brief.ts'

/** A layout as `plan_layout` answers it. */
interface OfferedLayout {
  score: number
  unmet: readonly string[]
  /** Between the outer faces, in metres. */
  width: number
  depth: number
}

export interface LayoutAnswer {
  plans: readonly OfferedLayout[]
  applied: number
  omitted: readonly string[]
}

/** A room as `plan_layout` takes it: `about` is an area that may change. */
interface RoomRequest {
  label: string
  roomType: RoomTypeName
  about?: number
}

/** How much larger a room becomes in which required furniture did not fit. */
const GROWTH = 1.25

/** Draws a layout, with larger rooms where furniture that they must have did not fit. */
export function layOut(
  bench: Workbench,
  request: Record<string, unknown>,
  built: BriefProgram,
): LayoutAnswer {
  const mark = bench.mark()
  const first = bench.apply('plan_layout', request) as unknown as LayoutAnswer
  const missing = furnishCramped(bench, built)
  const requested = request.rooms as readonly RoomRequest[]
  const mayGrow = ({ label, about }: RoomRequest) => missing.has(label) && about !== undefined
  if (!requested.some(mayGrow)) return reported(first, bench, missing)
  const { scene } = bench
  const firstCalls = bench.calls.slice(mark.calls)
  bench.returnTo(mark)
  const rooms = regrown(requested, mayGrow)
  const second = bench.apply('plan_layout', { ...request, rooms }) as unknown as LayoutAnswer
  const stillMissing = furnishCramped(bench, built)
  if (countOf(stillMissing) < countOf(missing)) return reported(second, bench, stillMissing)
  bench.returnTo({ scene, calls: mark.calls })
  bench.calls.push(...firstCalls)
  return reported(first, bench, missing)
}

const countOf = (missing: ReadonlyMap<string, readonly string[]>): number =>
  [...missing.values()].flat().length

/** What is left out, with a sentence for each room that lacks required furniture. */
function reported(
  answer: LayoutAnswer,
  { house }: Workbench,
  missing: ReadonlyMap<string, readonly string[]>,
): LayoutAnswer {
  const others = answer.omitted.filter((text) => !text.startsWith('furnish room:'))
  const sentences = [...missing].map(([label, assets]) => {
    const room = house.rooms.find((each) => each.label === label)
    const area = room ? ` of ${rounded(room.area, 1)} m²` : ''
    return `The ${label.toLowerCase()}${area} has no space for ${formatList(assets.map(someAsset))}.`
  })
  return { ...answer, omitted: [...others, ...sentences] }
}

/**
 * Furnishes the rooms that lack required furniture again, with little else in them. Returns what
 * still is missing, by the labels of the rooms.
 */
function furnishCramped(
  bench: Workbench,
  { program, furniture }: BriefProgram,
): Map<string, string[]> {
  const missing = new Map<string, string[]>()
  for (const { id, label } of program.rooms) {
    const required = furniture.get(id) ?? []
    const room = bench.house.rooms.find((each) => each.label === label)
    const there = room ? itemsIn(bench.scene, room).map(({ asset }) => asset) : []
    if (!room || required.every((asset) => there.includes(asset))) continue
    const placed = furnishSparsely(bench, room.id, required)
    const left = required.filter((asset) => !placed.includes(asset))
    if (left.length > 0) missing.set(label, left)
  }
  return missing
}

/** Furnishes a room with as many of the required assets as it has space for. */
function furnishSparsely(bench: Workbench, zoneId: string, required: readonly string[]): string[] {
  const given = { zoneId, density: 'sparse' }
  if (!isRefused(bench.attempt('furnish_room', { ...given, require: required })))
    return [...required]
  const fitting: string[] = []
  for (const asset of required)
    if (isPossible(bench, { ...given, require: [...fitting, asset] })) fitting.push(asset)
  bench.attempt('furnish_room', { ...given, require: [...fitting] })
  // A table for meals in a living room stands as it would in a dining room.
  for (const asset of required.filter((each) => !fitting.includes(each))) {
    const roomType = homesOf(asset)?.[0]
    const other = { ...given, ...(roomType && { roomType }), require: [asset] }
    if (!isRefused(bench.attempt('furnish_room', other))) fitting.push(asset)
  }
  return fitting
}

function isPossible(bench: Workbench, given: Record<string, unknown>): boolean {
  const mark = bench.mark()
  const answer = bench.attempt('furnish_room', given)
  bench.returnTo(mark)
  return !isRefused(answer)
}

/** Larger rooms, and others so much smaller that all of them have the area that they had. */
function regrown(
  rooms: readonly RoomRequest[],
  mayGrow: (room: RoomRequest) => boolean,
): RoomRequest[] {
  const others = rooms.filter((room) => room.about !== undefined && !mayGrow(room))
  const grown = sumOf(rooms.filter(mayGrow)) * (GROWTH - 1)
  const spare = others.reduce((sum, room) => sum + spareOf(room), 0)
  const share = spare === 0 ? 0 : Math.min(1, grown / spare)
  return rooms.map((room) => {
    if (room.about === undefined) return room
    return mayGrow(room)
      ? { ...room, about: onGrid(room.about * GROWTH) }
      : { ...room, about: onGrid(room.about - share * spareOf(room)) }
  })
}

const onGrid = (area: number): number => Math.round(area * 100) / 100
const sumOf = (rooms: readonly RoomRequest[]): number =>
  rooms.reduce((sum, { about }) => sum + (about ?? 0), 0)
/** Area that a room can do without. */
const spareOf = ({ about, roomType }: RoomRequest): number =>
  Math.max(0, (about ?? 0) - ROOM_STANDARDS[roomType].minArea)
