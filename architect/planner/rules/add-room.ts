import type { Side } from '../../layout/room-program.ts'
import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { isRefused } from '../../operations/draft-answer.ts'
import { ROOM_TYPES, type RoomTypeName } from '../../scene/room-types.ts'
import type { House, HouseRoom } from '../house/house.ts'
import type { RoomReference } from '../language/clause.ts'
import { formatList } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { disturbance, excessAspect, OUTLINE_COST } from './disturbance.ts'
import { addDoorTo, isDoorMade } from './door-to.ts'
import { type Figures, figuresFor, sizeOf, TheRoom, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { type OuterLine, outerLines, type Plot, plotsAlong } from './outer-lines.ts'
import { addWindows, roomOf, waysInto } from './repair-rooms.ts'
import { freeLabel, kindOf, type RoomKind } from './room-kind.ts'

/** Where a new room goes and how large it is. */
export interface Placement {
  /** Null for a room without a use, as `an extension`. */
  reference: RoomReference | null
  area: number | null
  size: readonly [number, number] | null
  side: Side | null
  beside: RoomReference | null
  /** `sliding`, `glass`: the door that it is to have. */
  door: string | null
  doorTo: RoomReference | null
  request: string
}

const COSTS = {
  /** A window that would look into the new room. */
  window: 6,
  /** An outer door that would lead into it. */
  door: 30,
  aspect: 6,
  /** An area other than requested: walls snap to those that stand. */
  areaOff: 40,
  /** For each metre between its middle and that of the room next to it. */
  offMiddle: 0.5,
  /** A door narrower than is usual. */
  narrowDoor: 2,
  noDoor: 8,
}
/** Plots along the house that are tried. */
const PLOTS_MAX = 24
/** Of these the likeliest, which are tried first. */
const FIRST_PLOTS = 4
const SLIDING_WIDTHS_M = [1.8, 1.6, 1.4, 1.2, 1]
const GARAGE_WIDTHS_M = [2.5, 2.3, 2.2]
const DOUBLE_GARAGE_M2 = 30
const DOUBLE_GARAGE_WIDTH_M = 4.8
/** Usual shares of width and depth that a room of an area has. */
const ASPECTS = [1, 1.35, 1.75]
/** A car of 4.8 m, and a way around it. */
const GARAGE_LENGTH_M = 5.4

const HOSTS: RoomTypeName[] = ['living', 'dining', 'kitchen', 'studio']

const DOOR_TYPES: Record<string, string> = {
  sliding: 'sliding',
  glass: 'sliding',
  double: 'double',
  french: 'double',
  folding: 'folding',
}

/** Adds a room along the outer wall. */
export function addRoom(bench: Workbench, placement: Placement): string {
  const before = bench.house
  const { reference, side, beside } = placement
  const kind = reference ? kindOf(bench, reference) : { type: 'other' as const, label: 'Room' }
  if (before.rooms.length === 0)
    throw new Declined('The project has no house yet to add a room to.')
  if ((reference?.level ?? 0) > 0)
    throw new Declined(
      `I can add a room on the ground floor only. Upstairs, I can split ${kind.label.toLowerCase()} off another room.`,
    )
  const figures = figuresFor(placement.request)
  const standing = outerLines(before, 0).filter((line) => side === null || line.side === side)
  const neighbour = beside
    ? bench.room(beside)
    : (throughOuterWall(bench, placement, standing) ?? hostOf(before, kind, side))
  const lines = standing.filter(
    ({ roomIds }) => neighbour === null || roomIds.includes(neighbour.id),
  )
  if (lines.length === 0)
    throw new Declined(
      `${neighbour ? TheRoom(neighbour) : 'The house'} has no outer wall${side === null ? '' : ` in the ${side}`} for a room to stand at.`,
    )
  const label = freeLabel(bench, kind.label)
  const start = bench.mark()
  const ways = waysOf(bench, placement, { ...kind, label }, lines, neighbour)
  // The outline changes with any of them, which is what the request is about.
  makeBest(bench, [ways.slice(0, FIRST_PLOTS), ways.slice(FIRST_PLOTS)], (old, now) =>
    Math.max(0, disturbance(old, now, []) - OUTLINE_COST),
  )
  return replyOf(bench, before, label, figures, start.calls)
}

/** The room from which a door leads into the new one, where it has an outer wall there. */
function throughOuterWall(
  bench: Workbench,
  { doorTo }: Placement,
  lines: readonly OuterLine[],
): HouseRoom | null {
  const room = doorTo ? bench.room(doorTo) : null
  return room && lines.some(({ roomIds }) => roomIds.includes(room.id)) ? room : null
}

/** The room to which a terrace belongs where the request names none. */
function hostOf({ rooms }: House, { type }: RoomKind, side: Side | null): HouseRoom | null {
  if (!ROOM_TYPES[type].isOutdoors) return null
  const fitting = rooms.filter(
    ({ sides, level }) => level === 0 && (side === null ? sides.size > 0 : sides.has(side)),
  )
  return HOSTS.flatMap((host) => fitting.find((room) => room.type === host) ?? [])[0] ?? null
}

function waysOf(
  bench: Workbench,
  placement: Placement,
  kind: RoomKind,
  lines: readonly OuterLine[],
  neighbour: HouseRoom | null,
): Way[] {
  const isOpen = ROOM_TYPES[kind.type].isOutdoors
  const sizes = sizesOf(placement, kind)
  const plots = lines.flatMap((line) =>
    sizes.flatMap((size) => plotsAlong(bench.house, line, size, isOpen, neighbour)),
  )
  const ranked = plots
    .map((plot) => ({ plot, cost: plotCost(bench.house, plot, kind, neighbour) }))
    .sort((a, b) => a.cost - b.cost)
  return ranked.slice(0, PLOTS_MAX).map(({ plot, cost }) => {
    const way = {
      cost: 0,
      least: cost,
      make() {
        way.cost = cost + build(bench, plot, kind, placement)
      },
    }
    return way
  })
}

/** Clear sizes along the wall by away from it. */
function sizesOf({ area, size }: Placement, { type }: RoomKind): [number, number][] {
  if (size)
    return size[0] === size[1]
      ? [[...size]]
      : [
          [size[0], size[1]],
          [size[1], size[0]],
        ]
  const metres2 = area ?? ROOM_STANDARDS[type].area
  const { minWidth } = ROOM_STANDARDS[type]
  const aspects = type === 'garage' ? [GARAGE_LENGTH_M ** 2 / metres2] : ASPECTS
  const sizes = aspects.map((aspect): [number, number] => {
    const width = Math.max(minWidth, Math.sqrt(metres2 / aspect))
    return [width, metres2 / width]
  })
  return sizes.flatMap(([a, b]): [number, number][] => [
    [a, b],
    [b, a],
  ])
}

function plotCost(
  { openings }: House,
  { covered, along, away, middle }: Plot,
  { type }: RoomKind,
  neighbour: HouseRoom | null,
): number {
  const isOpen = ROOM_TYPES[type].isOutdoors
  const aspect = Math.max(along / away, away / along)
  const excess = Math.max(0, aspect - ROOM_STANDARDS[type].maxAspect)
  const lost = openings.filter(({ id }) => covered.includes(id))
  const windows = isOpen ? 0 : lost.filter(({ kind }) => kind === 'window').length
  const doors = isOpen ? 0 : lost.length - windows
  const off = neighbour
    ? Math.hypot(middle[0] - neighbour.middle[0], middle[1] - neighbour.middle[1])
    : 0
  return COSTS.window * windows + COSTS.door * doors + COSTS.aspect * excess + COSTS.offMiddle * off
}

/** Builds the room with its doors, windows and roof; returns the cost of what it has not. */
function build(bench: Workbench, plot: Plot, kind: RoomKind, placement: Placement): number {
  const isOpen = ROOM_TYPES[kind.type].isOutdoors
  const { zoneId } = applyMakingWay(bench, 'create_room', {
    label: kind.label,
    roomType: kind.type,
    levelId: plot.levelId,
    polygon: plot.polygon,
    ...(isOpen ? { createWalls: false } : { wallThickness: plot.thickness }),
  })
  const id = `${zoneId}`
  if (isOpen) return openOntoTerrace(bench, id, placement)
  removeInnerWindows(bench, plot, id)
  const cost = openInside(bench, id, placement)
  if (kind.type === 'garage') addGarageDoor(bench, id)
  else addWindows(bench, roomOf(bench, id))
  coverWithRoof(bench, plot)
  const room = roomOf(bench, id)
  const off = Math.abs(Math.log(room.area / (plot.along * plot.away)))
  return cost + COSTS.aspect * excessAspect(room) + COSTS.areaOff * off
}

/** Windows that would look into the new room go. */
function removeInnerWindows(bench: Workbench, { covered }: Plot, roomId: string): void {
  const ids = bench.house.openings
    .filter(({ id, kind }) => kind === 'window' && covered.includes(id))
    .map(({ id }) => id)
  if (ids.length === 0) return
  const dark = bench.house.rooms.find(
    ({ id: own, type, openings }) =>
      own !== roomId &&
      ROOM_TYPES[type].isHabitable &&
      openings.some(({ id }) => ids.includes(id)) &&
      !openings.some(({ id, kind, side }) => kind === 'window' && side && !ids.includes(id)),
  )
  if (dark) throw new Declined(`It would cover the only window of ${theRoom(dark)}.`)
  bench.apply('delete_node', { ids })
}

/** A door from the house; a room that only bedrooms border is reached from outside. */
function openInside(bench: Workbench, id: string, { doorTo }: Placement): number {
  const room = roomOf(bench, id)
  const preferred = doorTo ? [bench.room(doorTo)] : waysInto(bench.house, room)
  const through = preferred.filter(({ type }) => doorTo || type !== 'bedroom')
  const fitting = room.type === 'bathroom' || room.type === 'closet' ? preferred : through
  if (addDoorTo(bench, id, fitting)) return 0
  const answer = bench.attempt('add_door', { zoneId: id, to: 'outside', width: 0.9 })
  if (isRefused(answer)) throw new Declined(`There is no place for a door to ${theRoom(room)}.`)
  return COSTS.noDoor
}

function openOntoTerrace(
  bench: Workbench,
  id: string,
  { door, beside, doorTo }: Placement,
): number {
  const room = roomOf(bench, id)
  const wanted = doorTo ?? beside
  const hosts = wanted
    ? [bench.room(wanted)]
    : waysInto(bench.house, room).filter(({ isOutdoors }) => !isOutdoors)
  const words = (door ?? 'sliding').split(' ')
  const doorType = words.flatMap((word) => DOOR_TYPES[word] ?? [])[0] ?? 'sliding'
  for (const host of hosts)
    for (const [index, width] of SLIDING_WIDTHS_M.entries())
      if (isDoorMade(bench, host.id, id, { width, doorType })) return COSTS.narrowDoor * index
  if (addDoorTo(bench, id, hosts)) return COSTS.noDoor / 2
  throw new Declined(`There is no space for a door to ${theRoom(room)}.`)
}

function addGarageDoor(bench: Workbench, id: string): void {
  const { area, walls } = roomOf(bench, id)
  const widths =
    area >= DOUBLE_GARAGE_M2 ? [DOUBLE_GARAGE_WIDTH_M, ...GARAGE_WIDTHS_M] : GARAGE_WIDTHS_M
  const order: (Side | null)[] = ['south', 'east', 'west', 'north']
  // Cars drive in along the garage, so that its door is in a short wall.
  const outer = walls
    .filter(({ side }) => side !== null)
    .sort((a, b) => a.length - b.length || order.indexOf(a.side) - order.indexOf(b.side))
  for (const wall of outer)
    for (const width of widths) {
      const look = { wallId: wall.id, t: 0.5, width, doorType: 'garage' }
      if (!isRefused(bench.attempt('add_door', look))) return
    }
  throw new Declined('There is no wall for a garage door.')
}

/** A flat roof, where the house has a roof. */
function coverWithRoof(bench: Workbench, { levelId, roof }: Plot): void {
  const hasRoof = Object.values(bench.scene.nodes).some(({ kind }) => kind === 'roof')
  if (hasRoof) bench.attempt('create_roof', { roofType: 'flat', levelId, polygon: roof })
}

function replyOf(
  bench: Workbench,
  before: House,
  label: string,
  figures: Figures,
  calls: number,
): string {
  const after = bench.house
  const room = after.rooms.find(
    (each) => each.label === label && !before.rooms.some(({ id }) => id === each.id),
  )!
  const doors = room.openings.filter(({ kind }) => kind !== 'window')
  const to = doors.map(({ roomIds }) => {
    const other = after.rooms.find(({ id }) => id !== room.id && roomIds.includes(id))
    return other ? theRoom(other) : 'the outside'
  })
  const windows = room.isOutdoors ? 0 : room.openings.filter(({ kind }) => kind === 'window').length
  const gone = before.openings.filter(
    ({ id, kind }) => kind === 'window' && !after.openings.some((each) => each.id === id),
  )
  const parts = [
    ...(to.length > 0 ? [`${to.length > 1 ? 'doors' : 'a door'} to ${formatList(to)}`] : []),
    ...(windows > 0 ? [`${windows} ${windows === 1 ? 'window' : 'windows'}`] : []),
  ]
  const lost = gone.map(({ roomIds }) => {
    const from = before.rooms.find(({ id }) => roomIds.includes(id))
    return ` A window of ${from ? theRoom(from) : 'the house'} is gone, as the new room stands before it.`
  })
  return `I added ${theRoom(room)}: ${sizeOf(room, figures)}, ${figures.area(room.area)}${parts.length > 0 ? `, with ${formatList(parts)}` : ''}.${lost.join('')}${movedSentence(before, after, bench.calls.slice(calls))}`
}
