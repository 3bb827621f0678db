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

/** What FEMA's map service says of a place, in the rows that the section reads from tables. */
export interface RequestedFlood {
  rows: SectionRows<'flood_zones' | 'flood_panels'>
  /** How it was decided whether the spot is mapped. */
  decided: string
  source: SectionSource
}

const AVAILABILITY = '/0'
const PANELS = '/3'
const ZONES = '/28'

/**
 * Asks FEMA where no study of the build speaks: null where one does, at the point or on a part of
 * its parcel, and where the service is not switched on.
 */
export function requestFlood(
  location: Location,
  { flood_zones: pinned }: SectionRows,
  { upstreams }: ExternalSources,
): Promise<RequestedFlood> | null {
  if (!upstreams?.isOn(femaNfhl)) return null
  const isPinned = [pinned.coverage, pinned.atPoint, pinned.coverageOnParcel].some(
    (speaking) => speaking.length > 0,
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
  const note = `${decided} Asked of the publisher's live service, since no study of this build covers the spot.`
  const speaker = officialCoverage(floodZones.name, source, { outside: 'unmapped', note })
  return {
    rows: {
      flood_zones: tableRowsOf(location, zoneRows, speaker, decided !== null),
      flood_panels: tableRowsOf(location, panelRows, null, false),
    },
    decided:
      decided ?? 'Neither a zone, nor a study, nor a map panel of the service holds the point.',
    source,
  }
}

/**
 * Whether a study holds the point: of its outline, which may be a county of 100,000 points, only
 * that counts. Asked where no zone answers already: a service that is down is then not asked so
 * often by one dossier that its circuit opens.
 */
async function isStudied(location: Location, client: UpstreamClient): Promise<boolean> {
  const question = { layer: AVAILABILITY, box: boxOfPoint(location) }
  return (await countFeatures(client, femaNfhl, question)).value > 0
}

/** The map that is in force, by its panels; the service itself is as of now. */
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

/** A zone that cannot be read may be the worst one here: then there is no answer. */
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

/** A panel without a number says nothing. */
function panelRow(feature: EsriFeature<unknown>) {
  try {
    const values = panelValues(feature, NFHL.panels!)
    return { ...values, partition: OFFICIAL, flood_panel_key: `${OFFICIAL}/${values.panel}` }
  } catch (error) {
    if (error instanceof RowError) return null
    throw error
  }
}
