import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaM2 } from '../../geometry/geodesic-area.ts'
import type { Box, Polygons } from '../../geometry/polygons.ts'
import { typeOf } from '../../layers/wetlands/classification.ts'
import { decodeCowardin } from '../../layers/wetlands/decode.ts'
import { COUNTY_FIELDS } from '../../sample/files/county-file.ts'
import { NOT_APPLICABLE, PANEL_FIELDS, ZONE_FIELDS } from '../../sample/files/nfhl-file.ts'
import {
  PROJECT_FIELDS,
  SQUARE_METRES_PER_ACRE,
  WETLAND_FIELDS,
} from '../../sample/files/nwi-file.ts'
import { AREA_FIELDS, UNIT_FIELDS, writeSoilTables } from '../../sample/files/ssurgo-file.ts'
import { ALBERS_WKT, projectAlbers } from '../../sample/plan/albers.ts'
import { WGS84_WKT } from '../../sample/plan/transverse-mercator.ts'
import { type MapUnit, UNITS } from '../../sample/soils/map-units.ts'
import { blobsOn } from '../bench/county-blobs.ts'
import { mosaicCells } from '../bench/county-mosaic.ts'
import { pick } from '../bench/county-table.ts'
import { CODES } from '../bench/county-wetlands.ts'
import { ShapefileStream } from '../bench/shapefile-stream.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { changedRows } from './changed-rows.ts'
import { boxRing, polygonOn, type RehearsalCounty } from './rehearsal-plan.ts'
import { channelRings, floodAreas } from './streams.ts'

/** Shapes of the bench's lattices are drawn in whole centimetres of a county. */
const CENTIMETRES = 100
const BORDER_STEP_M = 100
/** Printed sheets of the flood map. */
const PANEL_M = 4_000
/** Map units of a survey, polygons of which are this wide and have this many points on an edge. */
const SOIL_UNITS = 300
const SOIL_CELL_M = 325
const SOIL_EDGE_POINTS = 20
/** Wetlands besides the channels of streams. */
const WETLANDS_A_PARCEL = 0.05
const WETLAND_POINTS = [8, 200] as const
/** Width of the column of labels: a shapefile cuts what is longer. */
const LABEL_LENGTH_MAX = 50
const SALTS = { soils: 500, soilUnits: 520, wetlands: 530, codes: 540 }
const ALBERS = { wkt: ALBERS_WKT, project: projectAlbers }

/** Writes the line of the county, as Census TIGER has counties: `county.*`. */
export function writeCountyLine(county: RehearsalCounty, folder: string): void {
  const line = new ShapefileStream(join(folder, 'county'), COUNTY_FIELDS)
  line.add(wholeCounty(county), {
    STATEFP: county.fips.slice(0, 2),
    COUNTYFP: county.fips.slice(2),
    GEOID: county.fips,
    NAME: `Rehearsal ${county.number}`,
    NAMELSAD: county.name,
  })
  line.finish()
}

