import { assetNamed } from '../../assets/catalog.ts'
import type {
  OutdoorRoom,
  ProgramRoom,
  RoomProgram,
  RoomRelation,
  Side,
} from '../../layout/room-program.ts'
import { HALL_WIDTH, INNER_WALL, OUTER_WALL, ROOM_STANDARDS } from '../../layout/room-standards.ts'
import type { RoomTypeName } from '../../scene/room-types.ts'
import { OPPOSITE } from '../house/way-to.ts'
import type { BriefRoom, BuildingBrief } from '../language/building-brief.ts'
import { formatList, rounded } from '../language/format.ts'
import type { RoomWord } from '../language/room-words.ts'
import { extraArea, withLooseFurniture } from './loose-furniture.ts'
import { ROOMS_SHARE, withMainRoom } from './main-room.ts'
import { withMissingRooms } from './missing-rooms.ts'
import { outOfRange } from './out-of-range.ts'

export interface BriefProgram {
  program: RoomProgram
  /** Assets that rooms must have, by the ids of the rooms. */
  furniture: Map<string, string[]>
  /** Sentences about what was chosen without being requested. */
  choices: string[]
  /** Why the program cannot be met; null where it can. */
  impossible: string | null
}

/** `ROOMS_SHARE` with few rooms, which need a short hall. */
const FEW_ROOMS = 5
const FEW_ROOMS_SHARE = 0.88
/** Rooms without a given area become at most this much larger than usual. */
const GROWTH_MAX = 2.2
/** The same where only another storey is larger. */
const BALANCE_MAX = 1.3
/** A larger toilet or bathroom is of little more use: other rooms grow instead. */
const SMALL_GROWTH_MAX = 1.3
const SMALL = new Set<RoomTypeName>([
  'toilet',
  'storage',
  'closet',
  'bathroom',
  'laundry',
  'utility',
])
/** An area that is the least is planned larger by this factor, for walls that move a little. */
const OVER = 1.04
/** Net and gross area differ by this factor. */
const NET_MAX = 1.1
/** From this area on a hall is a room of its own. */
export const HALL_ROOM_M2 = 40
/** Least side of an outline whose other side is given, in metres. */
const SIDE_LEAST_M = 5
/** A stair with the way to it, on each storey. */
const STAIR_M2 = 9
/** Share of the box around a house of this shape that it fills. */
const BOX_SHARE = { rectangle: 1, L: 0.77, T: 0.74, U: 0.84 }
/** A toilet with space for a wheelchair next to the bowl and before it. */
const ACCESSIBLE_TOILET = { area: 3.7, minWidth: 1.65 }
/** A turning circle of 1.525 m (ADA 2010, 304.3.1) next to a washbasin of 0.5 m. */
const ACCESSIBLE_BATH_M = 2.1
export const HALLS: ReadonlySet<RoomTypeName> = new Set<RoomTypeName>([
  'hall',
  'entrance',
  'corridor',
])
const UPSTAIRS = new Set<RoomTypeName>(['bedroom', 'closet'])

