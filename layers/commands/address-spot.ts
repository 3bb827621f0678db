import type { OpenBuild } from '../../catalog/build-folder.ts'
import { StepError } from '../../terminal/step-error.ts'
import { AddressSearch } from '../addresses/address-search.ts'
import type { GeocodedAddress } from '../addresses/geocoded.ts'
import { toldCandidates } from '../addresses/told-candidates.ts'
import type { Packs, Spot } from '../place.ts'

const STEP = 'find the address'

/**
 * The spot that a line of text means in a build. Throws `StepError` where it means none or several,
 * with what is known, and for a build without addresses.
 */
export function addressSpot(
  { id, paths, manifest }: OpenBuild,
  packs: Packs,
  text: string,
): { found: GeocodedAddress; spot: Spot } {
  const addresses = AddressSearch.open(paths.folder, manifest, packs)
  if (!addresses) {
    const remedy = 'Give coordinates, or build parcels, address points or street ranges.'
    throw new StepError(STEP, `build ${id}`, 'has no addresses', remedy)
  }
  const answer = addresses.geocoder.resolve(text)
  addresses.close()
  if ('found' in answer) return { found: answer.found, spot: addresses.spotOf(answer.found) }
  const target = JSON.stringify(text)
  if ('missing' in answer) throw new StepError(STEP, target, answer.missing, answer.hint)
  const { candidates, total } = answer
  const problem = `fits ${total} places alike: none is chosen`
  throw new StepError(STEP, target, problem, toldCandidates(candidates, total))
}
