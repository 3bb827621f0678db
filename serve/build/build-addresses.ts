import type { FastifyBaseLogger } from 'fastify'
import { DamagedFile } from '../../catalog/damaged-file.ts'
import { AddressSearch } from '../../geocoder/search/address-search.ts'
import { notAvailable } from '../http/error-codes.ts'
import type { ServedBuild } from './build-source.ts'

/** Opened once a build, thread and state of the file. */
const opened = new WeakMap<ServedBuild, { search: AddressSearch; generation: number }>()

/** The addresses of a build; null where it has none. Throws `ApiError` 503 where they are broken. */
export function addressesOf(build: ServedBuild, log: FastifyBaseLogger): AddressSearch | null {
  try {
    return openAddresses(build)
  } catch (error) {
    if (error instanceof DamagedFile) throw error
    log.error({ err: error, build: build.id }, 'no search index')
    throw notAvailable('The addresses of the build cannot be read.', 'Use coordinates meanwhile.')
  }
}

/**
 * The same, opened by the first call. Throws `StepError` or `DamagedFile` where they cannot be
 * opened; the next call tries again.
 */
export function openAddresses(build: ServedBuild): AddressSearch | null {
  const { manifest, folder, files, packs } = build
  if (!manifest.search) return null
  const file = files.file(manifest.search.file)
  const known = opened.get(build)
  // What SQLite read while the file was damaged may be in its cache.
  if (known?.generation === file.generation) return known.search
  known?.search.close()
  opened.delete(build)
  const { generation } = file
  file.expectWhole()
  const search = AddressSearch.open(folder, manifest, packs, file)!
  opened.set(build, { search, generation })
  if (!known) build.atClose.push(() => opened.get(build)?.search.close())
  return search
}
