import { LEAST_RUN_M } from '../../geometry/open-border.ts'
import { GRID } from '../../geometry/polygons.ts'
import { SIDE_TOLERANCE_M } from '../../geometry/ring-sides.ts'
import { metresOf, SAME_BORDER_M } from '../../geometry/shared-border.ts'
import { round } from '../../values/round.ts'
import type { Coverage, LocatedParcel, SectionRows } from '../location.ts'
import { BEYOND_M, type BeyondFrontage, beyondFrontage } from './beyond-frontage.ts'
import type { Adjacency } from './data.ts'
import { lotSides, M_PER_FT } from './lot-sides.ts'
import { LEAST_SHARED_M, type Neighbourhood, neighbourhoodOf } from './neighbours.ts'
import { isStreetShaped } from './street-shape.ts'

/** Most neighbours that are listed, those with the longest shared border; all are counted. */
const NEIGHBOURS_LISTED = 100

/** Neighbours and frontage of a parcel, with their note and the further sources. */
export function adjacencyOf(
  parcel: LocatedParcel,
  rows: SectionRows,
  includeGeometry: boolean,
): { data: Adjacency; note: string; sources: Coverage[] } {
  const found = neighbourhoodOf(parcel, rows.parcels)
  if (typeof found === 'string') {
    const data = {
      adjacent_parcels: null,
      adjacent_parcel_count: null,
      frontage: null,
      sides: null,
      side_count: null,
    }
    return { data, note: `Adjacency is not computed: ${found}.`, sources: [] }
  }
  const { border, neighbours, open } = found
  const total_m = metresOf(open)
  const beyond = beyondFrontage(border, open, parcel.row.partition, rows)
  const street_shaped_m = neighbours
    .filter((each) => isStreetShaped(each.found))
    .reduce((sum, { shared_m }) => sum + shared_m, 0)
  const frontage: NonNullable<Adjacency['frontage']> = {
    total_ft: round(total_m / M_PER_FT, 2),
    total_m: round(total_m, 2),
    segment_count: open.reduce((sum, { length }) => sum + length, 0),
    along_water_m: beyond.along_water_m && round(beyond.along_water_m, 0),
    along_edge_m: beyond.along_edge_m && round(beyond.along_edge_m, 0),
    street_shaped_m: round(street_shaped_m, 2),
  }
  if (includeGeometry) frontage.geometry = linesOf(found)
  const { sides, count } = lotSides(parcel, found, rows, includeGeometry)
  const data: Adjacency = {
    adjacent_parcels: neighbours.slice(0, NEIGHBOURS_LISTED).map(({ found, key, shared_m }) => ({
      // An empty text is not an address, as in the parcel's own `situs_address`.
      situs_line1: (found.row.situs_line1 as string | null) || null,
      parcel_key: key,
      area_m2: round(found.row.area_m2 as number, 2),
      shared_m: round(shared_m, 2),
    })),
    adjacent_parcel_count: neighbours.length,
    frontage,
    sides,
    side_count: count,
  }
  return { data, note: noteOf(found, total_m, beyond, street_shaped_m), sources: beyond.sources }
}

function linesOf({ border, open }: Neighbourhood) {
  const lines = open.flatMap((spans, ring) => spans.map((span) => border.pointsOf(ring, span)))
  const coordinates = lines.map((line) => line.map(([x, y]) => [x / GRID, y / GRID]))
  return { type: 'MultiLineString', coordinates }
}

const METHOD =
  `Neighbours and frontage are derived from the parcel fabric: lines within ${SAME_BORDER_M} m are one border, ` +
  `parcels are adjacent from ${LEAST_SHARED_M} m of it on, and frontage is border shared with no parcel, in runs of ${LEAST_RUN_M} m or more. It need not be a street. ` +
  `Sides are straight within ${SIDE_TOLERANCE_M} m, as the fabric draws them: not a survey.`

/** Note on the method, and on the parts of the frontage that are not, or may not be, a street. */
function noteOf(
  { neighbours, lapped_m }: Neighbourhood,
  total_m: number,
  { along_water_m, along_edge_m }: BeyondFrontage,
  street_shaped_m: number,
): string {
  const has = (length_m: number | null) => length_m !== null && length_m >= LEAST_RUN_M
  const about = (length_m: number | null) => `about ${round(length_m ?? 0, 0)} m`
  const isUnmapped = total_m > 0 && along_water_m === null
  const isUndeclared = total_m > 0 && along_edge_m === null
  return [
    METHOD,
    has(along_water_m) &&
      `Of the frontage ${about(along_water_m)} run along mapped open water (within ${BEYOND_M} m), not a street.`,
    isUnmapped &&
      'Nothing in this build maps water there, so water cannot be distinguished from a street.',
    has(along_edge_m) &&
      `Of the frontage ${about(along_edge_m)} run along the edge of what the fabric covers (within ${BEYOND_M} m) or outside of it: parcels beyond are not known, so it may not be a street.`,
    isUndeclared &&
      'The source of the parcels does not declare what it covers, so its edge cannot be distinguished from a street.',
    has(street_shaped_m) &&
      `Not in the frontage: ${about(street_shaped_m)} shared with long, narrow parcels that are not on the roll, as fabrics draw streets, railways and streams.`,
    has(lapped_m) &&
      `Neither shared nor frontage: ${about(lapped_m)} inside other parcels, which lap over this one or hold it.`,
    neighbours.length > NEIGHBOURS_LISTED &&
      `Of ${neighbours.length} adjacent parcels the ${NEIGHBOURS_LISTED} with the longest shared border are listed.`,
  ]
    .filter(Boolean)
    .join(' ')
}