/** The program of a brief: each room with its storey, area and neighbours. */
export function programOfBrief(read: BuildingBrief): BriefProgram {
  const { choices, ...home } = withMissingRooms(read)
  const { rooms: furnishedRooms, homeless } = withLooseFurniture(home.rooms, read.furniture)
  const brief = { ...read, ...home, rooms: withMainRoom(read, furnishedRooms, choices) }
  const storeys = brief.storeys ?? (brief.rooms.some(({ level }) => level === 1) ? 2 : 1)
  const all = brief.rooms.map(hallAsRoom)
  const halls = all.filter(({ word }) => HALLS.has(word.type))
  const requested = all.filter(({ word }) => !HALLS.has(word.type))
  const [hall] = halls
  const rooms: ProgramRoom[] = []
  const sources = new Map<string, BriefRoom>()
  for (const each of withImplied(requested)) {
    if (each.word.type === 'terrace') continue
    for (let i = 0; i < each.count; i++) {
      const id = `room${rooms.length + 1}`
      rooms.push(programRoom(brief, each, id, storeys))
      sources.set(id, each)
    }
  }
  if (brief.isAccessible && !rooms.some(({ type }) => type === 'bathroom')) widenToilet(rooms)
  nameApart(rooms)
  const relations = relationsOf(brief, rooms, sources)
  const least = new Map([...sources].map(([id, { leastArea }]) => [id, (leastArea ?? 0) * OVER]))
  const impossible = outOfRange(brief, rooms, storeys) ?? setAreas(brief, rooms, storeys, least)
  // An area that is the least, and no more than that, is to be met as one that is given.
  for (const room of rooms)
    if (room.area <= (least.get(room.id) ?? 0) * NET_MAX) room.isAreaGiven = true
  const furniture = new Map<string, string[]>()
  for (const [id, { furniture: items }] of sources) if (items.length > 0) furniture.set(id, items)
  const program: RoomProgram = {
    rooms,
    relations,
    outdoors: outdoorsOf(requested, rooms),
    storeys,
    shape: brief.shape ?? 'rectangle',
    outline: null,
    footprint: brief.footprint && footprintOf(brief.footprint, areaOfStorey(brief, rooms, storeys)),
    entrance: brief.entrance,
    hallLabel: hall?.word.label ?? 'Hall',
    hallType: hall?.word.type ?? 'hall',
    hallWidth: hall?.width ?? (brief.isAccessible ? 1.5 : HALL_WIDTH),
    doorWidth: brief.doorWidth ?? (brief.isAccessible ? 0.9 : 0),
    hasBigWindows: brief.hasBigWindows,
    outerWall: OUTER_WALL,
    innerWall: INNER_WALL,
  }
  const homelessNames = homeless.map((name) => assetNamed(name)!.label.toLowerCase())
  if (homeless.length > 0)
    choices.push(`No room of this building is one for ${formatList(homelessNames)}: left out.`)
  return { program, furniture, choices, impossible }
}

/** `a hall of 150 m²` is where people meet, and not the way to the rooms. */
function hallAsRoom(room: BriefRoom): BriefRoom {
  const { word, area, size } = room
  const given = size ? size[0] * size[1] : (area ?? 0)
  if (!HALLS.has(word.type) || given < HALL_ROOM_M2) return room
  return {
    ...room,
    word: { type: 'other', label: word.label === 'Hall' ? 'Main hall' : word.label },
  }
}

/** Area between the outer faces that a storey needs, or that the brief gives it. */
function areaOfStorey(
  { area }: BuildingBrief,
  rooms: readonly ProgramRoom[],
  storeys: number,
): number {
  if (area !== null) return area / storeys
  const areas = Array.from({ length: storeys }, (_, level) =>
    rooms.reduce((sum, room) => sum + (room.level === level ? room.area : 0), 0),
  )
  return Math.max(...areas) / ROOMS_SHARE + (storeys > 1 ? STAIR_M2 : 0)
}

/** A side of the outline that the brief leaves open follows from the area. */
const footprintOf = (
  { width, depth }: { width: number; depth: number },
  area: number,
): { width: number; depth: number } => ({
  width: width || Math.max(SIDE_LEAST_M, area / depth),
  depth: depth || Math.max(SIDE_LEAST_M, area / width),
})

/** Terraces lie in front of the living room. */
function outdoorsOf(requested: readonly BriefRoom[], rooms: readonly ProgramRoom[]): OutdoorRoom[] {
  const living = rooms.find(({ type }) => type === 'living') ?? rooms[0]
  if (!living) return []
  return requested
    .filter(({ word }) => word.type === 'terrace')
    .map(({ word, area, size }, index) => ({
      id: `terrace${index + 1}`,
      label: word.label,
      area: area ?? (size ? size[0] * size[1] : ROOM_STANDARDS.terrace.area),
      at: living.id,
    }))
}

/** The rooms with those that only relations name: `opens into the dining room`. */
function withImplied(requested: readonly BriefRoom[]): BriefRoom[] {
  const all = [...requested]
  for (const { links } of requested)
    for (const { to, kind } of links)
      if (
        to !== 'entrance' &&
        kind !== 'within' &&
        !HALLS.has(to.type) &&
        !all.some(({ word }) => word.type === to.type)
      )
        all.push({ word: to, count: 1, sides: [], links: [], furniture: [] })
  return all
}

