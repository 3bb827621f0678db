import { z } from 'zod'
import { compareText } from '../../values/text-order.ts'
import type { LocatedRow, Row } from '../location.ts'
import { describeZone, isHighRisk, type ZoneClass, zoneRank } from './zones.ts'

const ZoneRow = z.object({
  zone: z.string().describe('FEMA zone, for example AE, X, D'),
  zone_subtype: z.string().nullable().describe('as published, for example FLOODWAY'),
  description: z.string().describe('the zone in words'),
  is_in_flood_zone: z
    .boolean()
    .describe('a high-risk zone; false of zone D too, where risk is undetermined'),
  base_flood_elevation_ft: z
    .number()
    .nullable()
    .describe('NAVD88; null on another datum, and where there is none'),
  depth_ft: z.number().nullable().describe('depth of AO zones (additive)'),
})
export const ZoneAtPoint = ZoneRow.extend({ bfe_datum: z.literal('NAVD88') })
export const ZoneOnParcel = ZoneRow.extend({
  coverage_pct: z.number().describe("share of the parcel's area"),
  area_m2: z.number().describe('of the zone on the parcel'),
})

/** Zone and subtype of a row of `flood_zones`. */
export function zoneOfRow(row: Row): ZoneClass {
  return { zone: row.zone as string, zone_subtype: row.zone_subtype as string | null }
}

/** A zone in the shape of the answer; without a row it is blank land. */
export function zoneRow(facts: ZoneClass, row: Row | null): z.infer<typeof ZoneRow> {
  return {
    zone: facts.zone,
    zone_subtype: facts.zone_subtype,
    description: describeZone(facts),
    is_in_flood_zone: isHighRisk(facts),
    base_flood_elevation_ft: row ? navd88Elevation(row) : null,
    depth_ft: row ? (row.depth_ft as number | null) : null,
  }
}

/** The contract's elevations are NAVD88: one on another or an unstated datum is not published. */
export function navd88Elevation(row: Row): number | null {
  return row.vertical_datum === 'NAVD88' ? (row.base_flood_elevation_ft as number | null) : null
}

/** Orders zones worst first, of one rank the higher elevation, then by name and key. */
export function worstFirst(a: LocatedRow, b: LocatedRow): number {
  return (
    zoneRank(zoneOfRow(a.row)) - zoneRank(zoneOfRow(b.row)) ||
    // Of two elevations the higher one is the safer answer.
    compareNumbers(navd88Elevation(b.row), navd88Elevation(a.row)) ||
    // A study without ids is keyed by shapes: the zone's name keeps the order from being chance.
    compareText(a.row.zone as string, b.row.zone as string) ||
    compareText(a.row.flood_zone_key as string, b.row.flood_zone_key as string)
  )
}

/** Null is below every number. */
function compareNumbers(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? -1 : b === null ? 1 : a - b
}
