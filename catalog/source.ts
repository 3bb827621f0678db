import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from './json-file.ts'

/** Ids of sources and locks: kebab case, so that they can be file names anywhere. */
export const CatalogId = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be kebab case')

/** Hex sha256 of some bytes. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hex')

/**
 * Terms of the publisher. `spdx: null` means that no SPDX id applies or that none was found;
 * it never means "open", and `name` or `note` states which of the two it is.
 */
export const Licence = z.strictObject({
  spdx: z.string().min(1).nullable(),
  name: z.string().min(1),
  url: z.url().nullable(),
  /** Hash of the licence text where we hold it, so that a change of terms is seen. */
  text_sha256: Sha256.nullable(),
  note: z.string().min(1).optional(),
})
export type Licence = z.infer<typeof Licence>

/** A publisher's product: what it is, who publishes it and on which terms. */
export const Source = z.strictObject({
  id: CatalogId,
  title: z.string().min(1),
  publisher: z.string().min(1),
  home: z.url().nullable(),
  licence: Licence,
  /** The line that an answer or a map must show. */
  attribution: z.string().min(1),
  /** Interval of the publisher's editions, as text. */
  cadence: z.string().min(1),
  /**
   * Longest interval, in days, that `cadence` promises: 31 for monthly, 366 for yearly. Null where
   * it promises none, and in manifests of builds made before it was recorded.
   */
  cadence_days: z.int().positive().nullable().default(null),
  /** True for invented places; the title and the attribution of such a source state it too. */
  fictional: z.boolean(),
  /** Address at the publisher. Configuration only: nothing here is locked. */
  upstream: z.array(z.strictObject({ what: z.string().min(1), url: z.url() })),
  /** Caveats for readers of the data. */
  notes: z.array(z.string().min(1)),
  /** Frame of the coordinates, and the error of reading them as longitude and latitude. */
  datum_note: z.string().min(1),
})
export type Source = z.infer<typeof Source>

/** Note about invented places among sources; null when there are none. */
export function fictionNote(
  sources: readonly Pick<Source, 'title' | 'fictional'>[],
): string | null {
  const invented = sources.filter(({ fictional }) => fictional)
  if (invented.length === 0) return null
  if (invented.length === sources.length) return 'Fictional: no such place exists.'
  return `Fictional in part: ${invented.map(({ title }) => title).join(', ')}.`
}

/** The committed source files. */
export const SOURCES_FOLDER = fileURLToPath(new URL('./sources/', import.meta.url))

/** All sources by id. Throws `StepError` when a file is wrong or its name is not its id. */
export async function loadSources(folder = SOURCES_FOLDER): Promise<Map<string, Source>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const sources = new Map<string, Source>()
  for (const name of names) {
    const source = await readSource(name.slice(0, -'.json'.length), folder)
    sources.set(source.id, source)
  }
  return sources
}

/** Reads one source. Throws `StepError` when there is none of this id. */
export async function readSource(id: string, folder = SOURCES_FOLDER): Promise<Source> {
  return await readJsonFile(
    {
      path: join(folder, `${CatalogId.parse(id)}.json`),
      step: 'read the source',
      remedy: 'Describe the source in catalog/sources as catalog/README.md explains.',
    },
    Source.refine((source) => source.id === id, { path: ['id'], message: 'must be the file name' }),
  )
}
