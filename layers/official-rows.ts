import type { SectionSource } from '../catalog/section-source.ts'
import { containsPoint } from '../geometry/contains.ts'
import { toGridPoint } from '../geometry/grid-point.ts'
import { makeSubject, overlapCells } from '../geometry/overlap.ts'
import { type Box, boundsOf, type Polygons } from '../geometry/polygons.ts'
import { withoutSlivers } from '../geometry/sliver.ts'
import { joinNotes } from '../values/joined-notes.ts'
import type {
  Coverage,
  Elsewhere,
  LocatedParcel,
  LocatedRow,
  Location,
  Row,
  TableRows,
} from './location.ts'
import type { Answer } from './section.ts'

/** A feature of a live service as a row of a table, with its shape. */
export interface OfficialRow {
  row: Row
  polygons: Polygons
}

/** Partition name of rows from a live service; no build has a partition of that name. */
export const OFFICIAL = 'official'

/** Margin of a box: 11 cm, so that rounding on either side loses no shape. */
const AROUND_UNITS = 10

/** Box of a request about the point alone, in grid units. */
export function boxOfPoint({ point }: Location): Box {
  return boxOfLocation({ point, parcel: null })
}

/** Box of a request about the parcel and the point, in grid units. */
export function boxOfLocation({ point, parcel }: Pick<Location, 'point' | 'parcel'>): Box {
  const [x, y] = toGridPoint(point)
  const [west, south, east, north] = parcel ? boundsOf(parcel.polygons()) : [x, y, x, y]
  return [
    Math.min(west, x) - AROUND_UNITS,
    Math.min(south, y) - AROUND_UNITS,
    Math.max(east, x) + AROUND_UNITS,
    Math.max(north, y) + AROUND_UNITS,
  ]
}

/** Filters the rows whose shape holds the point. */
export function holdingPoint({ point }: Location, rows: readonly OfficialRow[]): OfficialRow[] {
  const [x, y] = toGridPoint(point)
  return rows.filter(({ polygons }) => containsPoint(polygons, x, y))
}

/**
 * Converts rows of a live service into the shape in which a section reads a table, so that one
 * function answers from both. `coverage` is the service as a partition, null for a table that is
 * not a source by itself; `isCovered` where the absence of rows has a meaning.
 */
export function tableRowsOf(
  location: Location,
  rows: readonly OfficialRow[],
  coverage: Coverage | null,
  isCovered: boolean,
): TableRows {
  const found = ({ row, polygons }: OfficialRow) => ({
    row,
    polygons: () => polygons,
    lines: (): never => {
      throw new Error('a row of polygons has no lines')
    },
    point: (): never => {
      throw new Error('a row of polygons has no point')
    },
  })
  const { parcel } = location
  const onParcel = parcel && rows.length > 0 ? overlapsWith(parcel, rows.map(found)) : null
  const contributed = coverage ? [coverage] : []
  const covering = isCovered ? contributed : []
  return {
    atPoint: holdingPoint(location, rows).map(found),
    onParcel: onParcel?.found ?? [],
    slivers_m2: onParcel?.slivers_m2 ?? 0,
    keyed: [],
    near: [],
    coverage: covering,
    coverageOnParcel: parcel
      ? covering.map((each) => ({ ...each, parcel_m2: parcel.area_m2 }))
      : [],
    contributed,
    inBuild: true,
    elsewhere: NOWHERE,
  }
}

function overlapsWith(parcel: LocatedParcel, rows: readonly LocatedRow[]) {
  const polygons = parcel.polygons()
  const area = { polygons, area_m2: parcel.area_m2, subject: makeSubject(polygons) }
  const overlaps = rows.map((row) => {
    const parts = overlapCells(area.subject, row.polygons())
    return { ...row, parts, area_m2: parts.reduce((sum, { area_m2 }) => sum + area_m2, 0) }
  })
  return withoutSlivers(overlaps, area, (row) => row.polygons())
}

/** A live service returns the rows of one box: there are none around it. */
const NOWHERE: Elsewhere = {
  meeting: () => [],
  holding: () => [],
  covering: () => [],
  partitions: () => [],
  declares: () => false,
}

/** A live service in the shape in which a section reads a partition. */
export function officialCoverage(
  table: string,
  { name, attribution = '', retrieved_at = '' }: SectionSource,
  { outside, note }: { outside: Coverage['outside']; note: string },
): Coverage {
  return {
    table,
    partition: OFFICIAL,
    area_name: name,
    county_name: null,
    county_fips: null,
    outside,
    outside_evidence: null,
    source_name: name,
    source_vintage: 'live',
    source_attribution: attribution,
    source_note: note,
    retrieved_at,
    has_roll: null,
    feeds_unavailable: null,
    parcel_m2: 0,
  }
}

/** Replaces the source of an answer by that of the live service, and joins the notes of both. */
export function fromOfficial<Data>(answer: Answer<Data>, source: SectionSource): Answer<Data> {
  const { source: replaced, sources: _, ...rest } = answer
  const note = joinNotes(replaced?.note, source.note)
  return { ...rest, source: { ...source, ...(note && { note }) } }
}
