import type { OpenBuild } from '../../catalog/build-folder.ts'
import { lookUpAddress } from '../../geocoder/address-lookup.ts'
import { formatCandidates } from '../../geocoder/candidate-list.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import { AddressSearch } from '../../geocoder/search/address-search.ts'
import type { LocationInput, Packs } from '../../lookup/location-lookup.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'

const STEP = 'find the address'

/**
 * The location of an address in a build, or from the Census geocoder where that is switched on.
 * Throws `StepError` when no location or several fit, when the build has no addresses, and when the
 * geocoder does not answer.
 */
export async function resolveAddress(
  { id, paths, manifest }: OpenBuild,
  packs: Packs,
  text: string,
  upstreams: UpstreamClient,
): Promise<{ found: GeocodedAddress; input: LocationInput }> {
  const addresses = AddressSearch.open(paths.folder, manifest, packs)
  const target = JSON.stringify(text)
  const answer = await lookUpAddress(addresses, text, upstreams)
    .catch((cause: unknown) => {
      if (!(cause instanceof UpstreamFailure)) throw cause
      const problem = `is not known to build ${id}, and ${cause.reason}`
      throw new StepError(STEP, target, problem, cause.hint, { cause })
    })
    .finally(() => addresses?.close())
  if (!answer) {
    const remedy = 'Give coordinates, or build parcels, address points or street ranges.'
    throw new StepError(STEP, `build ${id}`, 'has no addresses', remedy)
  }
  if ('found' in answer) return answer
  if ('missing' in answer) throw new StepError(STEP, target, answer.missing, answer.hint)
  const { candidates, total } = answer
  const problem = `fits ${total} places alike: none is chosen`
  throw new StepError(STEP, target, problem, formatCandidates(candidates, total))
}
