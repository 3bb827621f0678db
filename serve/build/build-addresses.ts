import type { FastifyBaseLogger } from 'fastify'
import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { AddressSearch } from '../../geocoder/search/address-search.ts'
import { notAvailable } from '../../http/error-codes.ts'
import type { ServedBuild } from './build-source.ts'

/** One open search per build and thread, reopened when the file was damaged meanwhile. */
const opened = new WeakMap<ServedBuild, { search: AddressSearch; generation: number }>()

/**
 * The address search of a build; null where it has none. Throws `ApiError` 503 where it cannot be
 * opened.
 */
export function addressesOf(build: ServedBuild, log: FastifyBaseLogger): AddressSearch | null {
  try {
    return openAddresses(build)
  } catch (error) {
    if (error instanceof UnavailableFile) throw error
    log.error({ err: error, build: build.id }, 'no search index')
    throw notAvailable('The addresses of the build cannot be read.', 'Use coordinates meanwhile.')
  }
}

/**
 * The address search of a build, opened by the first call; null where it has none. Throws
 * `StepError` or `UnavailableFile` where it cannot be opened; the next call tries again.
 */
export function openAddresses(build: ServedBuild): AddressSearch | null {
  const { manifest, folder, files, packs } = build
  if (!manifest.search) return null
  const file = files.localFile(manifest.search.file)
  const known = opened.get(build)
  // SQLite may have cached pages of the damaged file.
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
