import type { FastifyBaseLogger } from 'fastify'
import type { AddressSearch } from '../layers/addresses/address-search.ts'
import type { GeocodedAddress } from '../layers/addresses/geocoded.ts'
import { toldCandidates } from '../layers/addresses/told-candidates.ts'
import { addressesOf } from './build-addresses.ts'
import type { ServedBuild } from './build-source.ts'
import { ApiError } from './error-codes.ts'
import { quote } from './query.ts'

/**
 * The one address or place that a text means in a build. Throws `ApiError` 404 with what is known
 * where it means none or several, 501 for a build without addresses.
 */
export function resolveAddress(
  build: ServedBuild,
  text: string,
  log: FastifyBaseLogger,
): { found: GeocodedAddress; addresses: AddressSearch } {
  const addresses = addressesOf(build, log)
  if (!addresses)
    throw new ApiError(501, 'The served build has no addresses to look one up in.', {
      param: 'address',
      hint: 'Use coordinates: lat and lng, or ll=latitude,longitude.',
    })
  const answer = addresses.geocoder.resolve(text)
  if ('found' in answer) return { found: answer.found, addresses }
  if ('missing' in answer)
    throw new ApiError(404, `${quote(text)}: ${answer.missing}`, {
      param: 'address',
      hint: answer.hint,
    })
  const { candidates, total } = answer
  throw new ApiError(404, `${quote(text)} fits ${total} places alike: none is chosen.`, {
    param: 'address',
    hint: toldCandidates(candidates, total),
  })
}