function programRoom(
  brief: BuildingBrief,
  each: BriefRoom,
  id: string,
  storeys: number,
): ProgramRoom {
  const { word, area, leastArea, size, width, sides, level, windowWidth } = each
  const standard = ROOM_STANDARDS[word.type]
  const isUp =
    storeys > 1 &&
    (UPSTAIRS.has(word.type) ||
      (word.type === 'bathroom' && brief.rooms.some((room) => room.word.type === 'bedroom')))
  const usual = Math.max(
    word.role === 'main' ? standard.area + 2.5 : word.role === 'ensuite' ? 4.5 : standard.area,
    brief.isAccessible && word.type === 'bathroom' ? 6.5 : 0,
  )
  const given = size ? size[0] * size[1] : area
  return {
    id,
    label: word.label,
    type: word.type,
    level: Math.min(storeys - 1, level ?? (isUp ? 1 : 0)),
    area: given ?? Math.max(usual + extraArea(each), (leastArea ?? 0) * OVER),
    isAreaGiven: given !== undefined,
    ...(size && { size }),
    ...(width !== undefined && { minWidth: width }),
    ...(brief.isAccessible && word.type === 'bathroom' && { minWidth: ACCESSIBLE_BATH_M }),
    ...(windowWidth !== undefined && { windowWidth }),
    sides,
  }
}

/** One of several toilets is for people in wheelchairs, where no bathroom is. */
function widenToilet(rooms: readonly ProgramRoom[]): void {
  const toilet = rooms.find(({ type, isAreaGiven }) => type === 'toilet' && !isAreaGiven)
  if (toilet) Object.assign(toilet, { ...ACCESSIBLE_TOILET, isAreaGiven: true })
}

/** `Bedroom 1`, `Bedroom 2` where several have one name. */
function nameApart(rooms: ProgramRoom[]): void {
  const groups = Map.groupBy(rooms, ({ label }) => label)
  for (const [label, group] of groups)
    if (group.length > 1) for (const [i, room] of group.entries()) room.label = `${label} ${i + 1}`
}

function relationsOf(
  brief: BuildingBrief,
  rooms: ProgramRoom[],
  sources: ReadonlyMap<string, BriefRoom>,
): RoomRelation[] {
  const relations: RoomRelation[] = []
  const ofWord = (word: RoomWord, from: ProgramRoom) =>
    rooms.filter(
      ({ type, id, level }) => type === word.type && id !== from.id && level === from.level,
    )
  for (const room of rooms) {
    const source = sources.get(room.id)!
    if (source.word.role === 'ensuite') {
      const host = hostOf(room, rooms, sources)
      if (host) Object.assign(room, { within: host.id, level: host.level })
      continue
    }
    for (const { kind, to } of source.links) {
      if (to === 'entrance') {
        turnFromStreet(room, kind, brief.entrance)
        continue
      }
      if (kind === 'within') continue
      for (const other of ofWord(to, room).slice(0, 2))
        relations.push({ kind, a: room.id, b: other.id })
    }
  }
  if (brief.isOpenPlan) {
    const first = (type: RoomTypeName) => rooms.find((room) => room.type === type)
    const [living, kitchen, dining] = [first('living'), first('kitchen'), first('dining')]
    if (living && kitchen) relations.push({ kind: 'open_to', a: living.id, b: kitchen.id })
    if (dining && (living ?? kitchen))
      relations.push({ kind: 'open_to', a: dining.id, b: (living ?? kitchen)!.id })
  }
  return relations
}

/**
 * The bedroom of an ensuite: one whose brief requests it, else any, and none that has another room
 * of this kind already.
 */
function hostOf(
  { type }: ProgramRoom,
  rooms: readonly ProgramRoom[],
  sources: ReadonlyMap<string, BriefRoom>,
): ProgramRoom | null {
  const taken = new Set(rooms.flatMap((room) => (room.type === type ? (room.within ?? []) : [])))
  const bedrooms = rooms.filter((room) => room.type === 'bedroom' && !taken.has(room.id))
  const requested = bedrooms.find(({ id }) =>
    sources
      .get(id)!
      .links.some(({ kind, to }) => kind === 'within' && to !== 'entrance' && to.type === type),
  )
  return requested ?? bedrooms[0] ?? null
}