/** Writes `S_FLD_HAZ_AR.*` and `S_FIRM_PAN.*`. A changed zone is a foot higher. */
export function writeFloodFiles(county: RehearsalCounty, folder: string, change: number): void {
  const study = `${county.fips}C`
  const zones = new ShapefileStream(join(folder, 'S_FLD_HAZ_AR'), ZONE_FIELDS)
  const isChanged = changedRows(county, 'flood', change)
  let number = 0
  for (const { zone, subtype, elevation_ft, ring_m } of floodAreas(county)) {
    const raised = elevation_ft !== null && isChanged(number) ? elevation_ft + 1 : elevation_ft
    zones.add(polygonOn(county, ring_m), {
      DFIRM_ID: study,
      VERSION_ID: '2.6.0.0',
      FLD_AR_ID: `${study}_${++number}`,
      STUDY_TYP: 'NP',
      FLD_ZONE: zone,
      ZONE_SUBTY: subtype,
      SFHA_TF: zone === 'X' ? 'F' : 'T',
      STATIC_BFE: raised ?? NOT_APPLICABLE,
      V_DATUM: raised === null ? null : 'NAVD88',
      DEPTH: NOT_APPLICABLE,
      LEN_UNIT: raised === null ? null : 'Feet',
      VELOCITY: NOT_APPLICABLE,
      BFE_REVERT: NOT_APPLICABLE,
      DEP_REVERT: NOT_APPLICABLE,
      SOURCE_CIT: 'FICTIONAL_STUDY1',
    })
  }
  zones.finish()
  const panels = new ShapefileStream(join(folder, 'S_FIRM_PAN'), PANEL_FIELDS)
  const aSide = Math.max(1, Math.round(county.side_m / PANEL_M))
  const edge = (k: number) => (k * county.side_m) / aSide
  for (let sheet = 0; sheet < aSide * aSide; sheet++) {
    const [i, j] = [sheet % aSide, Math.floor(sheet / aSide)]
    const ring = boxRing([edge(i), edge(j), edge(i + 1), edge(j + 1)], BORDER_STEP_M)
    const panel = `${sheet + 1}`.padStart(4, '0')
    panels.add(polygonOn(county, ring), {
      DFIRM_ID: study,
      VERSION_ID: '2.6.0.0',
      FIRM_ID: `${study}_${sheet + 1}`,
      ST_FIPS: study.slice(0, 2),
      PCOMM: study.slice(2),
      PANEL: panel,
      SUFFIX: 'A',
      FIRM_PAN: `${study}${panel}A`,
      PANEL_TYP: 'Countywide, Panel Printed',
      PRE_DATE: '99990909',
      EFF_DATE: '20210315',
      SCALE: '6000',
      BASE_TYP: 'NP',
      SOURCE_CIT: 'FICTIONAL_STUDY1',
    })
  }
  panels.finish()
}

/** Area symbol of a county's soil survey; other files of a county begin with ZZ. */
export function surveyOf({ number }: RehearsalCounty): string {
  return `ZY${100 + number}`
}

/**
 * Writes a survey area as Web Soil Survey distributes it: `spatial/` and `tabular/`. A changed
 * polygon is of another map unit.
 */
export function writeSoilFiles(county: RehearsalCounty, folder: string, change: number): void {
  const area = surveyOf(county)
  const edition = { AREASYMBOL: area, SPATIALVER: 1 }
  for (const name of ['spatial', 'tabular']) mkdirSync(join(folder, name), { recursive: true })
  const spatial = (kind: string) => join(folder, 'spatial', `${kind}_a_${area.toLowerCase()}`)
  const units = soilUnits(county)
  const acres = new Map<string, number>()
  const isChanged = changedRows(county, 'soils', change)
  const polygons = new ShapefileStream(spatial('soilmu'), UNIT_FIELDS, { wkt: WGS84_WKT })
  let number = 0
  for (const { i, j, polygons: cell } of mosaicCells(soilMosaic(county))) {
    const drawn = Math.floor(draw(county.seed, i, j, SALTS.soilUnits) * units.length)
    const { symbol, mukey } = units[(drawn + (isChanged(number++) ? 1 : 0)) % units.length]
    const shape = fromCentimetres(county, cell)
    acres.set(mukey, (acres.get(mukey) ?? 0) + areaM2(shape) / SQUARE_METRES_PER_ACRE)
    polygons.add(shape, { ...edition, MUSYM: symbol, MUKEY: mukey })
  }
  polygons.finish()
  const line = new ShapefileStream(spatial('soilsa'), AREA_FIELDS, { wkt: WGS84_WKT })
  line.add(wholeCounty(county), { ...edition, LKEY: county.fips })
  line.finish()
  const acresOf = (mukey: string) => Math.round(acres.get(mukey) ?? 0)
  for (const { name, content } of writeSoilTables(units, acresOf))
    writeFileSync(join(folder, 'tabular', name), content)
}

