import type { Progress, Step } from '../../terminal/progress.ts'
import {
  type FeatureSet,
  readCount,
  readFeatureSet,
  readIds,
  readLayerMetadata,
} from '../../upstream/arcgis-responses.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { compareText } from '../../values/text-order.ts'
import { type ArcgisEdition, ArcgisPart } from './arcgis-part.ts'
import { ArcgisQuery } from './arcgis-query.ts'
import type { ArcgisAddress } from './arcgis-url.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { fetchError } from './fetch-response.ts'

export interface ArcgisDownload {
  url: string
  address: ArcgisAddress
  /** The store, where the part of a download waits between runs. */
  folder: string
  limits: FetchLimits
  signal: AbortSignal
  progress: Progress
}

/** Features of one page, at most: servers state a lower limit, or none at all before 10.1. */
const PAGE_MAX = 1000
/** Page size of a server that does not state its limit: its full pages have 500. */
const UNSTATED_PAGE = 500
/**
 * Object ids of one list, so that an address stays below 2,048 characters with ids of 12 digits.
 */
const LIST_MAX = 100
/** Most rounds of reading a layer that changes while it is read. */
const ROUNDS_MAX = 3

type Feature = FeatureSet['features'][number]

/**
 * Fetches a whole layer as one file of Esri JSON in WGS 84 lon/lat, ordered by object id. Servers
 * of all ages write it, where those up to 10.31 list "JSON, AMF" and no GeoJSON, and curves show in
 * it. It is complete or refused: the ids are checked against the count, each page against its ids,
 * and both are requested again at the end; by offsets where a server does not name its ids. Returns
 * the path of the file. Throws `StepError`.
 */
export async function fetchArcgisLayer(download: ArcgisDownload): Promise<string> {
  const { url, address, folder, limits, signal, progress } = download
  const query = new ArcgisQuery(address, limits, signal)
  try {
    for (let round = 1; ; round++) {
      const layer = await describe(query)
      const edition = await editionOf(query, layer)
      const part = await ArcgisPart.open(url, folder, edition)
      const { count } = edition
      const step = progress.step(`fetch layer ${address.layer}`, {
        total: count,
        unit: 'features',
      })
      step.advance(part.features)
      if (part.features > 0)
        progress.note(
          `${address.layer}: goes on after the first ${part.features} of ${count} features`,
        )
      const wrong = await readPages(query, address, edition, layer, part, step).then(
        () => null,
        (error: unknown) => error,
      )
      step.done(`${part.features.toLocaleString('en-US')} features`)
      // A page that lacks a feature may be of a layer that lost it since.
      if (wrong !== null && !(wrong instanceof InvalidResponse)) throw wrong
      const after = await editionOf(query, await describe(query))
      if (sameEdition(edition, after)) {
        if (wrong !== null) throw wrong
        return await part.write(layer)
      }
      const changed = `it changed while it was read: ${count} features before, ${after.count} after`
      if (round >= ROUNDS_MAX) throw fetchError(url, `${changed}, ${round} times in a row`)
      progress.note(`${address.layer}: ${changed}. It is read again.`)
    }
  } catch (error) {
    if (!(error instanceof InvalidResponse)) throw error
    throw fetchError(url, error.message, error)
  }
}

type Layer = Awaited<ReturnType<typeof describe>>

async function describe(query: ArcgisQuery) {
  const layer = await query.describe(readLayerMetadata)
  if (layer.type !== null && !/^(Feature Layer|Table)$/i.test(layer.type))
    throw new InvalidResponse(
      `is a ${layer.type}, which has no features of its own: name one of its layers`,
    )
  return layer
}

/** The count, and all ids in order, checked against it; no ids when only pages by offsets work. */
async function editionOf(query: ArcgisQuery, layer: Layer): Promise<ArcgisEdition> {
  const { lastEdit } = layer
  const count = await query.query({ returnCountOnly: 'true' }, readCount)
  if (count === 0) throw new InvalidResponse('has no features that match')
  try {
    const { ids } = await query.query({ returnIdsOnly: 'true' }, readIds)
    if (ids.length !== count)
      throw new InvalidResponse(`counts ${count} features and names ${ids.length} object ids`)
    return { ids, count, lastEdit }
  } catch (error) {
    const isRefused = error instanceof InvalidResponse && error.kind === 'error_said'
    if (!isRefused || !layer.hasPagination || layer.idField === null) throw error
    return { ids: null, count, lastEdit }
  }
}

function sameEdition(one: ArcgisEdition, other: ArcgisEdition): boolean {
  return (
    one.lastEdit === other.lastEdit &&
    one.count === other.count &&
    (one.ids ?? []).every((id, i) => id === other.ids?.[i])
  )
}

async function readPages(
  query: ArcgisQuery,
  address: ArcgisAddress,
  { ids, count }: ArcgisEdition,
  layer: Layer,
  part: ArcgisPart,
  step: Step,
): Promise<void> {
  const size = Math.min(PAGE_MAX, layer.maxRecordCount ?? UNSTATED_PAGE)
  const pages = new PageReader(query, address, layer.idField)
  while (part.features < count) {
    const from = part.features
    const length = Math.min(size, count - from)
    const features = ids
      ? await pages.read(ids.slice(from, from + length))
      : await pages.readFrom(from, length)
    await part.add(features)
    step.advance(length)
  }
}

