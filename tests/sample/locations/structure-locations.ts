import { type Building, SURVEY_FROM } from '../../../sample/buildings/footprints.ts'
import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Lots with buildings of every kind, and those without. */
export function structureLocations(county: County): KnownLocation[] {
  const { buildings, buildingLots, inventoryLots, parcels, terrain } = county
  const on = (name: string, lot: Lot, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(middleOf(lot.box)), what)
  const plain = new Set(parcels.filter(isPlain).map(({ lot }) => lot))
  const special: Lot[] = [...Object.values(buildingLots), ...Object.values(inventoryLots)]
  const sheds = new Map(
    buildings.filter(({ role }) => role === 'outbuilding').map((shed) => [shed.lot, shed]),
  )
  const house = (what: string, fits: (house: Building, shed?: Building) => boolean): Lot => {
    const found = buildings.find(
      (building) =>
        building.role === 'main' &&
        building.lot.use === 'house' &&
        building.lot.bank === null &&
        plain.has(building.lot) &&
        !special.includes(building.lot) &&
        fits(building, sheds.get(building.lot)),
    )
    if (found === undefined) throw new Error(`the county has no ${what}`)
    return found.lot
  }
  const alone = (name: string, what: string, fits: (house: Building) => boolean): KnownLocation =>
    on(
      name,
      house(what, (building, shed) => shed === undefined && fits(building)),
      what,
    )
  const withShed = (name: string, what: string, fits: (shed: Building) => boolean): KnownLocation =>
    on(
      name,
      house(what, (_, shed) => shed !== undefined && fits(shed)),
      what,
    )
  return [
    alone('surveyed_house', 'a surveyed house with a height', ({ height }) => height !== null),
    alone(
      'house_without_height',
      'a surveyed house whose height is -99999',
      ({ surveyed, height, noHeight }) => surveyed !== null && height === null && noHeight !== 0,
    ),
    alone(
      'house_of_height_0',
      'a surveyed house whose height is 0, which is not known',
      ({ surveyed, height, noHeight }) => surveyed !== null && height === null && noHeight === 0,
    ),
    alone(
      'learned_house',
      'a house in the west, which nobody surveyed',
      ({ lot }) => lot.box[2] < SURVEY_FROM,
    ),
    withShed('garage', 'a house with a surveyed garage', ({ surveyed }) => surveyed !== null),
    withShed(
      'small_shed',
      'a surveyed house with a shed too small for the survey',
      ({ surveyed, lot }) => surveyed === null && lot.box[0] > SURVEY_FROM,
    ),
    on('overhanging_house', buildingLots.overhanging, 'a house 3 m over its lot line'),
    on('overhung_lot', buildingLots.overhung, "a vacant lot with 3 m of the neighbour's house"),
    on('misplaced_inventory', inventoryLots.misplaced, 'a house whose point lies on the street'),
    on('groundless_inventory', inventoryLots.groundless, 'a point without a ground elevation'),
    on('vacant_lot', vacantLot(county, special), 'a vacant lot, where nothing stands'),
    pointOnTheStreet(county),
  ]
}

const isPlain = ({ oddity }: Parcel): boolean => oddity === 'plain'

function vacantLot({ parcels, roll }: County, special: readonly Lot[]): Lot {
  const rolled = new Set(roll.map((row) => row.PARCEL_ID))
  const found = parcels.find(
    ({ lot, oddity, id }) =>
      oddity === 'plain' &&
      rolled.has(id ?? '') &&
      lot.use === 'vacant' &&
      lot.character === 'suburb' &&
      lot.bank === null &&
      !special.includes(lot),
  )
  if (found === undefined) throw new Error('the county has no vacant lot')
  return found.lot
}

/** A point of the inventory counts for the parcel that contains it; no parcel contains this one. */
function pointOnTheStreet(county: County): KnownLocation {
  const { inventory, inventoryLots } = county
  const point = inventory.find(({ building }) => building.lot === inventoryLots.misplaced)
  if (point === undefined) throw new Error('the inventory has no point on a street')
  return locationAt(county, 'point_on_street', point.at, 'in a street, on a point of the inventory')
}
