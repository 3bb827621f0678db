import { joinNotes } from '../../values/joined-notes.ts'
import { postalCodeOf } from '../../values/state-codes.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, LocatedCounty, LocatedRow, Location, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { countyLineNear } from './county-line.ts'
import { BoundariesData } from './data.ts'
import { summarise } from './summary.ts'

export const section: SectionDefinition = {
  name: 'Boundaries',
  category: 'geography',
  data: BoundariesData,
  reads: [
    { table: 'counties', onParcel: false },
    { table: 'states', onParcel: false },
    { table: 'zctas', onParcel: false },
    { table: 'parcels', onParcel: false },
  ],
  // A ZCTA file alone does not determine the state or county of a point.
  coveredBy: ['counties', 'states'],
  answer,
  columns,
}

function answer(location: Location, rows: SectionRows): Answer<BoundariesData> {
  const { counties, states } = rows
  const { county } = location
  const state = stateAt(county, states.atPoint)
  const precision = county?.from ?? 'boundary_file'
  const zip = location.zip ?? (precision === 'parcel' ? parcelZip(location) : null)
  if (!county && !state && !zip)
    return counties.coverage.length + states.coverage.length > 0
      ? nothingDrawn(rows)
      : notCovered(rows)
  const line = countyLineNear(location, counties)
  const data: BoundariesData = {
    state,
    county: county && { name: county.name, fips: county.fips, local_code: county.local_code },
    zip,
    precision,
    ...(line && { county_line: line }),
    ...(precision === 'nearest' && { county_distance_m: Math.round(county!.distance_m) }),
  }
  const notes = [
    ...countyNotes(location, counties.atPoint),
    stateNote(county, state, states.atPoint),
    zipNote(location, zip, rows.zctas.coverage),
  ]
  return {
    status: 'available',
    summary: summarise(data, location.zip !== null),
    data,
    ...provenance(contributorsOf(location, rows), joinNotes(...notes)),
  }
}

/** The state of the located county, so that the two agree; else the state that its file draws. */
function stateAt(county: LocatedCounty | null, atPoint: LocatedRow[]): string | null {
  const own = county && postalCodeOf(county.fips)
  return own ?? (finestFirst(atPoint)[0]?.row.state as string | null | undefined) ?? null
}

function parcelZip({ parcel }: Location): string | null {
  return (parcel?.row.situs_zip as string | null | undefined) ?? null
}

/** Rows of several editions, the least generalised lines first, as in `countyAt`. */
function finestFirst(found: readonly LocatedRow[]): LocatedRow[] {
  const scale = ({ row }: LocatedRow) => (row.scale_denominator as number | null) ?? 0
  return [...found].sort((a, b) => scale(a) - scale(b))
}

/** Caveats of a county by the record that it comes from. */
const FROM_NOTES: Record<LocatedCounty['from'], string | null> = {
  boundary_file: null,
  parcel: 'No boundary file draws a county here: county and state are those of the parcel.',
  nearest:
    'Generalised lines leave out beaches, keys and piers: county and state are the nearest ones. The point may also lie in open water or in another country.',
}

/** Why the county may be another: it comes from the parcel, other files differ, codes changed. */
function countyNotes({ county, parcel }: Location, atPoint: LocatedRow[]): string[] {
  if (!county) return []
  const notes: string[] = []
  const caveat = FROM_NOTES[county.from]
  if (caveat !== null) notes.push(caveat)
  const known = new Set([county.fips, ...county.counterparts])
  const others = finestFirst(atPoint)
    .filter(({ row }) => !known.has(row.geoid as string))
    .map(({ row }) => `${row.name} (${row.geoid}, ${formatScale(row.scale_denominator)})`)
  if (others.length > 0)
    notes.push(`Another boundary draws ${[...new Set(others)].join(', ')} here.`)
  const own = parcel?.row.county_fips as string | undefined
  if (own !== undefined && !known.has(own))
    notes.push(
      `The parcel is on an assessment roll in ${parcel!.row.county_name} (${own}): the location is close to the county line, and a roll is right more often than a generalised line.`,
    )
  if (county.counterparts.length > 0)
    notes.push(
      `Sources of other editions know this land under the county code ${county.counterparts.join(', ')}.`,
    )
  return notes
}

function formatScale(denominator: unknown): string {
  return denominator === null
    ? 'not generalised'
    : `1:${Number(denominator).toLocaleString('en-US')}`
}

function stateNote(
  county: LocatedCounty | null,
  state: string | null,
  atPoint: LocatedRow[],
): string | null {
  const drawn = new Set(atPoint.map(({ row }) => row.state as string | null))
  drawn.delete(state)
  drawn.delete(null)
  return county && drawn.size > 0 ? `A state boundary draws ${[...drawn].join(', ')} here.` : null
}

const ZCTA_NOTE =
  'The ZIP is a ZCTA, which the census draws around blocks by their most frequent ZIP code: it is not a ZIP code, and neither follows city or county lines.'

function zipNote({ zip: zcta }: Location, zip: string | null, coverage: Coverage[]): string {
  if (zcta !== null) return ZCTA_NOTE
  if (zip !== null) return 'The ZIP is that of the parcel on the assessment roll, not a ZCTA.'
  return coverage.length > 0
    ? 'No ZCTA is drawn at this location: large waters and empty land have none.'
    : 'No file of ZCTAs in this build covers this location, so the ZIP is not known.'
}

/** The file that the county comes from first, then all others that cover the point. */
function contributorsOf({ county }: Location, rows: SectionRows): Coverage[] {
  const { counties, states, zctas, parcels } = rows
  const main = county?.partition
  const isMain = ({ partition }: Coverage) => partition === main
  // A boundary file that draws the county at the point is among the contributors of `counties`.
  const countyFiles: Record<LocatedCounty['from'], () => Coverage[]> = {
    boundary_file: () => [],
    parcel: () => parcels.contributed.filter(isMain),
    nearest: () => counties.elsewhere.partitions(new Set([main])),
  }
  const contributed = [
    ...(county ? countyFiles[county.from]() : []),
    ...counties.contributed,
    ...states.contributed,
    ...zctas.contributed,
  ]
  return mainFirst(contributed, main)
}

function nothingDrawn({ counties, states }: SectionRows): Answer<BoundariesData> {
  return {
    status: 'empty',
    summary: 'The boundary files cover this area and draw no state or county at this location.',
    data: null,
    ...provenance([...counties.coverage, ...states.coverage]),
  }
}

function notCovered({ counties, states }: SectionRows): Answer<BoundariesData> {
  const inBuild = counties.inBuild || states.inBuild
  return {
    status: 'not_covered',
    summary: 'No boundary file in this build draws a state or county at this location.',
    data: null,
    reason: inBuild
      ? 'The location lies outside all states in this build: on open water, outside of the United States, or just off a generalised shore.'
      : 'This build has no boundary tables.',
    hint: inBuild
      ? 'Choose a location on land in the United States, or inside a parcel.'
      : 'Use another service that has boundaries.',
    operator_hint: inBuild
      ? 'By a shore, build the TIGER files, whose lines are not generalised.'
      : 'Build the partition us-atlas of the layer boundaries, which needs no download.',
  }
}
