import type { TilerRequest } from '../../builds/tilers.ts'
import { LAYERS } from '../../layers/index.ts'
import { requireVersion, TIPPECANOE } from '../../pipelines/tippecanoe/version.ts'
import { UsageError } from '../../terminal/command.ts'
import { nearestWord } from '../../terminal/nearest-word.ts'

/**
 * Reads `--tiler`: `tippecanoe` for every layer, or `parcel=tippecanoe,flood=tippecanoe`. Throws
 * `UsageError` for an unknown layer or tiler, and `StepError` without a Tippecanoe on PATH that
 * writes PMTiles.
 */
export function requestedTiler(value: unknown): TilerRequest | null {
  if (value === undefined) return null
  const entries = String(value).split(',')
  const isForAll = entries.length === 1 && !entries[0].includes('=')
  const layers = isForAll ? null : entries.map(layerOf)
  if (isForAll) assertTiler(entries[0])
  return { tiler: { name: TIPPECANOE, version: requireVersion() }, layers }
}

function layerOf(entry: string): string {
  const [layer, tiler, ...more] = entry.split('=')
  if (tiler === undefined || more.length > 0)
    throw new UsageError(
      `--tiler takes ${TIPPECANOE}, or layers as in parcel=${TIPPECANOE},flood=${TIPPECANOE}; got "${entry}".`,
    )
  const ids = LAYERS.filter(({ archive }) => archive).map(({ id }) => id)
  if (!ids.includes(layer)) {
    const near = nearestWord(layer, ids)
    const didYouMean = near === null ? '' : `Did you mean ${near}? `
    throw new UsageError(
      `--tiler: Plat has no layer "${layer}" with an archive. ${didYouMean}Layers with one: ${ids.join(', ')}.`,
    )
  }
  assertTiler(tiler)
  return layer
}

function assertTiler(tiler: string): void {
  if (tiler === TIPPECANOE) return
  throw new UsageError(
    `--tiler must be ${TIPPECANOE}, got "${tiler}". Without the option Plat's own tiler draws.`,
  )
}
