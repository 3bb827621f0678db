import type { FastifyBaseLogger } from 'fastify'
import { lookUpAddress } from '../../geocoder/address-lookup.ts'
import { formatCandidates } from '../../geocoder/candidate-list.ts'
import type { GeocodedAddress } from '../../geocoder/matching/geocoded.ts'
import type { LocationInput } from '../../lookup/location-lookup.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { addressesOf } from '../build/build-addresses.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { ApiError, notAvailable } from '../http/error-codes.ts'
import { quote } from '../http/query.ts'

/**
 * The one address or place that a text means in a build, or by the Census geocoder where that is
 * asked. Throws `ApiError` 404 with what is known where it means none or several, 501 where there is
 * nothing to look it up in, 503 where the build does not know it and the geocoder did not answer.
 */
export async function resolveAddress(
  build: ServedBuild,
  text: string,
  upstreams: UpstreamClient | null,
  log: FastifyBaseLogger,
): Promise<{ found: GeocodedAddress; input: LocationInput }> {
  const answer = await lookUpAddress(addressesOf(build, log), text, upstreams).catch(
    (failure: unknown) => {
      throw failure instanceof UpstreamFailure ? unanswered(text, failure) : failure
    },
  )
  if (!answer)
    throw new ApiError(501, 'The served build has no addresses to look one up in.', {
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
  throw new ApiError(404, `${quote(text)} fits ${total} places alike: none is chosen.`, {
    param: 'address',
    hint: formatCandidates(candidates, total),
  })
}

/** That there is no such address would be a guess: it may be asked for again. */
function unanswered(text: string, { reason, retryAfter_ms }: UpstreamFailure): ApiError {
  const message = `${quote(text)} is not known to the served build, and the service that is asked for such addresses did not answer.`
  const hint = `${reason} Ask again after Retry-After seconds, or use coordinates.`
  return notAvailable(message, hint, { param: 'address', retryAfter_ms })
}
