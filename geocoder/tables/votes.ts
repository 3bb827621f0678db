/** Counts texts to find the most frequent one; of equally frequent ones the first in order. */
export class Votes {
  private readonly counts = new Map<string, number>()

  add(text: string): void {
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1)
  }

  get all(): Iterable<string> {
    return this.counts.keys()
  }

  get most(): string | null {
    let best: string | null = null
    for (const [text, count] of this.counts) {
      const ahead = best === null ? 1 : count - this.counts.get(best)!
      if (ahead > 0 || (ahead === 0 && text < best!)) best = text
    }
    return best
  }
}
