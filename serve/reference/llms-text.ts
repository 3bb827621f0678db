import { MAX_URL_BYTES, REQUEST_TIMEOUT_MS } from '../http/request-limits.ts'
import type { ServiceRoute } from '../routes/route.ts'
import { sentence } from './html.ts'
import { parametersOf } from './openapi.ts'
import { CAVEATS, KEY_GUIDE, PRECISION_MEANINGS, SECTION_STATUS_MEANINGS } from './reading-guide.ts'
import type { Reference, ReferenceExample } from './reference.ts'
import { curlOf } from './shown-example.ts'

/**
 * How a program uses the service, in the form of llmstxt.org: a title, a summary, text without
 * headings, then lists of links. Each command is followed by what it answered, which a test asks
 * again: `# 200: layers.flood.status is "available"`.
 */
export function llmsText(reference: Reference, base: string): string {
  const { routes, build } = reference
  const shown = new Shown(reference, base)
  const said = [
    `# Plat location dossier service`,
    `> What is known at one spot: one lookup answers section by section (parcel, flood, zoning, taxes and more) from one pinned build of public geodata. Every section has a status, a sentence and a source.`,
    `The base address is ${base}. Every path answers GET with JSON unless it says otherwise, and takes no body.`,
    `**Keys.** ${KEY_GUIDE.join(' ')} The commands below read it from the variable PLAT_KEY: if you have none, ask the person you work for.`,
    build === null
      ? 'No build is in service just now, so most examples are missing: GET /v1/location answers 503 with `Retry-After` until one is. Ask this page again then.'
      : `The examples below work as they stand: they name what the build in service, ${build}, has. The line after each command tells what it answered. Another build may have other spots: ask this page again.`,
    `**Words.** Read the \`status\` of a section before its \`data\`.`,
    bullets(SECTION_STATUS_MEANINGS),
    `An address and a search result have a \`precision\`.`,
    bullets(PRECISION_MEANINGS),
    `**Never conclude more than is said.**`,
    list(CAVEATS),
    `**Ask for a spot** in exactly one way: \`ll\` (latitude first), \`lat\` and \`lng\`, \`address\` or \`parcel\`. Name the sections you need in \`layers\`; without it all are answered. A section that cannot answer says so in \`status\` and \`reason\`, with HTTP status 200.`,
    ...shown.all('getLocation', ['point.source', 'layers.parcel.status', 'layers.flood.status']),
    `**Find a spot by what somebody types.** Each result has a \`query\`: the parameter that asks GET /v1/location for its dossier.`,
    ...shown.all('search', ['data[0].type', 'data[0].precision']),
    `**Page through parcels.** All given filters hold together. While \`has_more\` is true, ask again with the same filters and \`cursor\` set to \`next_cursor\`. A cursor ends with its build: on 400 with \`param\` "cursor" begin again without it.`,
    ...shown.all('listParcels', ['limit', 'has_more']),
    ...shown.nextPage('listParcels'),
    ...shown.all('getParcel', ['object', 'parcel_key']),
    `**Draw a map.** GET /v1/layers tells each layer and, in \`rendering\`, how to draw it. Tile addresses have {z}, {x} and {y}; \`live_geojson\` has {bbox} for west,south,east,north of the view.`,
    ...shown.all('listLayers', ['object', 'data[0].slug']),
    ...shown.all('getLayer', ['slug', 'status', 'rendering.type']),
    ...shown.all('getTileJson', ['tilejson', 'minzoom', 'maxzoom']),
    ...shown.bytes('getTile', 200),
    ...shown.bytes('getDemTile', 200),
    ...shown.bytes('getArchive', 206, '127 bytes'),
    ...shown.all('listFeatures', ['type', 'number_returned']),
    `**Know where it answers.** The scorecard has, by section and county, the share of the county's land (\`land\`) and of its parcels in the build (\`parcels\`) that is known, by seeded probes; \`covers\` names what the sources cover, which may be a town of the county. Null is not measured, with the reason in \`note\`: it is not zero.`,
    ...shown.all('getCoverage', ['object', 'sections[0].layer']),
    ...shown.all('getHealth', ['status', 'planes.database']),
    `Sections of category conditions, and some others where the operator wants it, ask live services while you wait. This tells how those do.`,
    ...shown.all('listUpstreams', ['object']),
    `**Errors** have one shape: \`error.code\`, \`error.message\`, \`error.param\` (the parameter at fault), \`error.hint\` (what would be right) and \`error.request_id\`, which is the header \`X-Request-Id\` of every answer. Do what the hint says; the same request fails again. Only 429 and 503 are worth a retry: wait the seconds of \`Retry-After\`. On 401 and 403 ask for another key. 404 means that the build knows no such address, parcel or layer, 501 that it holds nothing to look it up in.`,
    shown.refused('getLocation', { ll: '91,0' }, [
      'error.code is "invalid_request"',
      'error.param is "ll"',
    ]),
    shown.refused('getLocation', { ll: '0,0', layer: 'flood' }, ['error.param is "layer"']),
    `**Limits.** A path with its query has at most ${MAX_URL_BYTES} bytes, and a request arrives within ${REQUEST_TIMEOUT_MS / 1000} seconds. A tag in \`ETag\` can be sent back in \`If-None-Match\`: 304 means nothing changed.`,
    list(routes.flatMap(limitsOf)),
    `Fields, sections, layers and enum values may be added without a new version: ignore what you do not know.`,
    `## Reference`,
    list([
      `[OpenAPI 3.1](${base}/openapi.json): every parameter, body, status and header, with examples`,
      `[Reference page](${base}/docs): the same for people`,
    ]),
    `## Operations`,
    list(
      routes.map(({ operationId, path, summary, answer }) => {
        const place = 'page' in answer ? path : `/docs#${operationId}`
        return `[GET ${path}](${base}${place}): ${summary}`
      }),
    ),
  ]
  return `${said.filter(Boolean).join('\n\n')}\n`
}

