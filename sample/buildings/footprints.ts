import { between, wholeBetween } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { LAND_USES } from '../land/land-uses.ts'
import type { Lot } from '../land/lots.ts'
import { lotId, type Parcel } from '../land/parcels.ts'
import { lotAt, plainLots } from '../land/picks.ts'
import type { RollRow } from '../land/roll.ts'
import { groundArea } from '../plan/areas.ts'
import { type Box, heightOf, onGrid, widthOf } from '../plan/box.ts'
import { type LngLat, type PlanPoint, WIDTH } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'

/** A building: a box of the plan, which the warp turns as it turns its lot. */
export interface Building {
  lot: Lot
  role: 'main' | 'outbuilding'
  stories: number
  /** Surveyed outline; null west of the survey, and for buildings that are too small. */
  surveyed: Outline | null
  /** Outline that a model drew from images: its edges are a little off. */
  learned: Outline
  /** Metres; null where the surveyed outline has no height. */
  height: number | null
  /** Value for "no height" in the file: the sentinel, or a plain 0. */
  noHeight: -99999 | 0
  roll: RollRow | null
}

export interface Outline {
  box: Box
  ring: LngLat[]
  /** Area on the ground in square metres. */
  area: number
}

/** Lots that a building was drawn for. */
export interface BuildingLots {
  /** Its house crosses the line to `overhung`, which is vacant, by 3 m. */
  overhanging: Lot
  overhung: Lot
}

/** West of this u nobody surveyed buildings: the western third of the county. */
export const SURVEY_FROM = WIDTH / 3

/** The agency left out what is smaller: 450 square feet. */
const SURVEYED_MIN_M2 = 42
const SQUARE_FEET = 10.7639104
const OVERHANG = 3

// Distance of a building from its street, in metres.
const FRONT = { town: 3, suburb: 7, estate: 12, rural: 25, beach: 5 } as const

/** Buildings of the county in the order of the fabric: at most one main building a lot. */
export function buildBuildings(
  seed: number,
  parcels: readonly Parcel[],
  roll: readonly RollRow[],
  terrain: Terrain,
): { buildings: Building[]; buildingLots: BuildingLots } {
  const random = seededRandom(seed, 'buildings')
  const rows = new Map(roll.map((row) => [row.PARCEL_ID, row]))
  const unitsOf = Map.groupBy(parcels, ({ lot }) => lot)
  const buildingLots = chooseLots(parcels)
  const buildings: Building[] = []
  for (const [lot, units] of unitsOf) {
    if (LAND_USES[lot.use].building === null) continue
    const row = rows.get(units[0].id ?? lotId(lot)) ?? null
    const living =
      units[0].unit === null
        ? livingOf(row)
        : units.reduce((sum, { id }) => sum + livingOf(rows.get(id ?? '') ?? null), 0)
    const stories = storiesOf(lot, units.length, random)
    const room = roomOn(lot, terrain)
    let box = mainBox(lot, room, (living * 1.12) / SQUARE_FEET / stories, random)
    if (lot === buildingLots.overhanging) {
      const shift = onGrid(lot.box[2] + OVERHANG - box[2])
      box = [box[0] + shift, box[1], box[2] + shift, box[3]]
    }
    const drawn = { lot, stories, roll: row }
    buildings.push({ ...drawn, role: 'main', ...outlines(box, stories, terrain, random) })
    const shed = shedBox(lot, room, box, random)
    if (shed !== null) {
      buildings.push({
        ...drawn,
        stories: 1,
        role: 'outbuilding',
        ...outlines(shed, 1, terrain, random),
      })
    }
  }
  return { buildings, buildingLots }
}

const livingOf = (row: RollRow | null): number => Number(row?.TOT_LVG_AREA ?? 1600)

function storiesOf({ use }: Lot, units: number, random: Random): number {
  if (units > 1 && use === 'condominium') return units / 4
  if (use === 'apartments') return wholeBetween(random, 2, 6)
  if (use === 'office' || use === 'school') return wholeBetween(random, 1, 3)
  return use === 'house' && random() < 0.35 ? 2 : 1
}

