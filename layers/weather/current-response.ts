import { z } from 'zod'
import type { HttpResponse } from '../../upstream/attempt.ts'
import { InvalidResponse, plainLine, UpstreamFailure } from '../../upstream/failure.ts'
import { parseJson, parseShape } from '../../upstream/json-response.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { type Measure, measured } from './measures.ts'

/** The grids of the models are up to 0.4 degree wide, and a response has the middle of a cell. */
const POINT_MAX_DEGREES = 1
/** Conditions older than these are no longer current; they are renewed every 15 or 60 minutes. */
const AGE_MAX_MS = 2 * 3_600_000
/** Clocks differ, and an interval may be labelled by its end. */
const AHEAD_MAX_MS = 3_600_000

/** Values of a series: 16 days by the hour are the most that the service has. */
const VALUES_MAX = 16 * 24
const Series = z.record(z.string(), z.array(z.unknown()).max(VALUES_MAX))

const Body = z.object({
  latitude: z.number(),
  longitude: z.number(),
  utc_offset_seconds: z.number().int(),
  current_units: z.record(z.string(), z.string()),
  current: z.record(z.string(), z.unknown()),
  /** A name of the IANA list, `GMT` unless a zone is requested. */
  timezone: z
    .string()
    .regex(/^[\w+/-]{1,64}$/)
    .optional(),
  hourly_units: z.record(z.string(), z.string()).optional(),
  hourly: Series.optional(),
  daily_units: z.record(z.string(), z.string()).optional(),
  daily: Series.optional(),
})
const ErrorBody = z.object({ error: z.literal(true), reason: z.unknown().optional() })

/**
 * Rounds a point for requests, so that neighbours share a response and no house's point is sent.
 */
export function roundPoint({ lat, lng }: { lat: number; lng: number }) {
  return { lat: Number(lat.toFixed(2)), lng: Number(lng.toFixed(2)) }
}

/** Query of both services for these variables. */
export function currentQuery(at: { lat: number; lng: number }, variables: readonly string[]) {
  return { latitude: at.lat, longitude: at.lng, current: variables.join(',') }
}

/** A block of a response with one list of values for each variable, all of one length. */
export interface SeriesBlock {
  values: Record<string, unknown[]>
  units: Record<string, string>
}

/**
 * The block `current` of a response of Open-Meteo, each value in a known unit and within its
 * bounds. Throws `InvalidResponse`, also for an error in the body, whatever its status.
 */
export class CurrentResponse {
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Seconds that local times of the response are ahead of UTC. */
  readonly offset_s: number
  readonly timeZone: string | null
  /** Null where the service answered without it. */
  readonly hourly: SeriesBlock | null
  readonly daily: SeriesBlock | null
  private readonly values: Record<string, unknown>
  private readonly units: Record<string, string>

  constructor(response: HttpResponse, at: { lat: number; lng: number }) {
    const json = parseJson(response)
    const error = ErrorBody.safeParse(json)
    if (error.success) {
      const reason = plainLine(`${error.data.reason ?? 'none given'}`)
      throw new InvalidResponse(`answered with the error: ${reason}`, 'error_said')
    }
    if (response.status !== 200)
      throw new InvalidResponse(`answered with status ${response.status}`)
    const body = parseShape(json, Body)
    assertNear(body, at)
    this.values = body.current
    this.units = body.current_units
    this.offset_s = body.utc_offset_seconds
    this.timeZone = body.timezone ?? null
    this.time = this.readTime(body.utc_offset_seconds)
    this.hourly = body.hourly ? { values: body.hourly, units: body.hourly_units ?? {} } : null
    this.daily = body.daily ? { values: body.daily, units: body.daily_units ?? {} } : null
  }

  /** A required value. */
  number(name: string, measure: Measure): number {
    const value = this.numberOrNull(name, measure)
    if (value === null) throw new InvalidResponse(`answered without ${name}`)
    return value
  }

  /** A value in the unit of the measure; null where the response has none. */
  numberOrNull(name: string, measure: Measure): number | null {
    return measured(name, this.values[name], this.units[name], measure)
  }

  /** True when the response has the field, also with the value null. */
  has(name: string): boolean {
    return Object.hasOwn(this.values, name)
  }

  private readTime(offset_s: number): number {
    const { time } = this.values
    const isIso = this.units.time === 'iso8601' && typeof time === 'string'
    // Local time with the offset of its own field, which is 0 unless a time zone is requested.
    const isWhole = isIso && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(time)
    const utc = isWhole ? Date.parse(`${time}Z`) : Number.NaN
    if (Number.isNaN(utc)) throw new InvalidResponse('answered without a time that can be read')
    return utc - offset_s * 1000
  }
}

/**
 * Throws `UpstreamFailure`, with their age, for conditions that are not current. Their age counts
 * to the time of the response, so that a cached response is treated like a fresh one.
 */
export function assertCurrent(
  { title }: { title: string },
  { value, retrieved_at }: UpstreamResponse<{ time: number }>,
): void {
  const age_ms = Date.parse(retrieved_at) - value.time
  if (age_ms <= AGE_MAX_MS && age_ms >= -AHEAD_MAX_MS) return
  const hours = Math.abs(age_ms / 3_600_000).toFixed(1)
  const when = new Date(value.time).toISOString()
  const off = age_ms > 0 ? `${hours} h old` : `${hours} h ahead of us`
  const reason = `${title} has conditions of ${when} only, ${off}: they are not current.`
  throw new UpstreamFailure('error_said', reason, 'Try again in an hour.')
}

function assertNear(
  { latitude, longitude }: z.infer<typeof Body>,
  at: { lat: number; lng: number },
): void {
  const around = Math.abs(longitude - at.lng) % 360
  const apart = Math.max(Math.abs(latitude - at.lat), Math.min(around, 360 - around))
  if (apart <= POINT_MAX_DEGREES) return
  throw new InvalidResponse(`answered for another place, ${latitude}, ${longitude}`)
}