/** Reads features by their ids: in ranges of them, or in lists where the server knows no ranges. */
class PageReader {
  private readonly query: ArcgisQuery
  private readonly address: ArcgisAddress
  private readonly idField: string | null
  private knowsRanges: boolean
  private highest = Number.NEGATIVE_INFINITY

  constructor(query: ArcgisQuery, address: ArcgisAddress, idField: string | null) {
    this.query = query
    this.address = address
    this.idField = idField
    this.knowsRanges = idField !== null
  }

  /** The features of these ids, which follow one another in the layer, in their order. */
  async read(wanted: readonly number[]): Promise<Feature[]> {
    if (this.knowsRanges) {
      try {
        return await this.readWhole(wanted, this.rangeOf(wanted))
      } catch (error) {
        if (!(error instanceof InvalidResponse)) throw error
        this.knowsRanges = false
      }
    }
    const features: Feature[] = []
    for (let from = 0; from < wanted.length; from += LIST_MAX)
      features.push(...(await this.readList(wanted.slice(from, from + LIST_MAX))))
    return features
  }

  /** Reads `length` features from an offset, ordered by id; every id is higher than all before. */
  readFrom(from: number, length: number): Promise<Feature[]> {
    const order = {
      resultOffset: `${from}`,
      resultRecordCount: `${length}`,
      orderByFields: `${this.idField} ASC`,
    }
    return this.query.query({ ...order, ...this.shapes }, (answer) => {
      const page = readFeatureSet(answer)
      const ids = page.features.map(({ attributes }) => Number(attributes[this.idField!]))
      if (ids.length !== length)
        throw new InvalidResponse(
          `gave ${ids.length} features from ${from} where ${length} were requested`,
        )
      const before = [this.highest, ...ids]
      if (!ids.every((id, i) => id > before[i]))
        throw new InvalidResponse(
          `gave features from ${from} that are not in the order of ${this.idField}`,
        )
      const features = featuresOf(page, ids, this.idField)
      this.highest = ids.at(-1)!
      return features
    })
  }

  private get shapes() {
    return { outFields: this.outFields, returnGeometry: 'true', outSR: '4326' }
  }

  /** The wanted fields, and the object id, by which a page is checked. */
  private get outFields(): string {
    const { outFields } = this.address
    const names = outFields.split(',').map((name) => name.trim())
    const hasId = this.idField === null || names.includes('*') || names.includes(this.idField)
    return hasId ? outFields : `${this.idField},${outFields}`
  }

  private rangeOf(wanted: readonly number[]): Record<string, string> {
    const range = `${this.idField} >= ${wanted[0]} AND ${this.idField} <= ${wanted.at(-1)}`
    const { where } = this.address
    return { where: where === '1=1' ? range : `(${where}) AND ${range}` }
  }

  /** Reads a list, in halves where the server cuts it short. */
  private async readList(wanted: readonly number[]): Promise<Feature[]> {
    try {
      return await this.readWhole(wanted, { objectIds: wanted.join(',') })
    } catch (error) {
      if (!(error instanceof InvalidResponse) || wanted.length === 1) throw error
      const half = Math.ceil(wanted.length / 2)
      return [
        ...(await this.readList(wanted.slice(0, half))),
        ...(await this.readList(wanted.slice(half))),
      ]
    }
  }

  private readWhole(wanted: readonly number[], which: Record<string, string>): Promise<Feature[]> {
    return this.query.query({ ...which, ...this.shapes }, (answer) =>
      featuresOf(readFeatureSet(answer), wanted, this.idField),
    )
  }
}

/**
 * The features of a page in the order of the wanted ids; of a layer without ids among its values, a
 * page is accepted only with as many features as ids. Throws `InvalidResponse` for others.
 */
function featuresOf(
  page: FeatureSet,
  wanted: readonly number[],
  idField: string | null,
): Feature[] {
  const { features } = page
  if (features.some(({ geometry }) => hasCurves(geometry)))
    throw new InvalidResponse('answered with curves, which are not read')
  const field = page.idField ?? idField
  const named = features.filter(({ attributes }) => field !== null && field in attributes)
  if (named.length === 0 && features.length === wanted.length && !page.isCut)
    return features.toSorted((one, other) =>
      compareText(JSON.stringify(one), JSON.stringify(other)),
    )
  const byId = new Map(named.map((feature) => [Number(feature.attributes[field!]), feature]))
  const missing = wanted.filter((id) => !byId.has(id))
  if (missing.length > 0)
    throw new InvalidResponse(
      `gave ${wanted.length - missing.length} of ${wanted.length} features, without object id ${missing[0]}`,
    )
  if (features.length !== wanted.length)
    throw new InvalidResponse(
      `gave ${features.length} features where ${wanted.length} were requested`,
    )
  return wanted.map((id) => byId.get(id)!)
}

function hasCurves(geometry: unknown): boolean {
  return (
    geometry !== null &&
    typeof geometry === 'object' &&
    ('curveRings' in geometry || 'curvePaths' in geometry)
  )
}
