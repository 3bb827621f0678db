import type { SectionSource } from '../../catalog/section-source.ts'
import type { Box, Polygons } from '../../geometry/polygons.ts'
import { countFeatures, readLayer } from '../../upstream/arcgis-layer.ts'
import type { EsriFeature } from '../../upstream/arcgis-responses.ts'
import { esriPolygons } from '../../upstream/arcgis-shapes.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { UNCOUNTED } from '../../values/published-row.ts'
import { RowError } from '../../values/row-error.ts'
import type { ExternalSources } from '../external-sources.ts'
import type { Location, SectionRows } from '../location.ts'
import {
  boxOfLocation,
  boxOfPoint,
  holdingPoint,
  OFFICIAL,
  type OfficialRow,
  officialCoverage,
  tableRowsOf,
} from '../official-rows.ts'
import { NFHL } from './mapping.ts'
import { floodZones } from './tables.ts'
import { femaNfhl } from './upstream.ts'
import { panelValues, zoneId, zoneValues } from './zone-values.ts'

/** Features of FEMA's map service at a location, as rows of the tables that the section reads. */
export interface RequestedFlood {
  rows: SectionRows<'flood_zones' | 'flood_panels'>
  /** Evidence that the point is mapped or not, for the note. */
  decided: string
  source: SectionSource
}

const AVAILABILITY = '/0'
const PANELS = '/3'
const ZONES = '/28'

/**
 * Requests zones from FEMA where no study of the build has any: null where one has, at the point or
 * on a part of its parcel, and where the service is not switched on.
 */
export function requestFlood(
  location: Location,
  { flood_zones: pinned }: SectionRows,
  { upstreams }: ExternalSources,
): Promise<RequestedFlood> | null {
  if (!upstreams?.isOn(femaNfhl)) return null
  const isPinned = [pinned.coverage, pinned.atPoint, pinned.coverageOnParcel].some(
    (found) => found.length > 0,
  )
  return isPinned ? null : readFlood(location, upstreams)
}

async function readFlood(location: Location, client: UpstreamClient): Promise<RequestedFlood> {
  const read = (layer: string, box: Box) =>
    readLayer(client, femaNfhl, { layer, box, shapeOf: esriPolygons })
  const [zones, panels] = await Promise.all([
    read(ZONES, boxOfLocation(location)),
    read(PANELS, boxOfPoint(location)),
  ])
  const zoneRows = rowsOf(zones.value, zoneRow)
  const panelRows = rowsOf(panels.value, panelRow)
  const isHere = (rows: OfficialRow[]) => holdingPoint(location, rows).length > 0
  const decided = isHere(zoneRows)
    ? 'A zone of the service holds the point.'
    : (await isStudied(location, client))
      ? 'No zone of the service holds the point; its layer of available studies does, so the study leaves it blank.'
      : isHere(panelRows)
        ? 'No zone of the service holds the point, and no study in its layer of available ones; a map panel does.'
        : null
  const source = client.sourceOf(femaNfhl, zones, {
    kind: 'official',
    vintage: vintageOf(holdingPoint(location, panelRows)),
  })
  const note = `${decided} Read from the publisher's live service, since no study of this build covers the location.`
  const coverage = officialCoverage(floodZones.name, source, { outside: 'unmapped', note })
  return {
    rows: {
      flood_zones: tableRowsOf(location, zoneRows, coverage, decided !== null),
      flood_panels: tableRowsOf(location, panelRows, null, false),
    },
    decided:
      decided ?? 'Neither a zone, nor a study, nor a map panel of the service holds the point.',
    source,
  }
}

/**
 * True when a study holds the point. Only features are counted: an outline may be a county of
 * 100,000 points. Called where no zone holds the point: fewer requests of one dossier to a service
 * that is down do not open its circuit.
 */
async function isStudied(location: Location, client: UpstreamClient): Promise<boolean> {
  const request = { layer: AVAILABILITY, box: boxOfPoint(location) }
  return (await countFeatures(client, femaNfhl, request)).value > 0
}

/** Vintage of the service: live, with the date of the newest panel. */
function vintageOf(panels: readonly OfficialRow[]): string {
  const dates = panels.flatMap(({ row }) => row.effective_date ?? []).sort()
  return dates.length > 0 ? `live; map effective ${dates.at(-1)}` : 'live'
}

type Read = (feature: EsriFeature<Polygons | null>, number: number) => OfficialRow['row'] | null

function rowsOf(features: readonly EsriFeature<Polygons | null>[], read: Read): OfficialRow[] {
  return features.flatMap((feature, number) => {
    const row = read(feature, number)
    return row && feature.shape ? [{ row, polygons: feature.shape }] : []
  })
}

/** Throws for a zone that cannot be read: it may be the worst one here. */
function zoneRow(feature: EsriFeature<unknown>, number: number) {
  try {
    const values = zoneValues(feature, NFHL, null, UNCOUNTED)
    // Two studies may give one id to two polygons.
    const flood_zone_key = `${OFFICIAL}/${zoneId(feature, NFHL) ?? ''}/${number}`
    return { ...values, partition: OFFICIAL, flood_zone_key }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    throw new UpstreamFailure(
      'unreadable',
      `${femaNfhl.title} has a zone here that is not understood: ${error.message}.`,
      'Report it: its meaning has to be looked up.',
      { cause: error },
    )
  }
}

/** Null for a panel without a number. */
function panelRow(feature: EsriFeature<unknown>) {
  try {
    const values = panelValues(feature, NFHL.panels!)
    return { ...values, partition: OFFICIAL, flood_panel_key: `${OFFICIAL}/${values.panel}` }
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}
