import { compareText } from '../../values/text-order.ts'
import type { SectionDefinition } from '../layer.ts'
import type { Coverage, Location, Row, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { provenance } from '../source-of.ts'
import { columns } from './columns.ts'
import { contributingPartitions } from './contributing-partitions.ts'
import { UtilitiesData } from './data.ts'
import { hasRows, notCoveredNote, planesOf, planesThatAre, TABLES } from './planes.ts'
import { summarise } from './summary.ts'
import { drinkingWaterOf, providersOf, textOf, waterSystemsOf } from './supplies.ts'

export const section: SectionDefinition = {
  name: 'Utilities',
  category: 'property',
  data: UtilitiesData,
  reads: [
    // Not for its rows: a parcel table that fails must not read as a parcel without a record.
    { table: 'parcels', onParcel: false },
    { table: 'wastewater_parcels', onParcel: false, keyed: { column: 'parcel_key', of: 'parcel' } },
    { table: 'water_service_areas', onParcel: false },
    { table: 'electric_territories', onParcel: false },
  ],
  answer,
  columns,
}

function answer(location: Location, rows: SectionRows): Answer<UtilitiesData> {
  const inventory = rows.wastewater_parcels
  const planes = planesOf(rows)
  // A table with a row is the main source, in the contract's order.
  const ordered = TABLES.map((table) => rows[table]).sort(
    (a, b) => Number(hasRows(b)) - Number(hasRows(a)),
  )
  const [record = null] = inventory.keyed.map(({ row }) => row).sort(newestFirst)
  const contributed = ordered.flatMap((each) =>
    contributingPartitions(
      each,
      each === inventory && record ? [record] : each.atPoint.map(({ row }) => row),
    ),
  )
  if (!ordered.some(hasRows)) return withoutRows(location, rows, planes, contributed)
  const water_systems = waterSystemsOf(rows.water_service_areas.atPoint)
  const data: UtilitiesData = {
    ...wastewaterOf(record, inventory.contributed),
    ...drinkingWaterOf(record, water_systems),
    electric_providers: providersOf(rows.electric_territories.atPoint),
    wastewater_as_recorded: textOf(record, 'wastewater_as_recorded'),
    drinking_water_as_recorded: textOf(record, 'drinking_water_as_recorded'),
    water_systems,
    planes,
  }
  return {
    status: 'available',
    summary: summarise(data, textOf(record, 'wastewater_words')),
    data,
    ...provenance(contributed, notesOf(data, record !== null).join(' ')),
  }
}

/** Orders records of a parcel: of two editions of one inventory the newer record is used. */
function newestFirst(a: Row, b: Row): number {
  return (
    -compareText(`${a.wastewater_updated ?? ''}`, `${b.wastewater_updated ?? ''}`) ||
    compareText(`${a.wastewater_parcel_key}`, `${b.wastewater_parcel_key}`)
  )
}

type Wastewater = Pick<UtilitiesData, 'wastewater' | 'wastewater_confidence' | 'wastewater_updated'>

function wastewaterOf(record: Row | null, contributed: readonly Coverage[]): Wastewater {
  if (!record) return { wastewater: null, wastewater_confidence: null, wastewater_updated: null }
  const own = contributed.find(({ partition }) => partition === record.partition)
  return {
    wastewater: record.wastewater as Wastewater['wastewater'],
    wastewater_confidence: record.wastewater_confidence as Wastewater['wastewater_confidence'],
    wastewater_updated: textOf(record, 'wastewater_updated') ?? dateOf(own?.source_vintage),
  }
}

/** An ISO year, month or day. */
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/

/** The vintage where it is a date or a year; null for others, as `generated` and `v2`. */
function dateOf(vintage: string | undefined): string | null {
  return vintage && DATE.test(vintage) ? vintage : null
}

function notesOf(data: UtilitiesData, isRecorded: boolean): string[] {
  const { water_systems, electric_providers, planes } = data
  const notes: string[] = []
  if (isRecorded)
    notes.push(
      'The inventory grades a parcel by its evidence, which is not a record of a connection.',
    )
  if (data.wastewater && !data.wastewater_confidence)
    notes.push('Somewhat likely is the weakest of its grades.')
  if (water_systems.length > 0) notes.push('A water service area is not a connection.')
  if (water_systems.some(({ is_modeled }) => is_modeled))
    notes.push('Water service areas here are in part estimates of a model.')
  if (electric_providers.length > 1)
    notes.push('Electric territories overlap here: any of them may serve the location.')
  const missing = notCoveredNote(planes)
  return missing ? [...notes, missing] : notes
}

/** Section without a row: empty where a source covers the point, else not covered. */
function withoutRows(
  { parcel }: Location,
  rows: SectionRows,
  planes: UtilitiesData['planes'],
  contributed: readonly Coverage[],
): Answer<UtilitiesData> {
  const covered = planesThatAre(planes, 'covered')
  if (covered.length > 0) {
    const where = parcel ? 'parcel' : 'location, where no parcel is drawn'
    return {
      status: 'empty',
      summary: `The sources of ${covered.join(', ')} have nothing on this ${where}.`,
      data: null,
      ...provenance([...contributed], notCoveredNote(planes) ?? undefined),
    }
  }
  return {
    status: 'not_covered',
    summary: 'No source of utilities in this build covers this location.',
    data: null,
    reason: TABLES.some((table) => rows[table].inBuild)
      ? 'The location lies outside every inventory, service area and territory of this build.'
      : 'This build has no table of utilities.',
    hint: 'Contact the utility or the health department of the county.',
    operator_hint: 'Add a source that covers the location: see pipelines/utilities/README.md.',
  }
}
