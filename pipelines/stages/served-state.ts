import type { Served } from '../../catalog/lock.ts'
import { readCount, readLayerMetadata } from '../../upstream/arcgis-responses.ts'
import { ArcgisQuery } from './arcgis-query.ts'
import { type ArcgisAddress, arcgisAddress } from './arcgis-url.ts'
import type { FetchLimits, ServedLimits } from './fetch-limits.ts'
import { fetchError } from './fetch-response.ts'
import { requestServedDataset, type SocrataAddress, socrataAddress } from './served-dataset.ts'
import { requestServedFile, type ServedAsset, type ServedState } from './served-file.ts'
import { statedDate } from './stated-date.ts'

/** How a URL is requested for the state of what it serves. */
export type ServedAddress =
  | { kind: 'arcgis'; address: ArcgisAddress }
  | { kind: 'socrata'; address: SocrataAddress }
  | { kind: 'file' }

/** Reads a URL; null for a description of how an asset was obtained. */
export function servedAddress(url: string): ServedAddress | null {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null
  // A page of a layer is as old as its layer.
  const layer = arcgisAddress(url.replace(/\/query\/?(?=\?|$)/, ''))
  if (layer !== null) return { kind: 'arcgis', address: layer }
  const dataset = socrataAddress(url)
  return dataset === null ? { kind: 'file' } : { kind: 'socrata', address: dataset }
}

/**
 * Requests what a server states about an asset: headers of a file; last edit and count of an ArcGIS
 * layer or a Socrata dataset. Throws `StepError` where no answer came in time, and
 * `InvalidResponse` for an answer that is none.
 */
export async function requestServedState(
  asset: ServedAsset,
  at: ServedAddress,
  limits: ServedLimits,
  signal: AbortSignal,
): Promise<ServedState> {
  const late = AbortSignal.timeout(limits.asset_ms_max)
  try {
    return await requestState(asset, at, limits, AbortSignal.any([signal, late]))
  } catch (error) {
    signal.throwIfAborted()
    if (!late.aborted) throw error
    throw fetchError(asset.url, `no whole answer in ${limits.asset_ms_max} ms`, error)
  }
}

async function requestState(
  asset: ServedAsset,
  at: ServedAddress,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<ServedState> {
  switch (at.kind) {
    case 'file':
      return await requestServedFile(asset, limits, signal)
    case 'arcgis':
      return stateOf(await requestServedLayer(at.address, limits, signal))
    case 'socrata':
      return stateOf(await requestServedDataset(at.address, limits, signal))
    default:
      return at satisfies never
  }
}

const stateOf = (served: Served) => ({ served, bytes: null, is_not_modified: false })

async function requestServedLayer(
  address: ArcgisAddress,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Served> {
  const query = new ArcgisQuery(address, limits, signal)
  const last_edit = statedDate((await query.describe(readLayerMetadata)).lastEdit)
  const rows = await query.query({ returnCountOnly: 'true' }, readCount)
  return { ...(last_edit === null ? {} : { last_edit }), rows }
}
