export interface StackBounds {
  entries: number
  /** Length of all entries together, as JSON. */
  characters: number
}

/** A stack that drops its oldest entries when it has too many, or when they are too long. */
export class BoundedStack<Entry> {
  private readonly bounds: StackBounds
  private sized: { entry: Entry; size: number }[] = []
  private characters = 0

  constructor(bounds: StackBounds, entries: readonly Entry[] = []) {
    this.bounds = bounds
    for (const entry of entries) this.push(entry)
  }

  get length(): number {
    return this.sized.length
  }

  /** The oldest first. */
  get entries(): Entry[] {
    return this.sized.map(({ entry }) => entry)
  }

  /**
   * Adds an entry and drops the oldest ones. The newest stays whatever its length, unless `entries`
   * is 0.
   */
  push(entry: Entry): void {
    const size = JSON.stringify(entry).length
    this.sized.push({ entry, size })
    this.characters += size
    let first = 0
    while (this.isOver(first)) this.characters -= this.sized[first++].size
    if (first > 0) this.sized.splice(0, first)
  }

  pop(): Entry | null {
    const last = this.sized.pop()
    this.characters -= last?.size ?? 0
    return last?.entry ?? null
  }

  find(test: (entry: Entry) => boolean): Entry | null {
    return this.sized.find(({ entry }) => test(entry))?.entry ?? null
  }

  /** Replaces each entry that matches. The replacement must have about the same length. */
  change(test: (entry: Entry) => boolean, to: (entry: Entry) => Entry): void {
    for (const slot of this.sized) if (test(slot.entry)) slot.entry = to(slot.entry)
  }

  clear(): void {
    this.sized = []
    this.characters = 0
  }

  private isOver(dropped: number): boolean {
    const count = this.sized.length - dropped
    if (count > this.bounds.entries) return true
    return count > 1 && this.characters > this.bounds.characters
  }
}
