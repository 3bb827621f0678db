import { describedGuide, describedList } from '../../http/reference/described-text.ts'
import { sentence } from '../../http/reference/html.ts'
import type { Json } from '../../http/reference/json.ts'
import { MAX_URL_BYTES, REQUEST_TIMEOUT_MS } from '../../http/request-limits.ts'
import { LOCATIONS_MAX } from '../queries/locations-body.ts'
import { methodOf, type ServiceRoute } from '../routes/route.ts'
import { parametersOf } from './openapi.ts'
import { componentSchemas } from './openapi-components.ts'
import { CAVEATS, KEY_GUIDE, PRECISION_MEANINGS, SECTION_STATUS_MEANINGS } from './reading-guide.ts'
import type { Reference, ReferenceExample } from './reference.ts'
import { formatField, sectionFields } from './section-fields.ts'
import { curlOf } from './shown-example.ts'

/**
 * Instructions for language models in the format of llmstxt.org: a title, a summary, text without
 * headings, then lists of links. A line after each command states its response, which a test
 * verifies: `# 200: layers.flood.status is "available"`.
 */
export function llmsText(reference: Reference, base: string): string {
  const { routes, build, described } = reference
  const shown = new ExampleBlocks(reference, base)
  const paragraphs = [
    `# Plat location dossier service`,
    `> Property and land facts for any point: one lookup answers section by section (parcel, flood, zoning, taxes and more) from one pinned build of public geodata. Every section has a status, a summary and a source.`,
    `The base address is ${base}. Every path under /v1 answers GET with JSON, and takes no body, unless stated otherwise.`,
    `**Keys.** ${KEY_GUIDE.join(' ')} The commands below read the key from the variable PLAT_KEY. If you have none, ask the person you work for.`,
    build === null
      ? 'No build is in service, so most examples are missing: GET /v1/location answers 503 with `Retry-After` until one is. Read this page again then.'
      : `The examples below work as they are: their values come from the build in service, ${build}. The line after each command states its response. Read this page again after a new build.`,
    `**Statuses and precisions.** Read the \`status\` of a section before its \`data\`.`,
    bullets(SECTION_STATUS_MEANINGS),
    `Addresses and search results have a \`precision\`.`,
    bullets(PRECISION_MEANINGS),
    `**Common wrong conclusions.**`,
    list(CAVEATS),
    `**Look up a location** in exactly one way: \`ll\` (latitude first), \`lat\` and \`lng\`, \`address\` or \`parcel\`. Name the sections you need in \`layers\`; without it you get all. A section without an answer states why in \`status\` and \`reason\`; the HTTP status is 200 all the same.`,
    ...shown.all('getLocation', ['point.source', 'layers.parcel.status', 'layers.flood.status']),
    `**Fields of the sections.** Every section has \`object\`, \`layer\`, \`name\`, \`category\`, \`status\`, \`summary\` and \`data\`, and most have \`source\`. \`data\` is null unless \`status\` is "available"; in \`permits\` it may be there while it is "not_available". \`reason\` is there for "not_covered" and "not_available". These are the fields of \`data\`: path, type, and what it is.`,
    ...sectionFields(componentSchemas() as Record<string, Json>).flatMap(([section, fields]) => [
      `\`${section}\`:`,
      list(fields.map(formatField)),
    ]),
    `**Look up a list** of 1 to ${LOCATIONS_MAX} locations in one POST, which counts as as many requests as the list has entries. The list is answered in its order: each item has \`status\` "answered" with its \`dossier\`, or "failed" with its \`error\`. A body that is not valid is 400 as a whole, with \`param\` such as \`locations[3].lat\`.`,
    ...shown.all('listLocations', ['data[0].status', 'data[0].dossier.layers.flood.status']),
    `**A report for people** is the same as a document: HTML, or PDF with \`format=pdf\`.`,
    ...shown.bytes('getReport', 200),
    `**Files of one dossier**: \`format=csv\` has a row a fact, \`geojson\` and \`gpkg\` (GeoPackage) have the shapes within the parcel.`,
    ...shown.bytes('getExport', 200),
    `**Search while a person types.** Each result has a \`query\`, the parameter of GET /v1/location for its dossier, and \`links.dossier\`, the whole address.`,
    ...shown.all('search', ['data[0].type', 'data[0].precision']),
    `**Page through parcels.** Parcels match all given filters. While \`has_more\` is true, repeat the request with the same filters and \`cursor\` set to \`next_cursor\`. A cursor expires with its build: on 400 with \`param\` "cursor" start again without it.`,
    ...shown.all('listParcels', ['limit', 'has_more']),
    ...shown.nextPage('listParcels'),
    ...shown.all('getParcel', ['object', 'parcel_key']),
    `**Draw a map.** GET /v1/layers lists each layer and, in \`rendering\`, how to draw it. Tile addresses have {z}, {x} and {y}; \`live_geojson\` has {bbox} for west,south,east,north of the view.`,
    ...shown.all('listLayers', ['object', 'data[0].slug']),
    ...shown.all('getLayer', ['slug', 'status', 'rendering.type']),
    ...shown.all('getTileJson', ['tilejson', 'minzoom', 'maxzoom']),
    ...shown.bytes('getTile', 200),
    ...shown.bytes('getDemTile', 200),
    ...shown.bytes('getArchive', 206, '127 bytes'),
    ...shown.all('listFeatures', ['type', 'number_returned']),
    `**Check the coverage.** The scorecard has, by section and county, the share of the county's land (\`land\`) and of its parcels in the build (\`parcels\`) with an answer, measured with seeded probes; \`covers\` names what the sources cover, which may be one town of the county. Null means not measured, for the reason in \`note\`, and not zero.`,
    ...shown.all('getCoverage', ['object', 'sections[0].layer']),
    `**Coverage as a map** is the same for one section and county as GeoJSON: the county line, the areas that sources declare to cover, and the probes by the status of their answer. Outside of every area nothing is known, which is not the same as safe.`,
    ...shown.all('getCoverageMap', ['type', 'probes', 'tolerance_m']),
    ...shown.all('getHealth', ['status', 'planes.database']),
    `Sections of category conditions, and others where the operator turns it on, query live services while you wait. This is the state of those services.`,
    ...shown.all('listUpstreams', ['object']),
    `**Errors** all have the same form: \`error.code\`, \`error.message\`, \`error.param\` (the parameter at fault), \`error.hint\` (what to send or do instead) and \`error.request_id\`, which equals the header \`X-Request-Id\` of every response. Follow the hint: the unchanged request fails again. Retry only 429 and 503, after the seconds in \`Retry-After\`. On 401 and 403 ask for another key. 404 means that the build has no such address, parcel or layer, 501 that it lacks the data for such lookups.`,
    shown.refused('getLocation', { ll: '91,0' }, [
      'error.code is "invalid_request"',
      'error.param is "ll"',
    ]),
    shown.refused('getLocation', { ll: '0,0', layer: 'flood' }, ['error.param is "layer"']),
    `**Limits.** A path with its query may have ${MAX_URL_BYTES} bytes, and a request must arrive within ${REQUEST_TIMEOUT_MS / 1000} seconds. Send a tag from \`ETag\` back in \`If-None-Match\`: 304 means that nothing changed. A dossier has one too, which leaves out \`as_of\` and \`request_id\`. JSON and pages are compressed for clients that send \`Accept-Encoding: br\` or \`gzip\`.`,
    list(routes.flatMap(limitsOf)),
    ...described.map(describedGuide),
    `New fields, sections, layers and enum values may be added without a new version: ignore unknown ones.`,
    `## Reference`,
    list([
      `[OpenAPI 3.1](${base}/openapi.json): every parameter, body, status and header, with examples`,
      `[API docs](${base}/docs): the same for people`,
    ]),
    `## Operations`,
    list(
      routes.map((route) => {
        const { operationId, path, summary, answer } = route
        const place = 'page' in answer ? path : `/docs#${operationId}`
        return `[${methodOf(route)} ${path}](${base}${place}): ${summary}`
      }),
    ),
    ...described.flatMap((each) => [`## ${each.tag}`, describedList(each, base)]),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

/** Formats examples as blocks of a command and its response. */
class ExampleBlocks {
  private readonly reference: Reference
  private readonly base: string

  constructor(reference: Reference, base: string) {
    this.reference = reference
    this.base = base
  }

  /** Examples of an operation with JSON responses, with the values at the given paths. */
  all(operationId: string, paths: string[]): string[] {
    return this.examplesOf(operationId).flatMap((example) => {
      const { status, body } = example
      if (status !== 200) return []
      const claims = paths.map((path) => `${path} is ${JSON.stringify(valueAt(body, path))}`)
      return [this.block(example, status, claims)]
    })
  }

  /** Examples of an operation that answers with bytes. */
  bytes(operationId: string, status: number, claim?: string): string[] {
    return this.examplesOf(operationId).map((example) =>
      this.block(example, status, claim ? [claim] : [], 'answer.bin'),
    )
  }

  /** A request for the page after the last example that has one. */
  nextPage(operationId: string): string[] {
    const page = this.examplesOf(operationId).findLast(({ body }) => valueAt(body, 'has_more'))
    if (!page) return []
    const cursor = valueAt(page.body, 'next_cursor')
    const next = { ...page, title: 'The next page', url: `${page.url}&cursor=${cursor}` }
    return [this.block(next, 200, ['object is "list"'])]
  }

  /** An invalid request, which every build refuses. */
  refused(id: string, query: Record<string, string>, claims: string[]): string {
    const { path } = this.reference.routes.find(({ operationId }) => operationId === id)!
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const url = `${path}?${pairs.join('&')}`
    return this.block({ title: '', method: 'GET', url, headers: {}, isOpen: false }, 400, claims)
  }

  private examplesOf(operationId: string): ReferenceExample[] {
    return this.reference.examples.get(operationId) ?? []
  }

  private block(
    example: ReferenceExample,
    status: number,
    claims: string[],
    output?: string,
  ): string {
    const response = claims.length > 0 ? `${status}: ${claims.join('; ')}` : `${status}`
    const title = example.title && `${example.title}:\n\n`
    return `${title}\`\`\`\n${curlOf(example, this.base, output)}\n# ${response}\n\`\`\``
  }
}

/** The value at a path such as `data[0].type`. */
function valueAt(body: unknown, path: string): unknown {
  const keys = path.split(/[.[\]]+/).filter(Boolean)
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    body,
  )
}

function limitsOf(route: ServiceRoute): string[] {
  return parametersOf(route)
    .filter(({ in: place, schema }) => place === 'query' && (schema.maximum ?? schema.maxLength))
    .map(({ name, description }) => `\`${name}\` of GET ${route.path}: ${sentence(description)}`)
}

function bullets(definitions: Record<string, string>): string {
  return list(Object.entries(definitions).map(([term, about]) => `\`${term}\`: ${about}`))
}

function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
