import type { MultiPolygon, Polygon } from 'geojson'
import { z } from 'zod'
import { ApiError } from '../../http/error-codes.ts'
import { parseQuery } from '../../http/query.ts'
import { digest } from '../../http/reference/docs-assets.ts'
import { runInSlices, type TimeSlice } from '../../http/time-slice.ts'
import type { Sections } from '../../report/key-facts.ts'
import { fileName, locationTitle } from '../../report/location-title.ts'
import { captionedLotMap } from '../../report/lot-legend.ts'
import { PAPERS, type ReportContent, reportPage, reportStyle } from '../../report/report-page.ts'
import { LocationQuery, parseLocationQuery } from '../queries/location-query.ts'
import { isFictional, mapLink } from '../report/location-file.ts'
import { lotGround } from '../report/lot-ground.ts'
import { PrintProblem, printPdf } from '../report/pdf-printer.ts'
import { requireBuild } from './build-lease.ts'
import { answerLocation } from './location.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from './route.ts'

const HTML = 'text/html'
const PDF = 'application/pdf'
/** A printed report takes 2 s of a processor, as much as this many dossiers and more. */
export const PRINT_COST = 10
/** Seconds after which a report that waited behind others may be requested again. */
const BUSY_RETRY_S = 10

const ReportQuery = LocationQuery.omit({ include_geometry: true, include_adjacent: true }).extend({
  format: z.enum(['html', 'pdf']).default('html').describe('html, or pdf: counts as 10 requests'),
  paper: z.enum(PAPERS).default('letter').describe('size of a page: letter or a4'),
  units: z.enum(['us', 'metric']).default('us').describe('units of measures: us or metric'),
})

/** The report of one location: a document of HTML, or the same printed by a browser. */
export function reportRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/location/report',
    operationId: 'getReport',
    tag: 'Location',
    summary: 'A property report for people, as HTML or PDF',
    description:
      'The dossier of one location as a document: key facts, a map picture, charts, every section ' +
      'with its sources and their age. The HTML has no script and loads nothing. With `format=pdf` ' +
      'a browser that is installed with the service prints it; a service without one answers 501.',
    query: ReportQuery,
    answer: { description: 'The report.', bytes: HTML, also: [PDF], isCoded: true },
    headers: ['Content-Security-Policy', 'Content-Disposition'],
    failures: [404, 501, 503],
    cacheControl: 'no-store',
    cost: (query) => ((query as { format?: unknown }).format === 'pdf' ? PRINT_COST : 1),
    isBulky: true,
    isInDemo: true,
    examples: ({ point }) =>
      point ? [{ title: 'As HTML', query: { ll: `${point.lat},${point.lng}` } }] : [],
    async handle(request, reply, slice) {
      const { format, ...query } = parseQuery(ReportQuery, request.query)
      // Anybody may start a demo, and all requests of a service share its printer.
      if (request.isDemo && format === 'pdf') throw noPrintInDemo()
      const content = await makeContent(context, query, request, slice)
      const html = reportPage(content)
      reply.header('content-disposition', `inline; filename="${fileName(content.title, format)}"`)
      if (format === 'html') {
        reply.header('content-security-policy', policyOf(content)).type(`${HTML}; charset=utf-8`)
        return Buffer.from(html)
      }
      const printed = await printPdf(html).catch((error) => {
        if (!(error instanceof PrintProblem)) throw error
        throw answerOf(error, request)
      })
      return reply.type(PDF).send(printed)
    },
  }
}

function noPrintInDemo(): ApiError {
  return new ApiError(403, 'The demo has reports as HTML only.', {
    hint: 'Leave `format` out, or sign in for a PDF.',
  })
}

function answerOf({ kind, message }: PrintProblem, { log }: RouteRequest): ApiError {
  switch (kind) {
    case 'no_browser':
      return new ApiError(501, 'This service does not print reports.', {
        hint: 'Leave `format` out and print the HTML. Operators: install Chromium, or set PLAT_BROWSER.',
      })
    case 'busy':
      return new ApiError(503, message, {
        hint: 'Try again in a while, or leave `format` out and print the HTML.',
        headers: { 'retry-after': `${BUSY_RETRY_S}` },
      })
    case 'failed':
      log.error({ err: message }, 'a report was not printed')
      return new ApiError(503, 'The report was not printed.', {
        hint: 'Try again, or leave `format` out and print the HTML.',
        headers: { 'retry-after': `${BUSY_RETRY_S}` },
      })
  }
}

async function makeContent(
  context: RouteContext,
  { paper, units, ...location }: Omit<z.infer<typeof ReportQuery>, 'format'>,
  request: RouteRequest,
  slice: TimeSlice,
): Promise<ReportContent> {
  const parsed = parseLocationQuery(location)
  const wanted = { ...parsed, includeGeometry: true, includeAdjacent: true }
  const lease = requireBuild(context.builds)
  try {
    const { build } = lease
    const dossier = await answerLocation(context, build, wanted, request, slice)
    const sections = dossier.layers as Sections
    const { point } = dossier
    const ground = await runInSlices(lotGround(build.packs, lotOf(sections), point), slice)
    return {
      sections,
      title: locationTitle(dossier),
      point,
      warnings: (dossier.warnings ?? []).map(({ message }) => message),
      map: captionedLotMap(ground, units),
      link: mapLink(context.baseOf(request), point),
      build: build.id,
      isFictional: isFictional(sections, build),
      madeAt: new Date(dossier.as_of),
      paper,
      system: units,
    }
  } finally {
    lease.release()
  }
}

/** The polygon of the parcel that answered; null without one. */
function lotOf({ parcel }: Sections): Polygon | MultiPolygon | null {
  const data = parcel?.data as { geometry?: { geometry: Polygon | MultiPolygon } } | null
  return data?.geometry?.geometry ?? null
}

function policyOf({ paper, build }: ReportContent): string {
  return [
    "default-src 'none'",
    `style-src '${digest(reportStyle(paper, build))}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
