import type { GeocodeResult } from '../../geocoder/matching/geocoded.ts'
import { rounded } from './results.ts'

/** Counts of one set of addresses: how many were found, and how far from the truth. */
export class GeocoderTally {
  private requested = 0
  private readonly precisions = { rooftop: 0, street: 0, place: 0 }
  private readonly misses = new Map<string, number>()
  /** By precision. */
  private readonly errors_m: Record<string, number[]> = { rooftop: [], street: [], place: [] }
  private readonly houses = new Map<string, boolean>()

  /**
   * Takes an answer. `error_m` is from the answered point to the truth, where that is known; `kind`
   * names a miss; `house` counts a house once, however many rows name it.
   */
  take(
    answer: GeocodeResult,
    error_m: (point: readonly [number, number]) => number | null,
    house?: string,
  ): void {
    this.requested++
    if (house !== undefined && !this.houses.has(house)) this.houses.set(house, false)
    if (!('found' in answer)) {
      const kind =
        'candidates' in answer
          ? 'ambiguous'
          : answer.missing.startsWith('No house')
            ? 'number not known'
            : 'nothing known by that name'
      this.misses.set(kind, (this.misses.get(kind) ?? 0) + 1)
      return
    }
    const { precision, point } = answer.found
    this.precisions[precision]++
    const error = error_m(point)
    if (error === null) return
    this.errors_m[precision].push(error)
    if (house !== undefined && error <= 60 && precision !== 'place') this.houses.set(house, true)
  }

  get report() {
    const share = (count: number) => rounded((100 * count) / this.requested, 1)
    const near = [...this.houses.values()].filter(Boolean).length
    return {
      requested: this.requested,
      recall_pct: {
        rooftop: share(this.precisions.rooftop),
        street: share(this.precisions.street),
        place: share(this.precisions.place),
      },
      error_m: Object.fromEntries(
        Object.entries(this.errors_m)
          .filter(([, errors]) => errors.length > 0)
          .map(([precision, errors]) => [precision, spreadOf(errors)]),
      ),
      ...(this.houses.size > 0 && {
        houses: this.houses.size,
        houses_within_60_m_pct: rounded((100 * near) / this.houses.size, 1),
      }),
      misses: Object.fromEntries([...this.misses].sort((a, b) => b[1] - a[1])),
    }
  }
}

function spreadOf(errors: number[]) {
  const sorted = errors.sort((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))], 1)
  const within = sorted.filter((error) => error <= 60).length
  return {
    p50: at(0.5),
    p90: at(0.9),
    largest: at(1),
    within_60_m_pct: rounded((100 * within) / sorted.length, 1),
  }
}
