import { weighted, wholeBetween } from '../../random/choices.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import type { Lot } from '../land/lots.ts'
import { lotAt } from '../land/picks.ts'
import { middleOf } from '../plan/box.ts'
import { groundHeightFeet } from '../plan/ground-height.ts'
import type { LngLat, PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { Building } from './footprints.ts'

/** One point of the National Structure Inventory: a model's values for one building. */
export interface InventoryPoint {
  building: Building
  id: number
  at: LngLat
  /** The point in the plan. */
  point: PlanPoint
  occupancy: string
  damageCategory: 'RES' | 'COM' | 'IND' | 'PUB'
  stories: number
  squareFeet: number
  /** Foundation code: C crawl, B basement, S slab, P pier, I pile. */
  foundation: 'C' | 'B' | 'S' | 'P' | 'I'
  foundationFeet: number
  /** Feet above NAVD88; null where the raster had no value. */
  groundFeet: number | null
  censusBlock: string
  /** Median of the census block, the same for all its points. */
  medianYear: number
}

/** Lots whose point is odd. */
export interface InventoryLots {
  /** Its point fell on the street. */
  misplaced: Lot
  /** Its point has no ground elevation. */
  groundless: Lot
}

const FIRST_ID = 990010001

const FOUNDATION_FEET = { C: 1.5, B: 2, S: 0.5, P: 3, I: 9 } as const

/** Points for the surveyed main buildings, in their order. */
export function buildInventory(
  seed: number,
  buildings: readonly Building[],
  terrain: Terrain,
): { inventory: InventoryPoint[]; inventoryLots: InventoryLots } {
  const random = seededRandom(seed, 'inventory')
  const mains = buildings.filter(({ role, surveyed }) => role === 'main' && surveyed !== null)
  const inventoryLots = chooseLots(mains)
  const medians = mediansByBlock(mains)
  const inventory = mains.map((building, index): InventoryPoint => {
    const { lot, stories } = building
    const isBeach = lot.character === 'beach'
    const foundation = weighted(random, [
      ['S', isBeach ? 1 : 6],
      ['C', isBeach ? 1 : 3],
      ['B', isBeach ? 0 : 1],
      ['P', 1],
      ['I', isBeach ? 6 : 0],
    ] as const)
    const middle = middleOf(building.surveyed!.box)
    const isMisplaced = lot === inventoryLots.misplaced
    // Streets are at least 15 m wide.
    const point: PlanPoint = isMisplaced ? [middle[0], streetOf(lot)] : middle
    const [occupancy, damageCategory] = occupancyOf(building, foundation === 'B', random)
    return {
      building,
      id: FIRST_ID + index,
      at: terrain.place(point),
      point,
      occupancy,
      damageCategory,
      stories,
      squareFeet: Number(building.roll?.TOT_LVG_AREA ?? 1600),
      foundation,
      foundationFeet: FOUNDATION_FEET[foundation],
      groundFeet: lot === inventoryLots.groundless ? null : groundHeightFeet(point),
      censusBlock: blockOf(lot),
      medianYear: medians.get(blockOf(lot))!,
    }
  })
  return { inventory, inventoryLots }
}

const streetOf = ({ box, faces }: Lot): number => (faces === 'south' ? box[1] - 7 : box[3] + 7)

/** State, county, tract and block, as the roll's CENSUS_BK begins: one block a section. */
export function blockOf({ block }: Lot): string {
  const isSouth = block[2] === '5'
  return `9900199${block.slice(0, 2)}00${isSouth ? 2 : 1}0${block.slice(2, 4)}`
}

function mediansByBlock(buildings: readonly Building[]): Map<string, number> {
  const years = new Map<string, number[]>()
  for (const { lot, roll } of buildings) {
    const list = years.get(blockOf(lot)) ?? []
    years.set(blockOf(lot), list)
    if (roll?.ACT_YR_BLT) list.push(Number(roll.ACT_YR_BLT))
  }
  return new Map(
    [...years].map(([block, list]) => {
      const sorted = list.sort((a, b) => a - b)
      return [block, sorted[Math.floor(sorted.length / 2)] ?? 1980]
    }),
  )
}

function occupancyOf(
  { lot, stories, roll }: Building,
  hasBasement: boolean,
  random: () => number,
): [string, InventoryPoint['damageCategory']] {
  const units = Number(roll?.NO_RES_UNTS ?? 1)
  switch (lot.use) {
    case 'house':
      return [`RES1-${stories}S${hasBasement ? 'W' : 'N'}B`, 'RES']
    case 'mobile_home':
      return ['RES2', 'RES']
    case 'duplex':
      return [units > 2 ? 'RES3B' : 'RES3A', 'RES']
    case 'apartments':
      return [units >= 50 ? 'RES3F' : units >= 20 ? 'RES3E' : 'RES3D', 'RES']
    case 'condominium':
      return [stories * 4 >= 20 ? 'RES3E' : 'RES3D', 'RES']
    case 'store':
      return ['COM1', 'COM']
    case 'office':
      return [wholeBetween(random, 0, 3) === 0 ? 'COM7' : 'COM4', 'COM']
    case 'restaurant':
      return ['COM8', 'COM']
    case 'warehouse':
      return ['IND2', 'IND']
    case 'church':
      return ['REL1', 'PUB']
    case 'school':
      return ['EDU1', 'PUB']
    case 'vacant':
    case 'park':
    case 'farm':
    case 'timber':
    case 'pasture':
    case 'acreage':
    case 'cemetery':
      return ['AGR1', 'COM']
  }
}

function chooseLots(mains: readonly Building[]): InventoryLots {
  const houses = mains
    .map(({ lot }) => lot)
    .filter(({ use, character, bank }) => use === 'house' && character === 'town' && bank === null)
  return { misplaced: lotAt(houses, 0.3), groundless: lotAt(houses, 0.6) }
}
