import { failureParts, operatorHintOf, type UpstreamFailure } from '../../upstream/failure.ts'
import { round } from '../../values/round.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedCounty, Location, SectionRows, TableRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { californiaValues, isCalifornian } from './california.ts'
import { columns } from './columns.ts'
import { agreedValue, type CountyRows, rowsOfCounty } from './county-rows.ts'
import { CodeBasisData } from './data.ts'
import { provenanceOf, type TableNote } from './notes.ts'
import { nearestRainfall, withoutAtlas14 } from './rainfall.ts'
import {
  editionOf as atlasEdition,
  type RequestedValues,
  requestValues,
  splitValues,
} from './request.ts'
import { summarise } from './summary.ts'
import { tables } from './tables.ts'

const ofCounty = { column: 'county_fips', of: 'county' } as const

export const section: SectionDefinition = {
  name: 'Design code basis',
  category: 'classification',
  data: CodeBasisData,
  reads: [
    { table: 'climate_zones', onParcel: false, keyed: ofCounty },
    { table: 'design_values', onParcel: false, keyed: ofCounty },
    { table: 'rainfall_frequencies', onParcel: false, keyed: ofCounty },
    { table: 'title24_zones', onParcel: false, keyed: { column: 'zip', of: 'zip' } },
    { table: 'fire_hazard_zones', onParcel: false },
  ],
  requestData,
  answer,
  columns,
}

const GENERAL_NOTE =
  'Values are those of a whole county; the edition that the jurisdiction adopted may differ. Wind exposure is a judgment of the site: a designer makes it.'

const NO_DESIGN_NOTE =
  'No table in this build gives frost, snow, seismic and wind values of the county.'
const ONLY_SEISMIC_NOTE = 'No table in this build gives frost, snow and wind values of the county.'
const OUTSIDE_ATLAS_NOTE =
  'NOAA Atlas 14 has no estimate of this point: where it has no volume, NOAA Atlas 2 (1973) is the reference for rainfall.'

/** Requests the values that the tables lack from the authorities' services, where they are on. */
function requestData(
  location: Location,
  rows: SectionRows,
  outside: ExternalSources,
): Promise<RequestedValues> | null {
  const { seismic, rainfall } = pinnedPointValues(location, rows)
  const lacks = { seismic: !seismic.isKnown, rainfall: rainfall.found === null }
  return requestValues(location, lacks, outside)
}

type PinnedValues = ReturnType<typeof readPointValues>

/** By the rows of a location: what is requested depends on them, and the answer too. */
const readValues = new WeakMap<TableRows, PinnedValues>()

function pinnedPointValues(location: Location, rows: SectionRows): PinnedValues {
  const known = readValues.get(rows.design_values) ?? readPointValues(location, rows)
  readValues.set(rows.design_values, known)
  return known
}

/** The values that services have as well. The three seismic ones are one set, of one edition. */
function readPointValues(location: Location, rows: SectionRows) {
  const design = rowsOfCounty(rows.design_values.keyed, location.county)
  const differing = new Set<string>()
  const of = (column: string) => agreedValue(design, column, differing)
  const seismic = {
    category: of('seismic_design_category') as string | null,
    sds: of('seismic_sds') as number | null,
    sd1: of('seismic_sd1') as number | null,
  }
  const isKnown = Object.values(seismic).some((value) => value !== null)
  const rainfall = nearestRainfall(rows.rainfall_frequencies.keyed, location)
  return { design, seismic: { ...seismic, isKnown, differing }, rainfall }
}

function answer(
  location: Location,
  rows: SectionRows,
  requested?: RequestedValues | null,
): Answer<CodeBasisData> {
  const { county } = location
  const all = tables.map(({ name }) => rows[name])
  const climate = rowsOfCounty(rows.climate_zones.keyed, county)
  const { design, seismic: pinned, rainfall } = pinnedPointValues(location, rows)
  const live = splitValues(requested)
  const california = isCalifornian(county) ? californiaValues(location, rows) : null
  const isPinned = climate.rows.length + design.rows.length > 0 || rainfall.found !== null
  const isFound = isPinned || live.seismic !== null || live.rainfall !== null
  if (!county || !(isFound || california?.isFound)) {
    if (live.failures.length > 0) return servicesFailed(live.failures)
    const isCovered = all.some(({ coverage }) => coverage.length > 0)
    return county && isCovered ? withoutRows(all) : notCovered(county, all)
  }

  const differing = new Set<string>()
  const number = (column: string) => agreedValue(design, column, differing) as number | null
  const seismic = live.seismic ?? pinned
  if (!live.seismic) for (const label of pinned.differing) differing.add(label)
  const { sds, sd1 } = seismic
  const data: CodeBasisData = {
    climate_zone_iecc: agreedValue(climate, 'iecc_zone', differing, 'climate zone') as
      | string
      | null,
    frost_depth_ft: number('frost_depth_ft'),
    ground_snow_load_psf: number('ground_snow_load_psf'),
    seismic_design_category: seismic.category,
    wind_speed_mph: number('wind_speed_mph'),
    wind_borne_debris_region: agreedValue(design, 'wind_borne_debris_region', differing) as
      | boolean
      | null,
    wind_exposure: null,
    rainfall_100yr_24hr_in: live.rainfall?.rainfall_100yr_24hr_in ?? rainfall.depth_in,
    rainfall_source: live.rainfall
      ? `NOAA Atlas 14 ${atlasEdition(live.rainfall)}, point estimate at ${live.rainfall.lat}, ${live.rainfall.lng}`
      : rainfall.source,
    ...california?.values,
    ...(sds !== null && { seismic_sds: sds }),
    ...(sd1 !== null && { seismic_sd1: sd1 }),
    county: county.name,
  }
  const notes: TableNote[] = [
    {
      table: rows.climate_zones,
      used: climate.rows,
      note: climateNote(climate),
      edition: editionOf(climate),
    },
    {
      table: rows.design_values,
      used: design.rows,
      note: designNote(design),
      edition: editionOf(design),
    },
    {
      table: rows.rainfall_frequencies,
      used: rainfall.found,
      note: rainfall.found && rainfall.note,
      edition: rainfall.edition,
    },
    ...(california?.notes ?? []),
  ]
  const general = [
    GENERAL_NOTE,
    nearestNote(county),
    counterpartNote(county, [climate, design], differing),
    design.rows.length > 0 ? null : live.seismic ? ONLY_SEISMIC_NOTE : NO_DESIGN_NOTE,
    rainfall.found || live.rainfall ? null : rainfall.note,
    live.isOutsideAtlas ? OUTSIDE_ATLAS_NOTE : null,
    ...live.failureNotes,
  ]
  return {
    status: 'available',
    summary: summarise(data, live.rainfall ? null : rainfall.km, county),
    data,
    ...provenanceOf(notes, general.filter(Boolean).join(' '), live.sources),
  }
}

