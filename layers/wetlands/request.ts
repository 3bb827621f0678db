import type { SectionSource } from '../../catalog/section-source.ts'
import type { Polygons } from '../../geometry/polygons.ts'
import { readLayer } from '../../upstream/arcgis-layer.ts'
import type { EsriFeature } from '../../upstream/arcgis-responses.ts'
import { esriPolygons } from '../../upstream/arcgis-shapes.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { type PublishedRow, UNCOUNTED } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location, SectionRows } from '../location.ts'
import {
  boxOfLocation,
  OFFICIAL,
  type OfficialRow,
  officialCoverage,
  tableRowsOf,
} from '../official-rows.ts'
import { NWI } from './mapping.ts'
import { wetlands as wetlandsTable } from './tables.ts'
import { fwsNwi } from './upstream.ts'
import { wetlandValues } from './wetland-values.ts'

/**
 * Features of the inventory's map service at a location, as rows of the tables that the section
 * reads.
 */
export interface RequestedWetlands {
  rows: SectionRows<'wetlands' | 'wetland_projects'>
  source: SectionSource
}

const WETLANDS = '/0'

/**
 * Requests wetlands from the inventory where the build has no data: null where it has, at the point
 * or on a part of its parcel, and where the service is not switched on.
 */
export function requestWetlands(
  location: Location,
  { wetlands: pinned }: SectionRows,
  { upstreams }: ExternalSources,
): Promise<RequestedWetlands> | null {
  if (!upstreams?.isOn(fwsNwi)) return null
  const isPinned = [pinned.coverage, pinned.atPoint, pinned.onParcel, pinned.coverageOnParcel].some(
    (found) => found.length > 0,
  )
  return isPinned ? null : readWetlands(location, upstreams)
}

async function readWetlands(
  location: Location,
  client: UpstreamClient,
): Promise<RequestedWetlands> {
  const request = { layer: WETLANDS, box: boxOfLocation(location), shapeOf: esriPolygons }
  const response = await readLayer(client, fwsNwi, request)
  const rows = response.value.flatMap((feature, number) => wetlandRow(feature, number) ?? [])
  const source = client.sourceOf(fwsNwi, response, { kind: 'official', vintage: 'live' })
  const note =
    "Read from the publisher's live service, since no wetlands data of this build covers the location."
  const coverage = officialCoverage(wetlandsTable.name, source, { outside: 'nothing', note })
  return {
    rows: {
      wetlands: tableRowsOf(location, rows, coverage, isMapped(location)),
      wetland_projects: tableRowsOf(location, [], null, false),
    },
    source,
  }
}

/**
 * True where the inventory has mapped the land: the service does not report whether blank land was
 * evaluated. By its own words it has mapped the conterminous states, Hawaii, Puerto Rico, the
 * Virgin Islands, Guam and the major Northern Marianas, and a part of Alaska
 * (https://fws.gov/program/national-wetlands-inventory/what-we-do). Without a known county blank
 * land is not empty.
 */
function isMapped({ county }: Location): boolean {
  // The nearest county has no meaning for open water or another country.
  const state = county?.from === 'nearest' ? undefined : county?.fips.slice(0, 2)
  return state !== undefined && !NOT_WHOLLY_MAPPED.includes(state)
}
/** Alaska, American Samoa, Northern Marianas. */
const NOT_WHOLLY_MAPPED = ['02', '60', '69']

/** Null for a feature that is not a wetland: dry ground, and a shape without area. */
function wetlandRow(feature: EsriFeature<Polygons | null>, number: number): OfficialRow | null {
  const { shape: polygons } = feature
  if (!polygons) return null
  try {
    const values = wetlandValues(withPlainNames(feature), NWI, UNCOUNTED)
    const wetland_key = `${OFFICIAL}/${values.wetland_key ?? ''}/${number}`
    return { row: { ...values, partition: OFFICIAL, wetland_key }, polygons }
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}

/** The layer is joined to a table of codes, so its fields are `Wetlands.ATTRIBUTE` and the like. */
function withPlainNames({ attributes }: PublishedRow): PublishedRow {
  const entries = Object.entries(attributes)
  return {
    attributes: Object.fromEntries(
      entries
        .filter(([name]) => !name.includes('.') || name.startsWith(PREFIX))
        .map(([name, value]) => [name.replace(PREFIX, ''), value]),
    ),
  }
}
const PREFIX = 'Wetlands.'
