import type { County } from '../county.ts'
import type { Permit } from '../permits/permits.ts'
import { writeCsv } from './csv.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** Display names, as a Socrata portal exports them; one begins with blanks, as Chicago's do. */
const COUNTY_COLUMNS = [
  'PERMIT#',
  '  PERMIT_TYPE',
  'STATUS',
  'APPLICATION DATE',
  'ISSUE DATE',
  'FINAL DATE',
  'STREET NUMBER',
  'STREET NAME',
  'WORK DESCRIPTION',
  'DECLARED VALUE',
  'PARCEL NUMBER',
  'LATITUDE',
  'LONGITUDE',
  'LOCATION',
]

/** Features of a page: the server's maxRecordCount. */
const PAGE_FEATURES = 200

/** The county's export, the pages of the town's layer, and what the town's other layer answered. */
export function writePermits({ permits }: County): ArchiveEntry[] {
  const of = (authority: Permit['authority']) =>
    permits.filter((permit) => permit.authority === authority)
  const json = (name: string, body: unknown): ArchiveEntry => ({
    name,
    content: Buffer.from(`${JSON.stringify(body)}\n`),
  })
  return [
    { name: 'sample_county_permits.csv', content: countyExport(of('county')) },
    ...townPages(of('town')).map((page, i) => json(`sampleton_permits_${i}.json`, page)),
    json('sampleton_right_of_way.json', {
      error: { code: 500, message: 'Error performing query operation (fictional)', details: [] },
    }),
  ]
}

function countyExport(permits: readonly Permit[]): Buffer {
  const rows = permits.flatMap((permit) => {
    const row = countyRow(permit)
    return permit.oddity === 'repeated' ? [row, row] : [row]
  })
  return writeCsv(COUNTY_COLUMNS, rows, { lineEnd: '\r\n' })
}

function countyRow(permit: Permit) {
  const { number, kind, status, applied, issued, finaled, address, cost, parcelId, at } = permit
  const [lng, lat] = permit.oddity === 'origin' ? [0, 0] : (at ?? [])
  const [house, street] = houseAndStreet(address)
  const values = [
    number,
    kind.type,
    status,
    slashed(applied),
    permit.oddity === 'impossible_date' ? '02/30/2024' : slashed(issued),
    slashed(finaled),
    house,
    street,
    `FICTIONAL: ${kind.work}`,
    `$${cost}.00`,
    parcelId,
    lat ?? null,
    lng ?? null,
    lat === undefined ? null : `(${lat}, ${lng})`,
  ]
  return Object.fromEntries(COUNTY_COLUMNS.map((column, i) => [column, values[i]]))
}

/** `3325 UPPER NANNYBERRY LN` in its two columns; land without a number has only the street. */
function houseAndStreet(address: string): [house: string, street: string] {
  const [, house = '', street] = /^(?:(\d+) )?(.*)$/.exec(address)!
  return [house, street]
}

const slashed = (day: string | null): string | null =>
  day === null ? null : day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')

/**
 * Pages of an ArcGIS query, the last one without `exceededTransferLimit`. Field names of the
 * Building & Land Development Specification,
 * https://github.com/open-data-standards/permitdata.org/wiki/Core-Permits-Dataset-Requirements
 */
function townPages(permits: readonly Permit[]): unknown[] {
  const pages = Math.ceil(permits.length / PAGE_FEATURES)
  return Array.from({ length: pages }, (_, page) => ({
    objectIdFieldName: 'OBJECTID',
    geometryType: 'esriGeometryPoint',
    spatialReference: { wkid: 4326, latestWkid: 4326 },
    ...(page < pages - 1 && { exceededTransferLimit: true }),
    features: permits
      .slice(page * PAGE_FEATURES, (page + 1) * PAGE_FEATURES)
      .map((permit, i) => townFeature(permit, page * PAGE_FEATURES + i + 1)),
  }))
}

function townFeature(permit: Permit, id: number) {
  const { at } = permit
  const attributes = { OBJECTID: id, ...townAttributes(permit) }
  return { attributes, geometry: at && { x: at[0], y: at[1] } }
}

/** A permit in the columns of the town's service, but for its object id. */
export function townAttributes({ number, kind, status, cost, address, ...days }: Permit) {
  return {
    PermitNum: number,
    Description: `Fictional: ${kind.work}`,
    AppliedDate: midnight(days.applied),
    IssuedDate: midnight(days.issued),
    CompletedDate: midnight(days.finaled),
    StatusCurrent: `${status[0]}${status.slice(1).toLowerCase()}`,
    OriginalAddress1: address,
    PermitTypeDesc: kind.type,
    EstProjectCost: cost,
    Link: `https://example.com/sampleton/permits/${number}`,
  }
}

/** Midnight where the town would be, in Atlantic time, as a server stores a date: 04:00 UTC. */
const midnight = (day: string | null): number | null =>
  day === null ? null : Date.parse(`${day}T04:00:00Z`)
