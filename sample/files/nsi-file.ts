import type { InventoryPoint } from '../buildings/inventory.ts'
import type { County } from '../county.ts'
import { writeGeoJson } from './geojson.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** Feet in a metre, to as many digits as the inventory itself uses. */
const FEET_PER_METRE = 3.28084

/** The National Structure Inventory of 2022 for one county, as its service answers. */
export function writeInventory({ inventory }: County): ArchiveEntry[] {
  const features = inventory.map((point) => ({
    geometry: { type: 'Point', coordinates: point.at },
    properties: propertiesOf(point),
  }))
  return [writeGeoJson('nsi_99001.geojson', features)]
}

function propertiesOf(point: InventoryPoint) {
  const { at, building, groundFeet, squareFeet, damageCategory, stories } = point
  const isHome = damageCategory === 'RES'
  const people = isHome ? 2 : 0
  const workers = isHome ? 1 : Math.ceil(squareFeet / 900)
  const value = Math.max(
    20000,
    Number(building.roll?.JV ?? 0) - Number(building.roll?.LND_VAL ?? 0),
  )
  return {
    fd_id: point.id,
    bid: `FICTIONAL-${point.id}`,
    cbfips: point.censusBlock,
    st_damcat: damageCategory,
    occtype: point.occupancy,
    bldgtype: building.lot.use === 'mobile_home' ? 'H' : stories > 2 ? 'C' : 'W',
    num_story: stories,
    sqft: squareFeet,
    found_type: point.foundation,
    found_ht: point.foundationFeet,
    med_yr_blt: point.medianYear,
    val_struct: value,
    val_cont: isHome ? value / 2 : value,
    val_vehic: isHome ? 27000 : 0,
    ftprntid: `FICTIONAL-${point.id}`,
    ftprntsrc: 'B',
    source: 'P',
    students: building.lot.use === 'school' ? 240 : 0,
    pop2amu65: people,
    pop2amo65: isHome ? 1 : 0,
    pop2pmu65: workers,
    pop2pmo65: 0,
    o65disable: 0.24,
    u65disable: 0.06,
    x: at[0],
    y: at[1],
    // The sample county's points were never joined with a flood map.
    firmzone: '-',
    grnd_elv_m: groundFeet === null ? null : Number((groundFeet / FEET_PER_METRE).toFixed(6)),
    ground_elv: groundFeet,
  }
}