function editionOf({ rows }: CountyRows): string | null {
  return (rows[0]?.row.edition ?? null) as string | null
}

function climateNote({ rows }: CountyRows): string | null {
  if (rows.length === 0) return null
  const warm = rows.every(({ row }) => row.is_warm_humid === true)
  return `Zones of ${rows[0].row.edition}.${warm ? ' The list marks the county as warm-humid.' : ''}`
}

/** Edition and site class of the seismic values: ASCE 7-22 has another class by default. */
function designNote({ rows }: CountyRows): string | null {
  if (rows.length === 0) return null
  const edition = `${rows[0].row.edition}`
  const documents = [...new Set(rows.map(({ row }) => row.source_document).filter(Boolean))]
  const by = documents.length > 0 ? ` (${documents.sort().join('; ')})` : ''
  const soil = /7-22$/.test(edition)
    ? 'seismic values assume Site Class D, not the Default class of this edition'
    : 'seismic values assume Site Class D'
  const computed = rows.some(({ row }) => row.seismic_from === 'mapped_values')
    ? ', computed of the mapped SS and S1'
    : ''
  return `Values of ${edition}${by}; wind speed for Risk Category II; ${soil}${computed}.`
}

/** Names the county that the values are of, where no county is drawn at the point. */
function nearestNote({ from, name, distance_m }: LocatedCounty): string | null {
  if (from !== 'nearest') return null
  return `No county is drawn at this point: the values are those of the nearest, ${name}, ${round(distance_m / 1_000, 1)} km away.`
}

/** Names the other county codes whose rows are used, and the values that these disagree on. */
function counterpartNote(
  county: LocatedCounty,
  found: CountyRows[],
  differing: ReadonlySet<string>,
): string | null {
  const codes = [...new Set(found.flatMap(({ counterparts }) => counterparts))].sort()
  const answered =
    codes.length > 0
      ? `The lists have no county ${county.fips}: ${codes.join(' and ')}, of another scheme of county codes, ${codes.length > 1 ? 'answer' : 'answers'}.`
      : null
  const differ =
    differing.size > 0
      ? `The rows found differ in ${[...differing].sort().join(', ')}: no value is given.`
      : null
  return [answered, differ].filter(Boolean).join(' ') || null
}

function withoutRows(all: TableRows[]): Answer<CodeBasisData> {
  return {
    status: 'empty',
    summary: 'The lists of this build cover this location and have no row for its county.',
    data: null,
    ...provenanceOf(
      all.map((table) => ({ table, used: null, note: null })),
      '',
    ),
  }
}

/** The tables of the build have nothing here, and a service failed. */
function servicesFailed(failures: readonly UpstreamFailure[]): Answer<CodeBasisData> {
  return {
    status: 'not_available',
    summary: 'The design values of this location could not be requested this time.',
    data: null,
    ...failureParts(failures[0]),
    ...operatorHintOf(failures.map(failureParts)),
    reason: failures.map(({ reason }) => reason).join(' '),
  }
}

function notCovered(county: Location['county'], all: TableRows[]): Answer<CodeBasisData> {
  const inBuild = all.some((table) => table.inBuild)
  return {
    status: 'not_covered',
    summary: 'No list of design values in this build covers this location.',
    data: null,
    reason: !inBuild
      ? 'This build has no table of design values.'
      : county
        ? 'The location lies outside what the lists of this build cover.'
        : 'No county is known at this location, and design values are listed by county.',
    hint:
      inBuild && !county
        ? 'Choose a point on land of the United States.'
        : ['Contact the building department of the county.', withoutAtlas14(county)]
            .filter(Boolean)
            .join(' '),
    operator_hint:
      'Build a partition that covers it: "plat build us" has the climate zones of all counties, and their boundaries.',
  }
}
