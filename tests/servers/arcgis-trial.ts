import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { fetchAsset } from '../../pipelines/stages/fetch.ts'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { QUICK } from '../fixtures/stages/faulty-server.ts'
import { lot, numbers } from '../fixtures/stages/part-answers.ts'
import { type ArcgisFault, arcgisService, type ServedLayer } from './arcgis-service.ts'
import type { LocalService } from './local-service.ts'

const LIMITS = { ...QUICK, barren_attempts_max: 2 }

export type Page = { features: { attributes: Record<string, unknown> }[] }

/** The services of one test, and the store into which their layers are fetched. */
export class ArcgisTrial {
  readonly into: string
  readonly notes: string[] = []
  readonly services: LocalService[] = []

  private constructor(into: string) {
    this.into = into
  }

  static async start(): Promise<ArcgisTrial> {
    return new ArcgisTrial(await mkdtemp(join(tmpdir(), 'plat-arcgis-')))
  }

  async close(): Promise<void> {
    for (const service of this.services) await service.close()
    await rm(this.into, { recursive: true, force: true })
  }

  /** Serves a layer, on the given port (of a server that was closed) or on a free one. */
  async serve(layer: ServedLayer, fault?: ArcgisFault, port?: number): Promise<LocalService> {
    const service = await arcgisService({ '0': layer }, fault, port)
    this.services.push(service)
    return service
  }

  async fetched(url: string, lock: { bytes?: number; sha256?: string } = {}) {
    const resolve = assetPathResolver(async () => this.into)
    const progress: Progress = { ...SILENT, note: (text) => this.notes.push(text) }
    const options = { into: this.into, resolve, limits: LIMITS, progress }
    return await fetchAsset({ name: 'lots.json', url, ...lock }, options)
  }

  /** Names of the files in the store: whole files, each named by its sha256, or the others. */
  async stored(isWhole: boolean): Promise<string[]> {
    const names = await readdir(this.into)
    return names.filter((name) => /^[0-9a-f]{64}$/.test(name) === isWhole)
  }
}

/** A layer of lots whose object ids have gaps and are not sorted. */
export function layerOf(count: number, changes: Partial<ServedLayer> = {}): ServedLayer {
  const features = numbers(count).map((i) => ({
    attributes: {
      OBJECTID: 7 + i * 3,
      ID: `LOT${i}`,
      COUNTY: i % 4 === 0 ? 'OURS' : 'THEIRS',
      SEEN: i * 1e9,
    },
    geometry: { rings: [lot(i, 50).reverse()] },
  }))
  const shuffled = [...features.filter((_, i) => i % 2), ...features.filter((_, i) => i % 2 === 0)]
  return { geometryType: 'esriGeometryPolygon', dates: ['SEEN'], features: shuffled, ...changes }
}

export const addressOf = ({ url }: LocalService, query = '') =>
  `${url}/Lots/FeatureServer/0${query}`
/** Requests for features, in order. */
export const pagesOf = ({ requests }: LocalService) =>
  requests.filter(({ searchParams }) => isPage(searchParams))
export const isPage = (query: URLSearchParams) => query.get('returnGeometry') === 'true'
