import { round } from '../../values/round.ts'
import type { LocatedRow, Location, TableRows } from '../location.ts'

const NOT_REGULATORY =
  'NWI is not a regulatory delineation; absence from NWI is not absence of wetlands.'

/** A parcel covered to within this of its area is covered: borders of two sources never agree. */
const UNCOVERED_MIN_SHARE = 0.001
/** Sums of areas above the parcel's by more than this are an overlap, not rounding. */
const OVERLAP_MIN_SHARE = 1e-4

/** Sentences that `source.note` has in addition to the partition's own note. */
export function notesOf(location: Location, wetlands: TableRows, projects: TableRows): string {
  return [
    NOT_REGULATORY,
    imageryNote(projects),
    unknownNote(wetlands),
    overlapNote(location, wetlands),
    coverageNote(location, wetlands),
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * The age of the map is that of the imagery, not that of the download; null where none is stated.
 */
export function imageryOf(projects: TableRows): string | null {
  const years = yearsOf([...projects.atPoint, ...projects.onParcel])
  return years.length > 0 ? `imagery of ${years.join(' and ')}` : null
}

function imageryNote(projects: TableRows): string {
  const imagery = imageryOf(projects)
  return imagery === null
    ? 'The year of the imagery it was mapped from is not stated.'
    : `Mapped from ${imagery}.`
}

function yearsOf(projects: LocatedRow[]): number[] {
  const years = projects
    .filter(({ row }) => row.is_mapped !== false)
    .flatMap(({ row }) => (row.image_year as number | null) ?? [])
  return [...new Set(years)].sort((a, b) => a - b)
}

function unknownNote({ atPoint, onParcel }: TableRows): string | null {
  const all = onParcel.length > 0 ? [...onParcel, ...atPoint] : atPoint
  const unknown = new Set(
    all.filter(({ row }) => row.description === null).map(({ row }) => row.wetland_key),
  )
  if (unknown.size === 0) return null
  const [subject, verb] =
    unknown.size === 1 ? ['1 polygon', 'has'] : [`${unknown.size} polygons`, 'have']
  return `${subject} here ${verb} no code that can be read: what is there is not known, and may be dry ground that a wetland encloses.`
}

/** Note on overlaps: areas are summed, no union of them is made. */
function overlapNote(location: Location, { atPoint, onParcel }: TableRows): string | null {
  const sum = onParcel.reduce((total, { area_m2 }) => total + area_m2, 0)
  const isOver = location.parcel !== null && sum > location.parcel.area_m2 * (1 + OVERLAP_MIN_SHARE)
  if (!isOver && atPoint.length < 2) return null
  return 'Polygons of the inventory overlap here: percentages count the overlap more than once.'
}

function coverageNote(location: Location, wetlands: TableRows): string | null {
  if (wetlands.coverage.length === 0)
    return 'The data does not declare that it covers this location: there may be wetlands that it does not have.'
  if (!location.parcel) return null
  const covered = wetlands.coverageOnParcel.reduce((sum, { parcel_m2 }) => sum + parcel_m2, 0)
  const share = covered / location.parcel.area_m2
  if (share > 1 - UNCOVERED_MIN_SHARE) return null
  return `Only ${round(share * 100, 1)} % of the parcel lies on land that the data declares to cover.`
}