/** A room by the front door is on its side, and one away from the street on the other. */
function turnFromStreet(room: ProgramRoom, kind: string, entrance: Side | null): void {
  if (entrance === null || room.sides.length > 0) return
  if (kind === 'next_to') room.sides = [entrance]
  if (kind === 'apart') room.sides = [OPPOSITE[entrance]]
}

/** Scales the usual areas to the area of the house. Returns why that is not possible, or null. */
function setAreas(
  brief: BuildingBrief,
  rooms: ProgramRoom[],
  storeys: number,
  leastAreas: ReadonlyMap<string, number>,
): string | null {
  const { footprint, area, shape } = brief
  const box =
    footprint?.width && footprint.depth
      ? (footprint.width - 2 * OUTER_WALL) * (footprint.depth - 2 * OUTER_WALL)
      : null
  const inside = box === null ? null : box * BOX_SHARE[shape ?? 'rectangle'] * storeys
  const whole = inside ?? (area === null ? null : area * 0.97)
  if (whole === null) {
    balanceStoreys(rooms, storeys, leastAreas)
    return null
  }
  const least = rooms.reduce(
    (sum, room) => sum + (room.isAreaGiven ? room.area : leastAreaOf(room, leastAreas)),
    0,
  )
  const needed = Math.round(least / 0.86)
  const stated = Math.round(area ?? whole)
  // The area of a house may be meant without walls, where its rooms have areas of their own.
  if (inside === null ? needed > stated * NET_MAX : least > whole * 0.93) {
    const has = footprint
      ? `${rounded(footprint.width, 2)} by ${rounded(footprint.depth, 2)} m have ${Math.round(whole)} m² within the outer walls`
      : `the house is to have ${stated} m²`
    return `These rooms do not fit: with walls and a hall they need at least ${needed} m², and ${has}.`
  }
  for (let level = 0; level < storeys; level++) {
    const own = rooms.filter((room) => room.level === level)
    const share = own.length <= FEW_ROOMS ? FEW_ROOMS_SHARE : ROOMS_SHARE
    const target = (whole / storeys) * share - (storeys > 1 ? STAIR_M2 : 0)
    const growth = inside === null ? GROWTH_MAX : Number.POSITIVE_INFINITY
    scaleRooms(own, target, growth, leastAreas)
  }
  return null
}

const leastAreaOf = ({ id, type }: ProgramRoom, leastAreas: ReadonlyMap<string, number>): number =>
  Math.max(ROOM_STANDARDS[type].minArea, leastAreas.get(id) ?? 0)

/** Storeys lie over each other: the rooms of the smaller one become a little larger. */
function balanceStoreys(
  rooms: readonly ProgramRoom[],
  storeys: number,
  leastAreas: ReadonlyMap<string, number>,
): void {
  const areas = Array.from({ length: storeys }, (_, level) =>
    rooms.reduce((sum, room) => sum + (room.level === level ? room.area : 0), 0),
  )
  for (const [level, area] of areas.entries())
    scaleRooms(
      rooms.filter((room) => room.level === level),
      Math.max(area, Math.max(...areas) * 0.96),
      BALANCE_MAX,
      leastAreas,
    )
}

/** Gives the rooms this area in all: those without a requested area change, by up to `most`. */
function scaleRooms(
  rooms: readonly ProgramRoom[],
  target: number,
  most: number,
  leastAreas: ReadonlyMap<string, number>,
): void {
  const free = rooms.filter(({ isAreaGiven }) => !isAreaGiven)
  const fixed = rooms.reduce((sum, room) => sum + (room.isAreaGiven ? room.area : 0), 0)
  const isSmall = ({ type }: ProgramRoom) => SMALL.has(type)
  const smalls = free.filter(isSmall)
  const larges = free.filter((room) => !isSmall(room))
  const sumOf = (some: readonly ProgramRoom[]) => some.reduce((sum, { area }) => sum + area, 0)
  const scale = (some: readonly ProgramRoom[], factor: number) => {
    for (const room of some) room.area = Math.max(leastAreaOf(room, leastAreas), room.area * factor)
  }
  if (free.length === 0) return
  const usual = (target - fixed) / sumOf(free)
  const hasLarge = larges.length > 0
  scale(smalls, hasLarge ? Math.min(SMALL_GROWTH_MAX, usual) : usual)
  if (hasLarge) scale(larges, Math.min(most, (target - fixed - sumOf(smalls)) / sumOf(larges)))
}
