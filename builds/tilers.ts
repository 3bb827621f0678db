import type { Tiler } from '../catalog/manifest.ts'
import { LAYERS } from '../layers/index.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import { StepError } from '../terminal/step-error.ts'

/** A tiler other than Plat's own, and the layers whose archives it draws; null for all. */
export interface TilerRequest {
  tiler: Tiler
  layers: readonly string[] | null
}

/** Tilers other than Plat's own, by the id of the layer. */
export type Tilers = ReadonlyMap<string, Tiler>

/**
 * Finds who draws the archives of a build's partitions. Throws `StepError` for a named layer that
 * has no archive in the build: a request without an effect would look as if it had one.
 */
export function tilersOf(
  request: TilerRequest | null,
  jobs: readonly { pipeline: Pipeline }[],
): Tilers {
  if (request === null) return new Map()
  const { tiler, layers } = request
  const tables = jobs.flatMap(({ pipeline }) => pipeline.tables)
  const archived = LAYERS.filter(({ archive }) => archive && tables.includes(archive.table))
  const ids = archived.map(({ id }) => id)
  const absent = (layers ?? []).filter((id) => !ids.includes(id))
  if (absent.length > 0) {
    const has = ids.length > 0 ? `It has those of ${ids.join(', ')}.` : 'It has none.'
    const problem = 'the build has no archive of it'
    const remedy = `${has} Name these in --tiler, or partitions that have the layer.`
    throw new StepError('plan the build', absent.join(', '), problem, remedy)
  }
  return new Map(ids.filter((id) => layers?.includes(id) ?? true).map((id) => [id, tiler]))
}
