/** Answers of one upstream kept a thread; the oldest go first. */
const ANSWERS_KEPT = 512
/** Their bytes as they came; what is read of them takes about as much again. */
const CACHE_BYTES_MAX = 4 * 1024 * 1024
/** A larger one is asked for again each time. */
const KEPT_ANSWER_BYTES_MAX = CACHE_BYTES_MAX / 4

/** An answer that was read, and how long it was. */
export interface Flown<T> {
  value: T
  bytes: number
}

interface Kept<T> extends Flown<T> {
  at: number
}

/** Answers that are given again for a while, and questions on their way that others join. */
export class ResponseCache {
  private readonly kept = new Map<string, Kept<unknown>>()
  private readonly flights = new Map<string, Promise<unknown>>()
  private readonly cache_ms: number
  private readonly now: () => number
  private bytes = 0

  constructor(cache_ms: number, now: () => number) {
    this.cache_ms = cache_ms
    this.now = now
  }

  get<T>(key: string): { value: T } | null {
    const found = this.kept.get(key)
    if (!found) return null
    const age_ms = this.now() - found.at
    // One of the future is of a clock that was set back since, and may be of any age.
    if (age_ms >= 0 && age_ms < this.cache_ms) return found as Kept<T>
    this.drop(key)
    return null
  }

  flight<T>(key: string): Promise<T> | undefined {
    return this.flights.get(key) as Promise<T> | undefined
  }

  /** Runs one question that others may join, and keeps its answer. A failure is not kept. */
  fly<T>(key: string, ask: () => Promise<Flown<T>>): Promise<T> {
    const flight = ask()
      .then(({ value, bytes }) => {
        if (this.cache_ms > 0) this.keep(key, value, bytes + key.length)
        return value
      })
      .finally(() => this.flights.delete(key))
    this.flights.set(key, flight)
    return flight
  }

  private keep(key: string, value: unknown, bytes: number): void {
    this.drop(key)
    if (bytes > KEPT_ANSWER_BYTES_MAX) return
    while (this.kept.size >= ANSWERS_KEPT || this.bytes + bytes > CACHE_BYTES_MAX)
      this.drop(this.kept.keys().next().value!)
    this.kept.set(key, { value, bytes, at: this.now() })
    this.bytes += bytes
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0
    this.kept.delete(key)
  }
}
