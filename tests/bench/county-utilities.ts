import {
  electricTerritories,
  wastewaterParcels,
  waterServiceAreas,
} from '../../layers/utilities/tables.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { type CountyPlan, countyBox } from './county.ts'
import { blobsOn } from './county-blobs.ts'
import { mosaicCells } from './county-mosaic.ts'
import { drawnParcels } from './county-parcels.ts'
import { widened } from './county-shapes.ts'
import { overlayRows } from './county-sizes.ts'
import {
  type BenchRow,
  type BenchTable,
  benchRow,
  COUNTY,
  PARTITION,
  pick,
} from './county-table.ts'

/** The inventory has most parcels. */
const RECORDED_SHARE = 0.95
/** Two maps of territories lie over each other: everywhere two utilities may sell. */
const TERRITORY_MAPS = [
  { side: 3, edgePoints: 1_500, type: 'INVESTOR OWNED' },
  { side: 4, edgePoints: 800, type: 'COOPERATIVE' },
]
const AREA_POINTS = [40, 3_000] as const
const [SALT, MAP_SALT, AREA_SALT] = [340, 350, 380]

const WASTEWATER = [
  ['sewer', 'known', 'KnownSewer', 'Known Sewer', 'Public Water System'],
  ['septic', 'known', 'KnownSeptic', 'Known Septic', 'Known Private Well'],
  ['sewer', 'likely', 'LikelySewer', 'Likely Sewer', null],
  ['septic', 'likely', 'LikelySeptic', 'Likely Septic', 'Likely Private Well'],
  ['septic', null, 'SWLSeptic', 'Somewhat Likely Septic', null],
  [null, null, 'UNK', 'Unknown', null],
] as const

function* wastewaterRows(plan: CountyPlan): Generator<BenchRow> {
  for (const { number, parcel_key } of drawnParcels(plan, RECORDED_SHARE, SALT)) {
    const own = (what: number) => draw(plan.seed, number, 0, SALT + 1 + what)
    const [wastewater, confidence, code, words, drinking] = pick(WASTEWATER, own(0))
    yield benchRow(null, {
      wastewater_parcel_key: `${PARTITION}:${parcel_key}`,
      parcel_key,
      county_fips: COUNTY.county_fips,
      wastewater,
      wastewater_confidence: confidence,
      wastewater_as_recorded: code,
      wastewater_words: words,
      wastewater_updated: `20${18 + Math.floor(own(1) * 7)}-0${1 + Math.floor(own(2) * 9)}-15`,
      drinking_water: drinking,
      drinking_water_as_recorded: drinking,
    })
  }
}

function* territoryRows(plan: CountyPlan): Generator<BenchRow> {
  for (const [map, { side, edgePoints, type }] of TERRITORY_MAPS.entries()) {
    const box = widened(countyBox(plan), 1 / side)
    const territories = { seed: plan.seed, box, side, edgePoints, salt: MAP_SALT + 15 * map }
    for (const { i, j, polygons } of mosaicCells(territories)) {
      const number = `${map}${j * side + i}`
      yield benchRow(polygons, {
        electric_territory_key: `${PARTITION}:${number}`,
        utility_id: number,
        name: `Electric ${number} of Bench (fictional)`,
        type,
        office_state: 'ZZ',
      })
    }
  }
}

function* areaRows(plan: CountyPlan): Generator<BenchRow> {
  const { seed } = plan
  const areas = { seed, box: countyBox(plan), points: AREA_POINTS, salt: AREA_SALT }
  for (const { number, shape } of blobsOn(areas, overlayRows(plan, 'waterAreas'))) {
    const pwsid = `ZZ${String(1_000_000 + number)}`
    yield benchRow(shape, {
      water_service_area_key: `${PARTITION}:${pwsid}`,
      pwsid,
      name: `Water system ${number} of Bench (fictional)`,
      is_modeled: draw(seed, number, 0, AREA_SALT + 5) < 0.5,
      population_served: 1_000 + 100 * (number % 500),
    })
  }
}

export const utilityTables: BenchTable[] = [
  { table: wastewaterParcels, rows: wastewaterRows },
  { table: electricTerritories, rows: territoryRows },
  { table: waterServiceAreas, rows: areaRows },
]
