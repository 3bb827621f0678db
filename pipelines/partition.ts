import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../catalog/json-file.ts'
import { CatalogId } from '../catalog/source.ts'
import { StepError } from '../terminal/step-error.ts'

export const CountyOfPartition = z.strictObject({
  /** Census code, 5 digits. */
  fips: z.string().regex(/^\d{5}$/, 'must be 5 digits'),
  name: z.string().min(1),
  /** The state's own county number, where it has one. */
  local_code: z.int().optional(),
})

/** An asset of the partition's lock, or `<lock>/<asset>` of one of its `other_locks`. */
export const AssetName = z
  .string()
  .regex(
    /^([a-z0-9-]+\/)?[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'must be the name of an asset, or <lock>/<asset>',
  )

/** A vector layer inside a locked asset. */
export const LayerFile = z.strictObject({
  asset: AssetName,
  /** File inside it, any case: `S_FLD_HAZ_AR.shp`, `*.gdb`. */
  member: z.string().min(1),
  /** Layer inside the file, where it has several. */
  layer: z.string().min(1).optional(),
  /** OGR attribute filter, when only some of its features are wanted: `STATEFP = '11'`. */
  where: z.string().min(1).optional(),
  /** Coordinate system, only where the file lacks it, and where that is stated. */
  crs: z.string().min(1).optional(),
})
export type LayerFile = z.infer<typeof LayerFile>

/** A table without shapes inside a locked asset: a CSV, or Parquet. */
export const TableFile = z.strictObject({
  asset: AssetName,
  /** File inside it, any case. */
  member: z.string().min(1),
  /**
   * DuckDB's SQL over its columns, which are texts, when only some of its rows are wanted:
   * `CO_NO = '23'`.
   */
  where: z.string().min(1).optional(),
})
export type TableFile = z.infer<typeof TableFile>

/**
 * Refuses a filter of a file that is read without one, rather than ignoring it. Throws `StepError`.
 */
export function refuseWhere({ asset, member, where }: TableFile): void {
  if (where === undefined) return
  const problem = 'it has a "where", which layer files and CSV take, and this is another format'
  throw new StepError('read the partition', `${asset} ${member}`, problem, 'Leave "where" out.')
}

/** Least share of the declared land that the rows fill, when it is lower than usual, and why. */
export const ReportedLand = z.strictObject({
  share: z.number().gt(0).max(1),
  evidence: z.string().min(20),
})
export type ReportedLand = z.infer<typeof ReportedLand>

/** Fields of every partition file, whatever its layer. */
export const PartitionBase = z.strictObject({
  /** The lock its bytes come from. */
  lock: CatalogId,
  /** Original source of the rows when the lock's source republishes another publisher's product. */
  source: CatalogId.optional(),
  /** Locks whose files declare a coverage or complete the rows. */
  other_locks: z.array(CatalogId).default([]),
  /** More names under which `plat build` makes it, so that a place is built by one name. */
  places: z.array(CatalogId).default([]),
  /**
   * Date of the content, where the file or its metadata states it: the lock's vintage is then the
   * republisher's. Its age is counted from the year or decade in the label.
   */
  content: z.strictObject({ vintage: z.string().min(4), evidence: z.string().min(10) }).optional(),
  /** County of the partition; absent for a state, a survey area, the nation. */
  county: CountyOfPartition.optional(),
  /** The part of its county that it covers, where that is not the whole county: City of Bangor. */
  place: z.string().min(3).optional(),
  /** Name of the area it covers, when it is not one county. */
  area: z.string().min(3).optional(),
})
export type PartitionBase = z.infer<typeof PartitionBase>

/** Name of the area that it covers: its place, else its county, else its area. */
export function areaNameOf({ place, county, area }: PartitionBase, target: string): string {
  const name = place ?? county?.name ?? area
  if (name) return name
  const problem = 'it names neither its county nor its area'
  throw new StepError('read the partition', target, problem, 'Give "county" or "area" in its file.')
}

/** A partition file that cannot be read, and the names under which it would be built. */
export interface FaultyPartition {
  names: ReadonlySet<string>
  error: StepError
}

/**
 * The partition files of a layer by id, and those that cannot be read: only their own builds fail.
 */
export class Partitions<T> extends Map<string, T> {
  readonly faulty = new Map<string, FaultyPartition>()
}

/** Reads every partition file of a layer: `pipelines/<layer>/partitions/<id>.json`. */
export async function readPartitions<T>(
  layer: string,
  schema: z.ZodType<T>,
  folder = fileURLToPath(new URL(`./${layer}/partitions/`, import.meta.url)),
): Promise<Partitions<T>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const partitions = new Partitions<T>()
  for (const name of names) {
    const id = basename(name, '.json')
    const file = {
      path: join(folder, name),
      step: `read the ${layer} partition`,
      remedy: `Correct the file; CONTRIBUTING.md describes its fields.`,
    }
    try {
      partitions.set(id, await readJsonFile(file, schema))
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      partitions.faulty.set(id, { names: new Set([id, ...(await placesIn(file.path))]), error })
    }
  }
  return partitions
}

/** Aliases of a broken file: every quoted word of a file that is not JSON. */
async function placesIn(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  try {
    return [(JSON.parse(text) as { places?: unknown } | null)?.places ?? []].flat().map(String)
  } catch {
    return [...text.matchAll(/"([^"\n]*)"/g)].map(([, word]) => word)
  }
}
