export interface StackBounds {
  entries: number
  /** Of all entries together, written as JSON. */
  characters: number
}

/** A stack that forgets its oldest entries when there are too many, or too much of them. */
export class BoundedStack<Entry> {
  readonly #bounds: StackBounds
  #entries: { entry: Entry; size: number }[] = []
  #characters = 0

  constructor(bounds: StackBounds, entries: readonly Entry[] = []) {
    this.#bounds = bounds
    for (const entry of entries) this.push(entry)
  }

  get length(): number {
    return this.#entries.length
  }

  /** The oldest first. */
  get entries(): Entry[] {
    return this.#entries.map(({ entry }) => entry)
  }

  /** Keeps the newest whatever its size, unless no entry at all may be kept. */
  push(entry: Entry): void {
    const size = JSON.stringify(entry).length
    this.#entries.push({ entry, size })
    this.#characters += size
    let first = 0
    while (this.#isOver(first)) this.#characters -= this.#entries[first++].size
    if (first > 0) this.#entries.splice(0, first)
  }

  pop(): Entry | undefined {
    const last = this.#entries.pop()
    this.#characters -= last?.size ?? 0
    return last?.entry
  }

  find(test: (entry: Entry) => boolean): Entry | undefined {
    return this.#entries.find(({ entry }) => test(entry))?.entry
  }

  /** Puts another in the place of each entry that is meant; of about the same size. */
  change(test: (entry: Entry) => boolean, to: (entry: Entry) => Entry): void {
    for (const kept of this.#entries) if (test(kept.entry)) kept.entry = to(kept.entry)
  }

  clear(): void {
    this.#entries = []
    this.#characters = 0
  }

  #isOver(dropped: number): boolean {
    const count = this.#entries.length - dropped
    if (count > this.#bounds.entries) return true
    return count > 1 && this.#characters > this.#bounds.characters
  }
}