/** Examples as blocks of a command and what it answered. */
class Shown {
  private readonly reference: Reference
  private readonly base: string

  constructor(reference: Reference, base: string) {
    this.reference = reference
    this.base = base
  }

  /** Those of an operation that were asked, with the values found at the paths. */
  all(operationId: string, paths: string[]): string[] {
    return this.examplesOf(operationId).flatMap((example) => {
      const { status, body } = example
      if (status !== 200) return []
      const claims = paths.map((path) => `${path} is ${JSON.stringify(valueAt(body, path))}`)
      return [this.block(example, status, claims)]
    })
  }

  /** Those of an operation whose answer is bytes. */
  bytes(operationId: string, status: number, claim?: string): string[] {
    return this.examplesOf(operationId).map((example) =>
      this.block(example, status, claim ? [claim] : [], 'answer.bin'),
    )
  }

  /** The page after the last example that has one. */
  nextPage(operationId: string): string[] {
    const page = this.examplesOf(operationId).findLast(({ body }) => valueAt(body, 'has_more'))
    if (!page) return []
    const cursor = valueAt(page.body, 'next_cursor')
    const next = { ...page, title: 'The page after it', url: `${page.url}&cursor=${cursor}` }
    return [this.block(next, 200, ['object is "list"'])]
  }

  /** A wrong question, which is refused whatever the build is. */
  refused(id: string, query: Record<string, string>, claims: string[]): string {
    const { path } = this.reference.routes.find(({ operationId }) => operationId === id)!
    const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const url = `${path}?${pairs.join('&')}`
    return this.block({ title: '', url, headers: {}, isOpen: false }, 400, claims)
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
    const told = claims.length > 0 ? `${status}: ${claims.join('; ')}` : `${status}`
    const title = example.title && `${example.title}:\n\n`
    return `${title}\`\`\`\n${curlOf(example, this.base, output)}\n# ${told}\n\`\`\``
  }
}

/** What stands at a path such as `data[0].type`. */
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

function bullets(words: Record<string, string>): string {
  return list(Object.entries(words).map(([word, about]) => `\`${word}\`: ${about}`))
}

function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}
