import { toGeoJson } from '../../geometry/geojson.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import type { SectionDefinition } from '../layer.ts'
import type { LocatedParcel, Location, SectionRows } from '../location.ts'
import type { Answer } from '../section.ts'
import { mainFirst, provenance } from '../source-of.ts'
import { adjacencyOf } from './adjacency.ts'
import { columns } from './columns.ts'
import { MAX_STACKED_KEYS, ParcelData } from './data.ts'
import { countyOf, roundArea, situsAddressOfRow } from './parcel-fields.ts'
import { isStreetShaped } from './street-shape.ts'
import { summarise } from './summary.ts'

export const section: SectionDefinition = {
  name: 'Parcel',
  category: 'property',
  data: ParcelData,
  reads: [
    { table: 'parcels', onParcel: false },
    // For the ground that a frontage faces; read only when neighbours are requested.
    { table: 'wetlands', onParcel: false },
    { table: 'flood_zones', onParcel: false },
    // For the names of the streets at its sides.
    { table: 'street_ranges', onParcel: false },
  ],
  answer,
  columns,
}

function answer(location: Location, rows: SectionRows): Answer<ParcelData> {
  const { parcels } = rows
  const parcel = location.parcel
  if (parcel) return available(location, parcel, rows)
  if (parcels.coverage.length > 0)
    return {
      status: 'empty',
      summary:
        'No parcel is drawn at this location: it may be a street, water or other land outside the parcel fabric.',
      data: null,
      ...provenance(parcels.coverage),
    }
  return {
    status: 'not_covered',
    summary: 'No parcel fabric in this build covers this location.',
    data: null,
    reason: parcels.inBuild
      ? 'The point lies on no parcel of this build, and outside every area that its parcels are declared to cover.'
      : 'This build has no parcel table.',
    hint: 'Choose a location in a covered county: the coverage scorecard lists them.',
    operator_hint:
      'Build a county that covers the location: see "add a county roll" in CONTRIBUTING.md.',
  }
}

function available(
  location: Location,
  parcel: LocatedParcel,
  rows: SectionRows,
): Answer<ParcelData> {
  const { row } = parcel
  const { contributed } = rows.parcels
  const others = location.parcels.filter((other) => other.parcel_key !== parcel.parcel_key)
  const main = contributed.find((partition) => partition.partition === row.partition)
  const data: ParcelData = {
    parcel_key: parcel.parcel_key,
    county: countyOf(row),
    situs_address: situsAddressOfRow(row),
    vintage: main?.source_vintage ?? null,
    ...roundArea(parcel.area_m2),
    parcel_count_here: location.parcels.length,
    stacked_parcel_keys: others.slice(0, MAX_STACKED_KEYS).map((other) => other.parcel_key),
    is_street_shaped: isStreetShaped(parcel),
  }
  if (location.includeGeometry)
    data.geometry = {
      type: 'Feature',
      properties: { parcel_key: parcel.parcel_key },
      geometry: toGeoJson(parcel.polygons()),
    }
  const adjacency = location.includeAdjacent
    ? adjacencyOf(parcel, rows, location.includeGeometry)
    : null
  Object.assign(data, adjacency?.data)
  const rollNote = row.has_roll ? undefined : 'No roll in this build has a row for this parcel.'
  const notes = joinNotes(rollNote, adjacency?.note)
  const sources = provenance(mainFirst(contributed, row.partition), notes, adjacency?.sources)
  return { status: 'available', summary: summarise(data), data, ...sources }
}
