import type { County } from '../../../sample/county.ts'
import type { Parcel } from '../../../sample/land/parcels.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'
import type { UtilityRecord } from '../../../sample/utilities/inventory-records.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** A place for each kind of answer about utilities. */
export function utilityLocations(county: County): KnownLocation[] {
  const { terrain, utilityRecords, parcels } = county
  const counts = Map.groupBy(utilityRecords, ({ parcelId }) => parcelId)
  const isPlain = ({ oddity, lot }: Parcel) =>
    oddity === 'plain' && lot.bank === null && lot.hole === null
  const at = (name: string, parcel: Parcel, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(middleOf(parcel.lot.box)), what)
  /** The first plain lot with one record that fits. */
  const recorded = (
    name: string,
    what: string,
    isIt: (record: UtilityRecord) => boolean,
  ): KnownLocation => {
    const found = utilityRecords.find(
      (record) =>
        isPlain(record.parcel) && counts.get(record.parcelId)!.length === 1 && isIt(record),
    )
    if (found === undefined) throw new Error(`the county has no record for ${name}`)
    return at(name, found.parcel, what)
  }
  const withCode = (name: string, code: string, what: string) =>
    recorded(name, what, ({ wastewater }) => wastewater === code)
  const twice = utilityRecords.find(
    ({ parcel, parcelId }) => isPlain(parcel) && counts.get(parcelId)!.length === 2,
  )
  const absent = parcels.find(({ id, ...rest }) => isPlain({ id, ...rest }) && !counts.has(`${id}`))
  if (!twice || !absent) throw new Error('the inventory lacks what it is to lack, or to have twice')
  const inPlan = (name: string, point: PlanPoint, what: string): KnownLocation =>
    locationAt(county, name, terrain.place(point), what)
  return [
    withCode('utility_known_sewer', 'KnownSewer', 'known sewer'),
    withCode('utility_likely_sewer', 'LikelySewer', 'likely sewer'),
    withCode('utility_somewhat_sewer', 'SWLSewer', 'somewhat likely sewer'),
    withCode('utility_known_septic', 'KnownSeptic', 'known septic'),
    withCode('utility_somewhat_septic', 'SWLSeptic', 'somewhat likely septic'),
    withCode('utility_undetermined', 'UNDT', 'undetermined'),
    withCode('utility_unknown', 'UNK', 'unknown'),
    withCode('utility_not_built', 'NA', 'not built'),
    withCode('utility_unknown_code', 'LikelyCesspit', 'a code that no list has'),
    recorded(
      'utility_undated',
      'a record without a day',
      ({ wastewater, updated }) => wastewater === 'KnownSewer' && updated === null,
    ),
    recorded(
      'utility_well_in_town_water',
      'a well inside a service area',
      ({ parcel, drinkingWater }) =>
        parcel.lot.character === 'suburb' && drinkingWater === 'KnownWell',
    ),
    recorded('utility_two_territories', 'where two territories overlap', ({ parcel }) => {
      const [u] = middleOf(parcel.lot.box)
      return u > 3100 && u < 8900
    }),
    at('utility_twice', twice.parcel, 'two sure records that contradict each other'),
    at('utility_absent', absent, 'a parcel that the inventory leaves out'),
    inPlan('utility_no_territory', [17500, -6000], 'in no territory'),
    inPlan('utility_two_water_systems', [13100, 1385], 'in two water service areas'),
  ]
}
