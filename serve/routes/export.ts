import { z } from 'zod'
import { parseQuery } from '../../http/query.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import type { Sections } from '../../report/key-facts.ts'
import { fileName, locationTitle } from '../../report/location-title.ts'
import { LocationQuery, parseLocationQuery } from '../queries/location-query.ts'
import { dossierCsv, dossierGeoJson, dossierGeoPackage } from '../report/dossier-files.ts'
import type { ExportedDossier } from '../report/exported-dossier.ts'
import { isFictional, mapLink } from '../report/location-file.ts'
import { requireBuild } from './build-lease.ts'
import { answerLocation } from './location.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from './route.ts'

const FORMATS = {
  csv: { type: 'text/csv', write: dossierCsv },
  geojson: { type: 'application/geo+json', write: dossierGeoJson },
  gpkg: { type: 'application/geopackage+sqlite3', write: dossierGeoPackage },
} as const
type Format = keyof typeof FORMATS

const ExportQuery = LocationQuery.omit({ include_geometry: true, include_adjacent: true }).extend({
  format: z
    .enum(Object.keys(FORMATS) as [Format, ...Format[]])
    .default('csv')
    .describe('csv: a row a fact; geojson or gpkg (GeoPackage): the shapes within the parcel'),
})

/** The dossier of one location as a file for other programs. */
export function exportRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/location/export',
    operationId: 'getExport',
    tag: 'Location',
    summary: 'A dossier as a file: CSV, GeoJSON or GeoPackage',
    description:
      'The dossier of one location for spreadsheets and GIS programs. CSV has a row a fact with its ' +
      'section, field, label, value, unit, status, source and vintage; a text that a spreadsheet would ' +
      'run as a formula begins with an apostrophe. GeoJSON has the point, the parcel and the shapes of ' +
      'the sections within it, each with its source and age. A GeoPackage has both: a layer a section, ' +
      'and the facts as a table.',
    query: ExportQuery,
    answer: {
      description: 'The file.',
      bytes: FORMATS.csv.type,
      also: [FORMATS.geojson.type, FORMATS.gpkg.type],
      isCoded: true,
    },
    headers: ['Content-Disposition'],
    failures: [404, 501, 503],
    cacheControl: 'no-store',
    isInDemo: true,
    isBulky: true,
    examples: ({ point }) =>
      point ? [{ title: 'As CSV', query: { ll: `${point.lat},${point.lng}`, format: 'csv' } }] : [],
    async handle(request, reply, slice) {
      const { format, ...query } = parseQuery(ExportQuery, request.query)
      const dossier = await exportedDossier(context, query, request, slice)
      const { type, write } = FORMATS[format]
      const bytes = await runInSlices(write(dossier), slice)
      const name = fileName(dossier.title, format)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.type(format === 'csv' ? `${type}; charset=utf-8` : type)
      return bytes
    },
  }
}

async function exportedDossier(
  context: RouteContext,
  query: Omit<z.infer<typeof ExportQuery>, 'format'>,
  request: RouteRequest,
  slice: TimeSlice,
): Promise<ExportedDossier> {
  const wanted = { ...parseLocationQuery(query), includeGeometry: true, includeAdjacent: true }
  const lease = requireBuild(context.builds)
  try {
    const { build } = lease
    const { layers, point, address, as_of, ...dossier } = await answerLocation(
      context,
      build,
      wanted,
      request,
      slice,
    )
    const sections = layers as Sections
    return {
      title: locationTitle({ ...dossier, address, point }),
      sections,
      point,
      address: address?.formatted ?? null,
      as_of,
      build: build.id,
      isFictional: isFictional(sections, build),
      link: mapLink(context.baseOf(request), point),
    }
  } finally {
    lease.release()
  }
}
