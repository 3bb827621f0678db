import { round } from '../../values/round.ts'
import type { Coverage, LocatedRow, Location, OverlappingRow, TableRows } from '../location.ts'
import type { Building } from './data.ts'
import { FOOTPRINT_KINDS, type FootprintKind } from './tables.ts'

/** Footprints of one source: outlines of two sources are of the same houses and never added. */
export interface FootprintChoice {
  kind: FootprintKind
  sourceName: string
  /** Largest on the parcel first, ties by key. */
  footprints: LocatedRow[]
  /** Partitions that the outlines come from. */
  partitions: Coverage[]
  /** Outlines here of other sources of the same kind, which are left out. */
  leftOut: number
}

/**
 * Chooses the footprints of the answer: surveyed ones where there is any, else learned ones. Of
 * several sources of that kind the one that draws most here is used; ties go by name. Null without
 * any.
 */
export function chooseFootprints(location: Location, rows: TableRows): FootprintChoice | null {
  const here: LocatedRow[] = location.parcel ? rows.onParcel : rows.atPoint
  const kind = FOOTPRINT_KINDS.find((each) => here.some(({ row }) => row.kind === each))
  if (!kind) return null
  const ofKind = here.filter(({ row }) => row.kind === kind)
  const [first, ...others] = [...bySource(ofKind, rows.contributed)].sort(
    ([nameA, a], [nameB, b]) => areaOf(b) - areaOf(a) || (nameA < nameB ? -1 : 1),
  )
  const [sourceName, footprints] = first
  const used = new Set(footprints.map(({ row }) => row.partition))
  return {
    kind,
    sourceName,
    footprints: [...footprints].sort(largestFirst),
    partitions: rows.contributed.filter(({ partition }) => used.has(partition)),
    leftOut: others.reduce((sum, [, found]) => sum + found.length, 0),
  }
}

/** A footprint in the contract's shape. */
export function buildingOf(found: LocatedRow): Building {
  const { row } = found
  const part = partOnParcel(found)
  return {
    occupancy: row.occupancy as string | null,
    primary_occupancy: row.primary_occupancy as string | null,
    height_m: row.height_m as number | null,
    footprint_m2: round(row.footprint_m2 as number, 1),
    on_parcel_m2: part === null ? null : round(part, 1),
    source_class: row.source_class as string | null,
    image_date: row.image_date as string | null,
  }
}

/** Square metres of the footprints on the parcel, or of the whole outlines without a parcel. */
export function areaOf(footprints: LocatedRow[]): number {
  return footprints.reduce(
    (sum, found) => sum + (partOnParcel(found) ?? (found.row.footprint_m2 as number)),
    0,
  )
}

function partOnParcel(found: LocatedRow): number | null {
  const { area_m2 } = found as Partial<OverlappingRow>
  return area_m2 === undefined || Number.isNaN(area_m2) ? null : area_m2
}

function bySource(found: LocatedRow[], contributed: Coverage[]): Map<string, LocatedRow[]> {
  const names = new Map(contributed.map(({ partition, source_name }) => [partition, source_name]))
  const groups = new Map<string, LocatedRow[]>()
  for (const each of found) {
    const partition = each.row.partition as string
    const name = names.get(partition) ?? partition
    const group = groups.get(name)
    if (group) group.push(each)
    else groups.set(name, [each])
  }
  return groups
}

function largestFirst(a: LocatedRow, b: LocatedRow): number {
  const key = (found: LocatedRow) => found.row.building_footprint_key as string
  return areaOf([b]) - areaOf([a]) || (key(a) < key(b) ? -1 : 1)
}
