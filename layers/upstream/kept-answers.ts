/** Answers of one upstream kept a thread; the oldest goes first. */
const ANSWERS_KEPT = 512
/** Bytes as they were sent: what is read of them takes less room, as shapes on the grid do. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024
/** An answer of more is read again each time. */
const KEPT_ANSWER_BYTES_MAX = KEPT_BYTES_MAX / 4

/** An answer that was read, and how long it was. */
export interface Flown<T> {
  value: T
  bytes: number
}

interface Kept<T> extends Flown<T> {
  until: number
}

/** Answers that are given again for a while, and questions on their way that others join. */
export class KeptAnswers {
  private readonly kept = new Map<string, Kept<unknown>>()
  private readonly flights = new Map<string, Promise<unknown>>()
  private readonly now: () => number
  private bytes = 0

  constructor(now: () => number) {
    this.now = now
  }

  get<T>(key: string): { value: T } | null {
    const found = this.kept.get(key)
    if (!found) return null
    if (found.until > this.now()) return found as Kept<T>
    this.drop(key)
    return null
  }

  flight<T>(key: string): Promise<T> | undefined {
    return this.flights.get(key) as Promise<T> | undefined
  }

  /** Runs one question that others may join, and keeps its answer. A failure is not kept. */
  fly<T>(key: string, kept_ms: number, ask: () => Promise<Flown<T>>): Promise<T> {
    const flight = ask()
      .then((flown) => {
        if (kept_ms > 0 && flown.bytes <= KEPT_ANSWER_BYTES_MAX) this.keep(key, flown, kept_ms)
        return flown.value
      })
      .finally(() => this.flights.delete(key))
    this.flights.set(key, flight)
    return flight
  }

  private keep(key: string, flown: Flown<unknown>, kept_ms: number): void {
    this.drop(key)
    while (this.kept.size >= ANSWERS_KEPT || this.bytes + flown.bytes > KEPT_BYTES_MAX)
      this.drop(this.kept.keys().next().value!)
    this.kept.set(key, { ...flown, until: this.now() + kept_ms })
    this.bytes += flown.bytes
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0
    this.kept.delete(key)
  }
}
