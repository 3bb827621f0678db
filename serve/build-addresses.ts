import { AddressSearch } from '../layers/addresses/address-search.ts'
import type { ServedBuild } from './build-source.ts'

/** Opened once a build and thread, when first asked for: it takes memory of its own. */
const opened = new WeakMap<ServedBuild, Promise<AddressSearch | null>>()

/** The addresses of a build; null where it has none. Rejects with `StepError` where they are broken. */
export function addressesOf(build: ServedBuild): Promise<AddressSearch | null> {
  let search = opened.get(build)
  if (!search) {
    search = AddressSearch.open(build.folder, build.manifest, build.packs)
    opened.set(build, search)
    // What could not be read may be there again at the next question.
    search.catch(() => opened.delete(build))
  }
  return search
}
