export interface StackBounds {
  entries: number
  /** Length of all entries together, as JSON. */
  characters: number
}

/** A stack that drops its oldest entries when it has too many, or when they are too long. */
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

  /** Adds an entry and drops the oldest ones. The newest stays whatever its length, unless `entries` is 0. */
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

  /** Replaces each entry that matches. The replacement must have about the same length. */
  change(test: (entry: Entry) => boolean, to: (entry: Entry) => Entry): void {
    for (const slot of this.#entries) if (test(slot.entry)) slot.entry = to(slot.entry)
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
