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
import { type TableTrace, type TracedPack, takeTraces } from './traced-pack.ts'

type Packs = ReadonlyMap<string, TracedPack>

/** A range of rows of one table, from `from` to before `to`. */
export interface DerivedJob {
  subject: string
  from: number
  to: number
}

/** A section that threw on a parcel: a bug, which prevents the pin. */
export interface Failure {
  section: string
  parcel_key: string
  message: string
}

/** The derived rows of a range of parcels or footprints, by derived table. */
export interface DerivedRows {
  rows: Record<string, Row[]>
  failures: Failure[]
  /** Where each table was searched. */
  traces: Record<string, TableTrace>
}

/** Derives the rows of a range of parcels or of building footprints. */
export async function deriveRows(
  packs: Packs,
  rasters: OpenRasters,
  { subject, from, to }: DerivedJob,
): Promise<DerivedRows> {
  const derived =
    subject === FOOTPRINT_OVERLAPS.subject
      ? ofFootprints(packs, from, to)
      : await ofParcels(packs, rasters, from, to)
  return { ...derived, traces: takeTraces(packs) }
}

async function ofParcels(
  packs: Packs,
  rasters: OpenRasters,
  from: number,
  to: number,
): Promise<Omit<DerivedRows, 'traces'>> {
  const outside = { upstreams: null, rasters }
  const facts: Row[] = []
  const overlaps: Row[] = []
  const failures: Failure[] = []
  for (let parcelRow = from; parcelRow < to; parcelRow++) {
    const lookup = new LocationLookup(packs, { parcelRow, isOnce: true }, false)
    const { parcel_key } = lookup.location.parcel!
    facts.push(
      await parcelFacts(lookup, outside, (section, error) => {
        const message = error instanceof Error ? error.message : `${error}`
        failures.push({ section, parcel_key, message })
      }),
    )
    overlaps.push(...parcelOverlaps(lookup))
  }
  return {
    rows: { [parcelFactsTable.name]: facts, [PARCEL_OVERLAPS.table.name]: overlaps },
    failures,
  }
}

function ofFootprints(packs: Packs, from: number, to: number): Omit<DerivedRows, 'traces'> {
  const overlaps: Row[] = []
  for (let row = from; row < to; row++) overlaps.push(...footprintOverlaps(packs, row))
  return { rows: { [FOOTPRINT_OVERLAPS.table.name]: overlaps }, failures: [] }
}
