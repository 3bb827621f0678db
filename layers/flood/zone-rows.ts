import { compareText } from '../../values/text-order.ts'
import type { LocatedRow, Row } from '../location.ts'
import type { ZoneRow } from './data.ts'
import { describeZone, isHighRisk, type ZoneClass, zoneRank } from './zones.ts'

/** Zone and subtype of a row of `flood_zones`. */
export function zoneOfRow(row: Row): ZoneClass {
  return { zone: row.zone as string, zone_subtype: row.zone_subtype as string | null }
}

/** A zone in the shape of the answer; blank land has no row. */
export function zoneRow(zone: ZoneClass, row: Row | null): ZoneRow {
  return {
    zone: zone.zone,
    zone_subtype: zone.zone_subtype,
    description: describeZone(zone),
    is_in_flood_zone: isHighRisk(zone),
    base_flood_elevation_ft: row ? navd88Elevation(row) : null,
    depth_ft: row ? (row.depth_ft as number | null) : null,
  }
}

/** Elevation of a row on NAVD88, as the contract requires; null on another or an unstated datum. */
export function navd88Elevation(row: Row): number | null {
  return row.vertical_datum === 'NAVD88' ? (row.base_flood_elevation_ft as number | null) : null
}

/** Orders zones worst first, of one rank the higher elevation, then by name and key. */
export function worstFirst(a: LocatedRow, b: LocatedRow): number {
  return (
    zoneRank(zoneOfRow(a.row)) - zoneRank(zoneOfRow(b.row)) ||
    // Of two elevations the higher one is the safer answer.
    compareNumbers(navd88Elevation(b.row), navd88Elevation(a.row)) ||
    // A study without ids is keyed by shapes: the zone's name makes the order deterministic.
    compareText(a.row.zone as string, b.row.zone as string) ||
    compareText(a.row.flood_zone_key as string, b.row.flood_zone_key as string)
  )
}

/** Compares numbers; null is below every number. */
function compareNumbers(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? -1 : b === null ? 1 : a - b
}
