import { createHash } from 'node:crypto'
import { between } from '../../random/choices.ts'
import { type Random, seededRandom } from '../../random/seeded-random.ts'
import { LAND_USES } from '../land/land-uses.ts'
import type { Lot } from '../land/lots.ts'
import { lotId, type Parcel } from '../land/parcels.ts'
import { CITY, zipOf } from '../land/street-names.ts'
import type { Stretch } from '../land/streets.ts'
import { heightOf, widthOf } from '../plan/box.ts'
import type { LngLat, PlanPoint } from '../plan/plan.ts'
import type { Terrain } from '../plan/terrain.ts'
import type { RangeStretches } from './address-ranges.ts'
import { type Court, HOUSE_DEPTH } from './courts.ts'

/** One line of OpenAddresses' file. */
export interface AddressPoint {
  at: LngLat
  number: string
  street: string
  unit: string
  city: string
  zip: string
  /** The county's parcel id, as many sources have it in this column. */
  id: string
  hash: string
  /** The house's lot. */
  lot: Lot
}

/** Lots whose point is odd. */
export interface PointLots {
  /** Its point lies on the other side of the street. */
  across: Lot
  /** A stack of units in town: a point each, all at one place. */
  stack: Lot
  /** Vacant land with the house number 0. */
  numberless: Lot[]
}

interface From {
  parcels: readonly Parcel[]
  stretches: readonly Stretch[]
  courts: readonly Court[]
  oddStretches: RangeStretches
}

/** Share of the built-up lots of town and suburbs that have a point. */
const SHARE = 2 / 3
/** Hex digits of OpenAddresses' hash. */
const HASH_DIGITS = 16
const NUMBERLESS = 6

/** The points of town and suburbs; the beach has only ranges, the country neither. */
export function buildPoints(
  seed: number,
  { parcels, stretches, courts, oddStretches }: From,
  terrain: Terrain,
): { points: AddressPoint[]; oddLots: PointLots } {
  const random = seededRandom(seed, 'address points')
  const unitsOf = Map.groupBy(parcels, ({ lot }) => lot)
  const oddLots = chooseLots(stretches, parcels)
  const points: AddressPoint[] = []
  const add = (point: Omit<AddressPoint, 'hash'>) => {
    points.push(dirtied({ ...point, hash: hashOf(point) }, points.length))
  }
  for (const stretch of stretches) {
    if (stretch.character !== 'town' && stretch.character !== 'suburb') continue
    for (const { lot, number } of [...stretch.north, ...stretch.south]) {
      const chance = random()
      const place = placeOn(lot, random)
      if (lot.bank !== null) continue
      const isOdd = lot === oddLots.across || lot === oddLots.stack
      const isNumberless = oddLots.numberless.includes(lot)
      if (!isOdd && !isNumberless && (chance >= SHARE || !isBuilt(lot))) continue
      const [, v] = place
      const at: PlanPoint = lot === oddLots.across ? [place[0], 2 * stretch.axis - v] : place
      const isSouthOfTwoZips = stretch === oddStretches.twoZips && lot.faces === 'north'
      const zip = isSouthOfTwoZips ? otherZipOf(lot) : zipOf(lot)
      const of = { at: terrain.place(at), street: stretch.name, city: CITY, zip, lot }
      if (isNumberless) add({ ...of, number: '0', unit: '', id: lotId(lot) })
      else if (number !== null)
        for (const { id, unit } of unitsOf.get(lot) ?? [])
          add({
            ...of,
            number: `${number}`,
            unit: unit === null ? '' : `UNIT ${unit}`,
            id: id ?? '',
          })
    }
  }
  for (const { name, lot, zip, axis, houses } of courts)
    for (const { number, u } of houses) {
      const at = terrain.place([u, axis + (number % 2 === 1 ? HOUSE_DEPTH : -HOUSE_DEPTH)])
      const of = { at, street: name, city: CITY, zip, lot }
      add({ ...of, number: `${number}`, unit: '', id: lotId(lot) })
    }
  return { points, oddLots }
}

const otherZipOf = (lot: Lot): string => (zipOf(lot) === '34598' ? '34599' : '34598')

const isBuilt = ({ use }: Lot): boolean => LAND_USES[use].building !== null

/** A point in the front third of the lot, where the house is. */
function placeOn(lot: Lot, random: Random): PlanPoint {
  const [u0, v0, , v1] = lot.box
  const u = u0 + widthOf(lot.box) * between(random, 0.4, 0.6)
  const depth = heightOf(lot.box) * between(random, 0.2, 0.32)
  return [u, lot.faces === 'south' ? v0 + depth : v1 - depth]
}

/** Spells the same thing in several ways: ZIP+4 with and without hyphen, blanks, entities. */
function dirtied(point: AddressPoint, index: number): AddressPoint {
  const { street, zip } = point
  const extra = `${1000 + ((index * 37) % 9000)}`
  return {
    ...point,
    street: (index % 23 === 5 ? street.replace(' ', '  ') : street).replace('&', '&amp;'),
    zip: index % 9 === 4 ? `${zip}-${extra}` : index % 31 === 7 ? `${zip}${extra}` : zip,
  }
}

function hashOf({ at, number, street, unit, zip }: Omit<AddressPoint, 'hash'>): string {
  return createHash('sha256')
    .update([...at, number, street, unit, zip].join('|'))
    .digest('hex')
    .slice(0, HASH_DIGITS)
}

/** Chosen by position, so that the same ones are odd whatever the seed. */
function chooseLots(stretches: readonly Stretch[], parcels: readonly Parcel[]): PointLots {
  const lots = stretches.flatMap(({ north, south }) => [...north, ...south].map(({ lot }) => lot))
  const plain = new Set(parcels.filter(({ oddity }) => oddity === 'plain').map(({ lot }) => lot))
  const houses = lots.filter(
    (lot) => plain.has(lot) && lot.use === 'house' && lot.character === 'town' && !lot.bank,
  )
  const vacant = lots.filter(
    ({ use, character, bank }) => use === 'vacant' && character === 'suburb' && bank === null,
  )
  const stack = lots.find(({ use, character }) => use === 'condominium' && character === 'town')
  if (!stack || vacant.length < NUMBERLESS) throw new Error('the county lacks lots for addresses')
  return {
    across: houses[Math.floor(houses.length / 2)],
    stack,
    numberless: vacant
      .filter((_, i) => i % Math.floor(vacant.length / NUMBERLESS) === 0)
      .slice(0, NUMBERLESS),
  }
}
