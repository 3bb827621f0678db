import { z } from 'zod'
import { makeSubject } from '../geometry/overlap.ts'
import { withoutSlivers } from '../geometry/sliver.ts'
import { getTable, LAYERS } from '../layers/index.ts'
import type { Reads } from '../layers/layer.ts'
import type { Row } from '../layers/location.ts'
import type { LocationLookup, Packs } from '../lookup/location-lookup.ts'
import { HAS_AREA, type Table } from '../packs/table.ts'
import { round } from '../values/round.ts'

/** Rows of one table that lie on rows of others: a join for analysts, without spatial functions. */
export interface OverlapDefinition {
  table: Table
  /** The table whose rows are measured. */
  subject: string
  /** The tables that they are measured against. */
  against: readonly string[]
}

/** The reads of all sections on the parcel. */
const PARCEL_READS: readonly Reads[] = LAYERS.flatMap(({ section }) =>
  section === 'none' ? [] : section.reads.filter(({ onParcel }) => onParcel),
)

export const PARCEL_OVERLAPS: OverlapDefinition = {
  table: overlapTable('parcel_overlaps', 'parcel_key', 'parcel'),
  subject: 'parcels',
  against: [...new Set(PARCEL_READS.map(({ table }) => table))],
}

/**
 * A parcel is rarely all of one soil or zone, so the ground under its buildings is measured by
 * itself.
 */
export const FOOTPRINT_OVERLAPS: OverlapDefinition = {
  table: overlapTable('footprint_overlaps', 'building_footprint_key', 'footprint'),
  subject: 'building_footprints',
  against: ['soil_map_units', 'flood_zones', 'wetlands'],
}

function overlapTable(name: string, key: string, subject: string): Table {
  return {
    name,
    grain: `One row of another table that shares area with one ${subject}, or is a point in it; slivers left out.`,
    key,
    keyWith: ['table_name', 'row_key'],
    geometry: 'none',
    row: z.object({
      [key]: z.string().describe(`The ${subject}`),
      table_name: z.string().describe('Table of the row that lies on it'),
      row_key: z.string().describe('Key of that row in its table'),
      area_m2: z
        .number()
        .nullable()
        .describe('Area that both share, square metres on the ellipsoid; null for a point'),
      share_pct: z
        .number()
        .nullable()
        .describe(
          `That area in percent of the ${subject}: not normalised, over 100 together where rows overlap`,
        ),
    }),
  }
}

/** Overlaps of the parcel of a location with the rows that its sections read. */
export function parcelOverlaps(lookup: LocationLookup): Row[] {
  const { parcel_key, area_m2 } = lookup.location.parcel!
  const rows = new Map<string, Row>()
  for (const read of PARCEL_READS) {
    const { inBuild, onParcel } = lookup.rows([read])[read.table]
    if (!inBuild) continue
    const { key, geometry } = getTable(read.table)
    for (const { row, area_m2: shared } of onParcel) {
      const size = HAS_AREA[geometry] ? shared : null
      const name = { parcel_key, table_name: read.table, row_key: row[key] }
      rows.set(`${read.table} ${row[key]}`, { ...name, ...measured(size, area_m2) })
    }
  }
  return [...rows.values()]
}

/** The overlaps of one building footprint with the tables that it is measured against. */
export function footprintOverlaps(packs: Packs, number: number): Row[] {
  const { subject, against } = FOOTPRINT_OVERLAPS
  const pack = packs.get(subject)!
  const area = pack.value(number, 'footprint_m2') as number
  const polygons = pack.polygons(number)
  const outline = { polygons, area_m2: area, subject: makeSubject(polygons) }
  const building_footprint_key = pack.value(number, 'building_footprint_key')
  return against.flatMap((table_name) => {
    const other = packs.get(table_name)
    if (!other) return []
    const overlaps = other.overlaps(outline.subject)
    const { found } = withoutSlivers(overlaps, outline, ({ row }) => other.polygons(row))
    return found.map(({ row, area_m2 }) => {
      const row_key = other.value(row, getTable(table_name).key)
      return { building_footprint_key, table_name, row_key, ...measured(area_m2, area) }
    })
  })
}

/** Rounds the area to 0.01 m2 and the share to four decimals: finer than any source was drawn. */
function measured(area_m2: number | null, whole: number) {
  if (area_m2 === null) return { area_m2: null, share_pct: null }
  return { area_m2: round(area_m2, 2), share_pct: round((area_m2 / whole) * 100, 4) }
}
