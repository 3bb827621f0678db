type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array
type Maker<T> = new (length: number) => T

/** A typed array that doubles as it fills: half the memory of number[] and no boxing. */
export class GrowingArray<T extends Numbers> {
  length = 0
  private array: T
  private readonly Maker: Maker<T>

  constructor(maker: Maker<T>) {
    this.Maker = maker
    this.array = new maker(1024)
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1)
    this.array[this.length++] = value
  }

  append(values: ArrayLike<number>): void {
    this.reserve(values.length)
    this.array.set(values, this.length)
    this.length += values.length
  }

  /** The filled part, without a copy: valid until the next write. */
  view(): T {
    return this.array.subarray(0, this.length) as T
  }

  private reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.array.length) return
    const larger = new this.Maker(Math.max(needed, this.array.length * 2))
    larger.set(this.view())
    this.array = larger
  }
}
