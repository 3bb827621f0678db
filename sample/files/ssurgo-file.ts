import {
  COMPONENT,
  MAPUNIT,
  MUAGGATT,
  type SsurgoTable,
} from '../../layers/soils/ssurgo-columns.ts'
import type { County } from '../county.ts'
import { groundArea } from '../plan/areas.ts'
import { WGS84_WKT } from '../plan/transverse-mercator.ts'
import { type Component, type MapUnit, type MapUnitAttributes, UNITS } from '../soils/map-units.ts'
import { type DbfField, number, text } from './dbf.ts'
import { writeShapefile } from './shapefile.ts'
import type { ArchiveEntry } from './stored-zip.ts'

const AREA = 'ZZ001'
const LEGEND = '99001'
const EDITION = 1
const SQUARE_METRES_PER_ACRE = 4046.8564224

export const UNIT_FIELDS: DbfField[] = [
  text('AREASYMBOL', 20),
  number('SPATIALVER', 10),
  text('MUSYM', 6),
  text('MUKEY', 30),
]

export const AREA_FIELDS: DbfField[] = [
  text('AREASYMBOL', 20),
  number('SPATIALVER', 10),
  text('LKEY', 30),
]

/** Values by column; a column that is not named is empty. Numbers are bare, texts in quotes. */
type Columns = Readonly<Record<string, string | number | null>>

/** A survey area as Web Soil Survey distributes it: polygons, and tables without a header line. */
export function writeSsurgo({ soilPolygons, surveyArea }: County): ArchiveEntry[] {
  const edition = { AREASYMBOL: AREA, SPATIALVER: EDITION }
  const polygons = soilPolygons.map(({ unit, rings }) => ({
    rings,
    row: { ...edition, MUSYM: unit.symbol, MUKEY: unit.mukey },
  }))
  const areas = [{ rings: [surveyArea], row: { ...edition, LKEY: LEGEND } }]
  const acresOf = (mukey: string): number => {
    const own = soilPolygons.filter(({ unit }) => unit.mukey === mukey)
    const area = own.reduce((sum, { rings }) => sum + groundArea(rings), 0)
    return Math.round(area / SQUARE_METRES_PER_ACRE)
  }
  const spatial = [
    ...writeShapefile('soilmu_a_zz001', WGS84_WKT, UNIT_FIELDS, polygons),
    ...writeShapefile('soilsa_a_zz001', WGS84_WKT, AREA_FIELDS, areas),
  ]
  return [...spatial, ...writeSoilTables(Object.values(UNITS), acresOf)].map(
    ({ name, content }, i) => ({
      name: `${AREA}/${i < spatial.length ? 'spatial' : 'tabular'}/${name}`,
      content,
    }),
  )
}

/** The tables of a survey area; a map unit without attributes is in none of them. */
export function writeSoilTables(
  units: readonly MapUnit[],
  acresOf: (mukey: string) => number,
): ArchiveEntry[] {
  const known = units.flatMap(({ symbol, mukey, attributes }) =>
    attributes === null ? [] : [{ symbol, mukey, attributes }],
  )
  return [
    tableFile(
      MAPUNIT,
      known.map(({ symbol, mukey, attributes }) =>
        mapUnitRow(symbol, mukey, attributes, acresOf(mukey)),
      ),
    ),
    tableFile(
      COMPONENT,
      known.flatMap(({ mukey, attributes }) =>
        attributes.components.map((component, i) => componentRow(component, mukey, i)),
      ),
    ),
    tableFile(
      MUAGGATT,
      known.map(({ symbol, mukey, attributes }) => aggregateRow(symbol, mukey, attributes)),
    ),
  ]
}

const mapUnitRow = (
  musym: string,
  mukey: string,
  { name, kind }: MapUnitAttributes,
  acres: number,
): Columns => ({
  musym,
  muname: name,
  mukind: kind,
  mustatus: 'additional',
  muacres: acres,
  farmlndcl: 'Not prime farmland',
  lkey: LEGEND,
  mukey,
})

function componentRow(component: Component, mukey: string, index: number): Columns {
  const { name, kind, percent, isHydric, drainage, group, slope } = component
  const isSoil = kind === 'Series'
  return {
    comppct_l: Math.max(0, percent - 5),
    comppct_r: percent,
    comppct_h: Math.min(100, percent + 5),
    compname: name,
    compkind: kind,
    majcompflag: percent >= 30 ? 'Yes' : 'No',
    slope_l: Math.max(0, slope - 1),
    slope_r: slope,
    slope_h: slope + 2,
    hydricrating: isSoil ? (isHydric ? 'Yes' : 'No') : 'Unranked',
    drainagecl: drainage,
    elev_r: isSoil ? 4 : null,
    hydgrp: group,
    mukey,
    cokey: `${mukey}${index + 1}`,
  }
}

function aggregateRow(musym: string, mukey: string, attributes: MapUnitAttributes): Columns {
  const { name, components, drainage, group, hydricPercent } = attributes
  return {
    musym,
    muname: name,
    mustatus: 'additional',
    slopegraddcp: components[0].slope,
    slopegradwta: components[0].slope,
    wtdepannmin: attributes.waterTable,
    wtdepaprjunmin: attributes.waterTable,
    flodfreqdcd: attributes.flooding,
    flodfreqmax: attributes.flooding,
    pondfreqprs: attributes.ponding,
    drclassdcd: drainage,
    drclasswettest: drainage,
    hydgrpdcd: group,
    hydclprs: hydricPercent,
    mukey,
  }
}

function tableFile({ file, columns }: SsurgoTable, rows: readonly Columns[]): ArchiveEntry {
  const lines = rows.map((row) => {
    for (const name of Object.keys(row)) {
      if (!columns.includes(name)) throw new Error(`${file} has no column ${name}`)
    }
    return columns.map((column) => quoted(row[column] ?? null)).join('|')
  })
  return {
    name: file,
    content: Buffer.from([...lines, ''].join('\r\n')),
  }
}

function quoted(value: string | number | null): string {
  if (value === null) return ''
  return typeof value === 'number' ? String(value) : `"${value.replaceAll('"', '""')}"`
}
