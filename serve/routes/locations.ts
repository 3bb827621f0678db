import { ClientGone } from '../../http/client-gone.ts'
import { ApiError, codeOf, notAvailable } from '../../http/error-codes.ts'
import { NoQuery, parseQuery } from '../../http/query.ts'
import { MAX_LOCATIONS_BODY_BYTES } from '../../http/request-limits.ts'
import type { TimeSlice } from '../../http/time-slice.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { toUnavailableFileError } from '../build/unavailable-file-error.ts'
import type { LocationRef } from '../queries/location-query.ts'
import {
  LOCATIONS_MAX,
  LocationsBody,
  locationsCost,
  parseLocationsBody,
} from '../queries/locations-body.ts'
import type { LocationAnswers } from '../schemas/locations.ts'
import { requireBuild } from './build-lease.ts'
import { answerLocation } from './location.ts'
import type { RouteContext, RouteExample, RouteRequest, ServiceRoute } from './route.ts'

/** Locations of one call that are answered at a time: they wait for the same upstreams. */
const AT_ONCE_MAX = 4
/**
 * Time for one call, in ms; then the locations that have not begun fail. A connection without a
 * byte for `STALLED_MS` is closed, and a section waits some seconds for its upstreams.
 */
const ANSWERS_MS = 40_000
/** Characters of all dossiers of one call; then the locations that have not begun fail. */
const ANSWER_CHARACTERS_MAX = 16_000_000

type Item = LocationAnswers['data'][number]

/** The dossiers of a list of locations. */
export function locationsRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/locations',
    operationId: 'listLocations',
    tag: 'Location',
    summary: `Dossiers of up to ${LOCATIONS_MAX} locations in one call`,
    description:
      'Answers each location of the list as GET /v1/location does, in the order of the list. The call ' +
      'counts as as many requests as the list has entries; where they do not fit in the limit of the ' +
      'key, none is answered: 429. A location without an answer, such as an unknown address, is an ' +
      'item with `status` "failed" and its error; the others are answered. A body that is not valid ' +
      'is refused as a whole, with `param` such as `locations[3].lat`, and counts as one request. ' +
      `Locations that have not begun after ${ANSWERS_MS / 1000} seconds fail with \`not_available\`: ` +
      'send these again.',
    query: NoQuery,
    body: { schema: LocationsBody, bytesMax: MAX_LOCATIONS_BODY_BYTES },
    answer: { description: 'The answers.', schema: 'LocationAnswers' },
    failures: [503],
    cacheControl: 'no-store',
    cost: (_query, body) => locationsCost(body),
    isInDemo: true,
    isBulky: true,
    examples({ point, address }) {
      if (!point) return []
      const { lat, lng } = point
      const locations = [{ lat, lng }, ...(address ? [{ address }] : [])]
      const body = { locations, layers: ['parcel', 'flood'] }
      const shown: RouteExample[] = [{ title: 'By coordinates and by address', body }]
      return shown
    },
    async handle(request, _reply, slice): Promise<LocationAnswers> {
      parseQuery(NoQuery, request.query)
      const { refs, layers } = parseLocationsBody(request.body)
      const lease = requireBuild(context.builds)
      try {
        const call = new ListCall(context, lease.build, layers, request, slice)
        return { object: 'list', data: await call.answer(refs), request_id: request.id }
      } finally {
        lease.release()
      }
    },
  }
}

/** One call for a list of locations: some at a time, all within one time and size. */
class ListCall {
  private readonly context: RouteContext
  private readonly build: ServedBuild
  private readonly layers: string[] | undefined
  private readonly request: RouteRequest
  private readonly slice: TimeSlice
  private readonly end_ms = performance.now() + ANSWERS_MS
  private characters = 0

  constructor(
    context: RouteContext,
    build: ServedBuild,
    layers: string[] | undefined,
    request: RouteRequest,
    slice: TimeSlice,
  ) {
    this.context = context
    this.build = build
    this.layers = layers
    this.request = request
    this.slice = slice
  }

  /** Answers all locations. Throws `ClientGone` when the client has left. */
  async answer(refs: readonly LocationRef[]): Promise<Item[]> {
    const items: Item[] = []
    let next = 0
    const work = async () => {
      while (next < refs.length) {
        const i = next++
        try {
          items[i] = await this.answerOne(refs[i], i)
        } catch (error) {
          next = refs.length
          throw error
        }
      }
    }
    // All workers end before the caller releases the build.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE_MAX }, work))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    return items
  }

  private async answerOne(ref: LocationRef, i: number): Promise<Item> {
    const { build, context, layers, request, slice } = this
    const refusal = this.refusal()
    if (refusal) return failed(refusal, i)
    try {
      const wanted = { ref, layers, includeGeometry: false, includeAdjacent: false }
      const dossier = await answerLocation(context, build, wanted, request, slice)
      this.characters += JSON.stringify(dossier).length
      if (slice.isUsedUp()) await slice.renew()
      return { status: 'answered', dossier: dossier as never }
    } catch (error) {
      if (error instanceof ClientGone) throw error
      const known = error instanceof ApiError ? error : toUnavailableFileError(error)
      if (known) return failed(known, i)
      request.log.error({ err: error, build: build.id }, 'a location of a list failed')
      return failed(new ApiError(500, 'The service failed to answer this location.'), i)
    }
  }

  /** Why no further location of this call is answered; null while they are. */
  private refusal(): ApiError | null {
    if (performance.now() > this.end_ms)
      return notAvailable(
        'The time for one call was over before this location began.',
        'Send it again, in a call with fewer locations or sections.',
      )
    if (this.characters > ANSWER_CHARACTERS_MAX)
      return notAvailable(
        'The answer of this call is full.',
        'Send this location in a call of its own, or name fewer sections in `layers`.',
      )
    return null
  }
}

function failed({ status, message, param, hint }: ApiError, i: number): Item {
  return {
    status: 'failed',
    error: {
      code: codeOf(status),
      message,
      ...(param !== undefined && { param: `locations[${i}].${param}` }),
      ...(hint !== undefined && { hint }),
    },
  }
}
