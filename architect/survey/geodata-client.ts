import { z } from 'zod'
import { attempt, type HttpResponse } from '../../upstream/attempt.ts'
import { AttemptFailed } from '../../upstream/attempt-failed.ts'
import { inAttempts } from '../../upstream/attempts.ts'
import { type FailureKind, plainLine } from '../../upstream/failure.ts'
import { parseJson, parseShape } from '../../upstream/json-response.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import { Dossier } from './dossier-shape.ts'
import type { GeodataPlace } from './geodata-settings.ts'

/** Deadline of one request to the geodata service. */
export const REQUEST_MS_MAX = 20_000
/** Attempts at one request. */
export const REQUEST_ATTEMPTS_MAX = 3
/** Bytes of one answer: the contours of a steep parcel are some megabytes. */
const ANSWER_BYTES_MAX = 16_000_000
/** Longest wait that the service may request before the next attempt. */
const RETRY_AFTER_MAX_MS = 10_000
/** Wait before an attempt is repeated; twice as long before the third. */
const RETRY_WAIT_MS = 200
/** These may pass. What could not be read is an answer cut short. */
const RETRIED: readonly FailureKind[] = ['unreachable', 'late', 'failing', 'limited', 'unreadable']
/** Statuses whose body states what is wrong with the request. */
const STATED = [400, 404, 501]
const USER_AGENT = 'plat (architect)'

/** How a location is named: a mailing address, or coordinates in degrees. */
export type LocationQuery = { address: string } | { latitude: number; longitude: number }

const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }),
})
const Features = z.object({
  features: z.array(
    z.object({
      id: z.unknown(),
      geometry: z.unknown(),
      properties: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  truncated: z.boolean().optional(),
})
export type Features = z.infer<typeof Features>

/** What the client waits with, for tests. */
interface ClientOptions {
  request_ms?: number
  retry_ms?: number
}

/** The geodata service over HTTP, with bounds of time, bytes and attempts. */
export class GeodataClient {
  private place: GeodataPlace | null
  private readonly request_ms: number
  private readonly retry_ms: number

  constructor(
    place: GeodataPlace | null,
    { request_ms = REQUEST_MS_MAX, retry_ms = RETRY_WAIT_MS }: ClientOptions = {},
  ) {
    this.place = place
    this.request_ms = request_ms
    this.retry_ms = retry_ms
  }

  get isConfigured(): boolean {
    return this.place !== null
  }

  /** From now on requests are sent to this service. */
  use(place: GeodataPlace): void {
    this.place = place
  }

  /**
   * The dossier of a location with geometries and adjacent parcels. Throws `ArchitectError`:
   * `location_not_found`, `invalid_input`, or `geodata_failed` with the reason.
   */
  async location(
    query: LocationQuery,
    layers: readonly string[],
    signal: AbortSignal,
  ): Promise<Dossier> {
    const named: Record<string, string> =
      'address' in query
        ? { address: query.address }
        : { lat: query.latitude.toFixed(7), lng: query.longitude.toFixed(7) }
    const more = { include_geometry: 'true', include_adjacent: 'true', layers: layers.join(',') }
    return await this.get('/v1/location', { ...named, ...more }, Dossier, signal)
  }

  /** Shapes of a layer in a box, as GeoJSON. Throws as `location` does. */
  async features(
    slug: string,
    box: readonly [west: number, south: number, east: number, north: number],
    limit: number,
    signal: AbortSignal,
  ): Promise<Features> {
    const bbox = box.map((degrees) => degrees.toFixed(7)).join(',')
    const query = { bbox, limit: `${limit}` }
    return await this.get(`/v1/layers/${slug}/features`, query, Features, signal)
  }

  private async get<T>(
    path: string,
    query: Record<string, string>,
    shape: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { place } = this
    if (!place)
      throw failed('No geodata service is configured: the operator sets PLAT_GEODATA_URL.')
    const url = new URL(place.url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    try {
      return await inAttempts(
        {
          attemptsMax: REQUEST_ATTEMPTS_MAX,
          retried: RETRIED,
          retry_ms: this.retry_ms,
          retryAfterMax_ms: RETRY_AFTER_MAX_MS,
          signal,
        },
        async () => read(await this.send(url, place, signal), shape),
      )
    } catch (error) {
      throw error instanceof AttemptFailed ? failedWith(error) : error
    }
  }

  private async send(url: URL, { key }: GeodataPlace, signal: AbortSignal): Promise<HttpResponse> {
    return await attempt(url, {
      headers: {
        'user-agent': USER_AGENT,
        accept: 'application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      signal,
      deadline_ms: this.request_ms,
      responseBytesMax: ANSWER_BYTES_MAX,
      alsoRead: STATED,
      now: Date.now,
    })
  }
}

function read<T>(response: HttpResponse, shape: z.ZodType<T>): T {
  const json = parseJson(response)
  if (response.status === 200) return parseShape(json, shape)
  const { error } = parseShape(json, ErrorBody)
  const message = `The geodata service refuses the place: ${plainLine(error.message)}`
  if (response.status === 404) throw new ArchitectError('location_not_found', message)
  if (response.status === 400) throw new ArchitectError('invalid_input', message)
  throw failed(message)
}

function failedWith({ kind, problem, retryAfter_ms }: AttemptFailed): ArchitectError {
  if (/status 40[13]$/.test(problem))
    return failed(
      `The geodata service ${problem}: the operator checks the key in PLAT_GEODATA_KEY.`,
    )
  const later = retryAfter_ms === null ? '' : ` Try again in ${Math.ceil(retryAfter_ms / 1_000)} s.`
  return new ArchitectError('geodata_failed', `The geodata service ${problem}.${later}`, {
    fields: { reason: kind },
  })
}

const failed = (message: string) => new ArchitectError('geodata_failed', message)
