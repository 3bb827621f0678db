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
import { withMissingRooms } from './missing-rooms.ts'

export interface BriefProgram {
  program: RoomProgram
  /** Assets that rooms must have, by the ids of the rooms. */
  furniture: Map<string, string[]>
  /** Sentences about what was chosen without being requested. */
  choices: string[]
  /** Why the program cannot be met; null where it can. */
  impossible: string | null
}

/** Share of the area between outer walls that rooms have, without the hall and inner walls. */
const ROOMS_SHARE = 0.84
/** The same with few rooms, which need a short hall. */
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
/** A stair with the way to it, on each storey. */
const STAIR_M2 = 9
/** Share of the box around a house of this shape that it fills. */
const BOX_SHARE = { rectangle: 1, L: 0.77, T: 0.74, U: 0.84 }
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
  const brief = { ...read, ...home, rooms: furnishedRooms }
  const storeys = brief.storeys ?? (brief.rooms.some(({ level }) => level === 1) ? 2 : 1)
  const halls = brief.rooms.filter(({ word }) => HALLS.has(word.type))
  const requested = brief.rooms.filter(({ word }) => !HALLS.has(word.type))
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
  nameApart(rooms)
  const relations = relationsOf(brief, rooms, sources)
  const impossible = setAreas(brief, rooms, storeys)
  const furniture = new Map<string, string[]>()
  for (const [id, { furniture: items }] of sources) if (items.length > 0) furniture.set(id, items)
  const program: RoomProgram = {
    rooms,
    relations,
    outdoors: outdoorsOf(requested, rooms),
    storeys,
    shape: brief.shape ?? 'rectangle',
    outline: null,
    footprint: brief.footprint && {
      width: brief.footprint.width || Math.max(5, (brief.area ?? 100) / brief.footprint.depth),
      depth: brief.footprint.depth || Math.max(5, (brief.area ?? 100) / brief.footprint.width),
    },
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
  const { word, area, leastArea, size, sides, level, windowWidth } = each
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
    area: given ?? Math.max(usual + extraArea(each), (leastArea ?? 0) * 1.04),
    isAreaGiven: given !== undefined,
    ...(size && { size }),
    ...(brief.isAccessible && word.type === 'bathroom' && { minWidth: ACCESSIBLE_BATH_M }),
    ...(windowWidth !== undefined && { windowWidth }),
    sides,
  }
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
function setAreas(brief: BuildingBrief, rooms: ProgramRoom[], storeys: number): string | null {
  const { footprint, area, shape } = brief
  const box =
    footprint?.width && footprint.depth
      ? (footprint.width - 2 * OUTER_WALL) * (footprint.depth - 2 * OUTER_WALL)
      : null
  const inside = box === null ? null : box * BOX_SHARE[shape ?? 'rectangle'] * storeys
  const whole = inside ?? (area === null ? null : area * 0.97)
  if (whole === null) {
    balanceStoreys(rooms, storeys)
    return null
  }
  const least = rooms.reduce(
    (sum, room) => sum + (room.isAreaGiven ? room.area : ROOM_STANDARDS[room.type].minArea),
    0,
  )
  if (least > whole * 0.93) {
    const [needed, stated] = [Math.round(least / 0.86), Math.round(area ?? whole)]
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
    scaleRooms(own, target, growth)
  }
  return null
}

/** Storeys lie over each other: the rooms of the smaller one become a little larger. */
function balanceStoreys(rooms: readonly ProgramRoom[], storeys: number): void {
  const areas = Array.from({ length: storeys }, (_, level) =>
    rooms.reduce((sum, room) => sum + (room.level === level ? room.area : 0), 0),
  )
  for (const [level, area] of areas.entries())
    scaleRooms(
      rooms.filter((room) => room.level === level),
      Math.max(area, Math.max(...areas) * 0.96),
      BALANCE_MAX,
    )
}

/** Gives the rooms this area in all: those without a requested area change, by up to `most`. */
function scaleRooms(rooms: readonly ProgramRoom[], target: number, most: number): void {
  const free = rooms.filter(({ isAreaGiven }) => !isAreaGiven)
  const fixed = rooms.reduce((sum, room) => sum + (room.isAreaGiven ? room.area : 0), 0)
  const isSmall = ({ type }: ProgramRoom) => SMALL.has(type)
  const smalls = free.filter(isSmall)
  const larges = free.filter((room) => !isSmall(room))
  const sumOf = (some: readonly ProgramRoom[]) => some.reduce((sum, { area }) => sum + area, 0)
  const scale = (some: readonly ProgramRoom[], factor: number) => {
    for (const room of some)
      room.area = Math.max(ROOM_STANDARDS[room.type].minArea, room.area * factor)
  }
  if (free.length === 0) return
  const usual = (target - fixed) / sumOf(free)
  const hasLarge = larges.length > 0
  scale(smalls, hasLarge ? Math.min(SMALL_GROWTH_MAX, usual) : usual)
  if (hasLarge) scale(larges, Math.min(most, (target - fixed - sumOf(smalls)) / sumOf(larges)))
}
