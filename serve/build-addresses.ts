import type { FastifyBaseLogger } from 'fastify'
import { AddressSearch } from '../layers/addresses/address-search.ts'
import type { ServedBuild } from './build-source.ts'
import { notAvailable } from './error-codes.ts'

/** Opened once a build and thread, when first asked for. */
const opened = new WeakMap<ServedBuild, AddressSearch>()

/** The addresses of a build; null where it has none. Throws `ApiError` 503 where they are broken. */
export function addressesOf(build: ServedBuild, log: FastifyBaseLogger): AddressSearch | null {
  const known = opened.get(build)
  if (known) return known
  try {
    const search = AddressSearch.open(build.folder, build.manifest, build.packs)
    if (!search) return null
    opened.set(build, search)
    build.atClose.push(() => search.close())
    return search
  } catch (error) {
    log.error({ err: error, build: build.id }, 'no search index')
    throw notAvailable('The addresses of the build cannot be read.', 'Use coordinates meanwhile.')
  }
}
