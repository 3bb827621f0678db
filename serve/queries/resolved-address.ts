import type { FastifyBaseLogger } from 'fastify'
import { lookUpAddress } from '../../geocoder/address-lookup.ts'
import { formatCandidates } from '../../geocoder/candidate-list.ts'
import type { GeocodedAddress, Within } from '../../geocoder/matching/geocoded.ts'
import { ApiError, notAvailable } from '../../http/error-codes.ts'
import { quote } from '../../http/query.ts'
import type { LocationInput } from '../../lookup/location-lookup.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { addressesOf } from '../build/build-addresses.ts'
import type { ServedBuild } from '../build/build-source.ts'

/**
 * Resolves a text to the one address or place that it names, in the build or with the Census
 * geocoder where that is on. Throws `ApiError` 404 with suggestions where it names none or several,
 * 501 where the build has no addresses, 503 where the build lacks it and the geocoder did not
 * answer.
 */
export async function resolveAddress(
  build: ServedBuild,
  text: string,
  upstreams: UpstreamClient | null,
  log: FastifyBaseLogger,
  isSearched?: Within,
): Promise<{ found: GeocodedAddress; input: LocationInput }> {
  const answer = await lookUpAddress(addressesOf(build, log), text, upstreams, isSearched).catch(
    (failure: unknown) => {
      throw failure instanceof UpstreamFailure ? unanswered(text, failure) : failure
    },
  )
  if (!answer)
    throw new ApiError(501, 'The build in service has no addresses.', {
      param: 'address',
      hint: 'Use coordinates: lat and lng, or ll=latitude,longitude.',
    })
  if ('found' in answer) return answer
  if ('missing' in answer)
    throw new ApiError(404, `${quote(text)}: ${answer.missing}`, {
      param: 'address',
      hint: answer.hint,
    })
  const { candidates, total } = answer
  throw new ApiError(404, `${quote(text)} matches ${total} places equally well.`, {
    param: 'address',
    hint: formatCandidates(candidates, total),
  })
}

/** Error 503: without the geocoder's answer it is unknown whether the address exists. */
function unanswered(text: string, { reason, retryAfter_ms }: UpstreamFailure): ApiError {
  const message = `${quote(text)} is not in the build in service, and the geocoder for such addresses did not answer.`
  const hint = `${reason} Try again after Retry-After seconds, or use coordinates.`
  return notAvailable(message, hint, { param: 'address', retryAfter_ms })
}
