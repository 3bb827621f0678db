import { anchorOf } from '../geometry/anchor.ts'
import { toGridPoint } from '../geometry/grid-point.ts'
import { boundsOf } from '../geometry/polygons.ts'
import type { Row } from '../layers/location.ts'
import { LocationLookup } from '../lookup/location-lookup.ts'
import type { OpenRasters } from '../rasters/open-rasters.ts'
import {
  FOOTPRINT_OVERLAPS,
  footprintOverlaps,
  PARCEL_OVERLAPS,
  parcelOverlaps,
} from './overlaps.ts'
import { parcelFacts, parcelFactsTable } from './parcel-facts.ts'
import { settleTraces, type TableTrace, type TracedPack, takeTraces } from './traced-pack.ts'

type Packs = ReadonlyMap<string, TracedPack>

/** Rows of one table, by their numbers. */
export interface DerivedJob {
  subject: string
  rows: readonly number[]
}

/** A section that threw on a parcel: a bug, which prevents the pin. */
export interface Failure {
  section: string
  parcel_key: string
  message: string
}

/** The derived rows of parcels or footprints, by derived table. */
export interface DerivedRows {
  rows: Record<string, Row[]>
  failures: Failure[]
  /** Where each table was searched. */
  traces: Record<string, TableTrace>
}

/** Derives the rows of parcels or of building footprints. */
export async function deriveRows(
  packs: Packs,
  rasters: OpenRasters,
  { subject, rows }: DerivedJob,
): Promise<DerivedRows> {
  const derived =
    subject === FOOTPRINT_OVERLAPS.subject
      ? ofFootprints(packs, rows)
      : await ofParcels(packs, rasters, rows)
  return { ...derived, traces: takeTraces(packs) }
}

async function ofParcels(
  packs: Packs,
  rasters: OpenRasters,
  rows: readonly number[],
): Promise<Omit<DerivedRows, 'traces'>> {
  const outside = { upstreams: null, rasters }
  const facts: Row[] = []
  const overlaps: Row[] = []
  const failures: Failure[] = []
  for (const parcelRow of rows) {
    const lookup = new LocationLookup(packs, { parcelRow, isOnce: true }, false)
    const { point, parcel } = lookup.location
    const { parcel_key } = parcel!
    facts.push(
      await parcelFacts(lookup, outside, (section, error) => {
        const message = error instanceof Error ? error.message : `${error}`
        failures.push({ section, parcel_key, message })
      }),
    )
    overlaps.push(...parcelOverlaps(lookup))
    const bounds = boundsOf(parcel!.polygons())
    const { subject: table } = PARCEL_OVERLAPS
    settleTraces(packs, { table, row: parcelRow, bounds, point: toGridPoint(point) })
  }
  return {
    rows: { [parcelFactsTable.name]: facts, [PARCEL_OVERLAPS.table.name]: overlaps },
    failures,
  }
}

function ofFootprints(packs: Packs, rows: readonly number[]): Omit<DerivedRows, 'traces'> {
  const overlaps: Row[] = []
  const { subject: table } = FOOTPRINT_OVERLAPS
  for (const row of rows) {
    overlaps.push(...footprintOverlaps(packs, row))
    const polygons = packs.get(table)!.polygons(row)
    settleTraces(packs, { table, row, bounds: boundsOf(polygons), point: anchorOf(polygons) })
  }
  return { rows: { [FOOTPRINT_OVERLAPS.table.name]: overlaps }, failures: [] }
}