/** Map units with the soils of the sample county's, and keys of their own. */
function soilUnits({ seed, number }: RehearsalCounty): MapUnit[] {
  const known = Object.values<MapUnit>(UNITS).filter(({ attributes }) => attributes !== null)
  return Array.from({ length: SOIL_UNITS }, (_, unit) => ({
    symbol: `${unit + 1}`,
    mukey: `${97_000_000 + number * 1_000 + unit}`,
    attributes: pick(known, draw(seed, unit, 1, SALTS.soilUnits)).attributes,
  }))
}

function soilMosaic({ seed, side_m }: RehearsalCounty) {
  const side = Math.max(2, Math.round(side_m / SOIL_CELL_M))
  const box = boxInCentimetres(side_m)
  return { seed, box, side, edgePoints: SOIL_EDGE_POINTS, salt: SALTS.soils, isFlush: true }
}

/**
 * Writes `ZZ_Wetlands.*` and `ZZ_Wetlands_Project_Metadata.*`. A changed wetland has another code.
 */
export function writeWetlandFiles(county: RehearsalCounty, folder: string, change: number): void {
  const { seed, number, side_m } = county
  const file = new ShapefileStream(join(folder, 'ZZ_Wetlands'), WETLAND_FIELDS, ALBERS)
  const isChanged = changedRows(county, 'wetlands', change)
  let row = 0
  const add = (shape: Polygons, code: string) => {
    const area = areaM2(shape)
    file.add(shape, {
      ATTRIBUTE: code,
      WETLAND_TY: typeOf(decodeCowardin(code)!).slice(0, LABEL_LENGTH_MAX),
      ACRES: area / SQUARE_METRES_PER_ACRE,
      NWI_ID: `ZZ-FICTIONAL-${number}-${++row}`,
      SHAPE_Leng: null,
      SHAPE_Area: area,
    })
  }
  for (const ring of channelRings(county))
    add(polygonOn(county, ring), isChanged(row) ? 'R2UBHx' : 'R2UBH')
  const lattice = {
    seed,
    box: boxInCentimetres(side_m),
    points: WETLAND_POINTS,
    salt: SALTS.wetlands,
  }
  for (const { shape } of blobsOn(lattice, Math.ceil(county.parcels * WETLANDS_A_PARCEL))) {
    const drawn = draw(seed, row, 0, SALTS.codes)
    const code = pick(CODES, (drawn + (isChanged(row) ? 1 / CODES.length : 0)) % 1)
    add(fromCentimetres(county, shape), code)
  }
  file.finish()
  const projects = new ShapefileStream(
    join(folder, 'ZZ_Wetlands_Project_Metadata'),
    PROJECT_FIELDS,
    ALBERS,
  )
  projects.add(wholeCounty(county), {
    PROJECT_NA: county.name,
    STATUS: 'Digital',
    SUPPMAPINF: 'None',
    DATA_SOURC: 'FICTIONAL',
    IMAGE_YR: 2019,
    IMAGE_DATE: '2019',
    IMAGE_SCAL: 40_000,
    ALL_SCALES: '1:40K',
    EMULSION: 'CIR',
    COMMENTS: 'FICTIONAL',
    SOURCE_TYP: 'CIR',
  })
  projects.finish()
}

function wholeCounty(county: RehearsalCounty): Polygons {
  return polygonOn(county, boxRing([0, 0, county.side_m, county.side_m], BORDER_STEP_M))
}

function boxInCentimetres(side_m: number): Box {
  return [0, 0, side_m * CENTIMETRES, side_m * CENTIMETRES]
}

function fromCentimetres(county: RehearsalCounty, { coords }: Polygons): Polygons {
  return polygonOn(
    county,
    Float64Array.from(coords, (value) => value / CENTIMETRES),
  )
}
