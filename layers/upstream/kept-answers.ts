/** Answers of one upstream kept a thread; the oldest goes first. */
const ANSWERS_KEPT = 512

interface Kept<T> {
  value: T
  until: number
}

/** Answers that are given again for a while, and questions on their way that others join. */
export class KeptAnswers {
  private readonly kept = new Map<string, Kept<unknown>>()
  private readonly flights = new Map<string, Promise<unknown>>()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  get<T>(key: string): { value: T } | null {
    const found = this.kept.get(key)
    if (!found) return null
    if (found.until > this.now()) return found as Kept<T>
    this.kept.delete(key)
    return null
  }

  flight<T>(key: string): Promise<T> | undefined {
    return this.flights.get(key) as Promise<T> | undefined
  }

  /** Runs one question that others may join, and keeps its answer. A failure is not kept. */
  fly<T>(key: string, kept_ms: number, ask: () => Promise<T>): Promise<T> {
    const flight = ask()
      .then((value) => {
        if (kept_ms > 0) this.keep(key, value, kept_ms)
        return value
      })
      .finally(() => this.flights.delete(key))
    this.flights.set(key, flight)
    return flight
  }

  private keep(key: string, value: unknown, kept_ms: number): void {
    this.kept.delete(key)
    if (this.kept.size >= ANSWERS_KEPT) this.kept.delete(this.kept.keys().next().value!)
    this.kept.set(key, { value, until: this.now() + kept_ms })
  }
}