/** The part of a lot that is dry and 4 m from its lines, and the distance from its street. */
function roomOn({ box: [u0, v0, u1, v1], bank, character, faces }: Lot, terrain: Terrain): Box {
  const water =
    bank === null ? 0 : Math.max(terrain.bank(u0), terrain.bank((u0 + u1) / 2), terrain.bank(u1))
  const front = FRONT[character]
  const low = bank === 'south' ? water + 12 : v0 + (faces === 'south' ? front : 4)
  const high = bank === 'north' ? -water - 12 : v1 - (faces === 'north' ? front : 4)
  return [u0 + 4, onGrid(low), u1 - 4, onGrid(high)]
}

/** A rectangle of about `area` square metres by the street. */
function mainBox({ faces }: Lot, room: Box, area: number, random: Random): Box {
  const wanted = Math.max(45, area)
  const width = onGrid(
    Math.min(widthOf(room), Math.max(6, Math.sqrt(wanted * between(random, 1.1, 1.9)))),
  )
  const depth = onGrid(Math.min(heightOf(room), Math.max(6, wanted / width)))
  const west = onGrid(room[0] + (widthOf(room) - width) * between(random, 0.35, 0.65))
  const slack = Math.min(6, heightOf(room) - depth)
  const back = onGrid(slack * random())
  const south = faces === 'south' ? room[1] + back : room[3] - back - depth
  return [west, onGrid(south), onGrid(west + width), onGrid(south + depth)]
}

/** A shed or garage in a back corner of one house lot in seven, where there is enough space. */
function shedBox({ use, faces }: Lot, room: Box, main: Box, random: Random): Box | null {
  const [chance, width, depth] = [random(), between(random, 4, 9), between(random, 4, 7)]
  if (chance > 1 / 7 || (use !== 'house' && use !== 'farm' && use !== 'mobile_home')) return null
  const free = faces === 'south' ? room[3] - main[3] : main[1] - room[1]
  if (free < depth + 3) return null
  const east = room[2]
  const south = faces === 'south' ? room[3] - depth : room[1]
  return [onGrid(east - width), onGrid(south), east, onGrid(south + depth)]
}

function outlines(box: Box, stories: number, terrain: Terrain, random: Random) {
  const off = (): number => between(random, -0.8, 0.8)
  const learned = outline([box[0] + off(), box[1] + off(), box[2] + off(), box[3] + off()], terrain)
  const surveyed = outline(box, terrain)
  const isSurveyed = box[0] >= SURVEY_FROM && surveyed.area >= SURVEYED_MIN_M2
  const height = Math.round((stories * 3.1 + between(random, 0.4, 2.4)) * 10) / 10
  const chance = random()
  return {
    surveyed: isSurveyed ? surveyed : null,
    learned,
    height: isSurveyed && chance < 0.38 ? height : null,
    noHeight: chance > 0.97 ? (0 as const) : (-99999 as const),
  }
}

function outline(box: Box, terrain: Terrain): Outline {
  const [u0, v0, u1, v1] = box
  const corners: PlanPoint[] = [
    [u0, v0],
    [u1, v0],
    [u1, v1],
    [u0, v1],
  ]
  const ring = corners.map(terrain.place)
  return { box, ring, area: groundArea([ring]) }
}

function chooseLots(parcels: readonly Parcel[]): BuildingLots {
  const isPlain = new Set(parcels.filter(({ oddity }) => oddity === 'plain').map(({ lot }) => lot))
  const byWestSide = new Map(
    parcels.map(({ lot }) => [`${lot.box[0]} ${lot.box[1]} ${lot.box[3]}`, lot]),
  )
  const eastOf = ({ box }: Lot): Lot | null =>
    byWestSide.get(`${box[2]} ${box[1]} ${box[3]}`) ?? null
  const houses = plainLots(parcels, 'house next to vacant land', (lot) => {
    const next = eastOf(lot)
    return (
      lot.use === 'house' &&
      lot.character === 'suburb' &&
      lot.bank === null &&
      next !== null &&
      next.use === 'vacant' &&
      isPlain.has(next)
    )
  })
  const overhanging = lotAt(houses, 0.5)
  return { overhanging, overhung: eastOf(overhanging)! }
}
