import type { PackValue } from './pack-format.ts'

/**
 * Makes the rows of one pack: objects whose columns are decoded when looked at, each once. A
 * section looks at a few of a parcel's 28 columns; by position every one costs a read.
 */
export function packRowMaker(
  names: readonly string[],
  read: (row: number, column: number) => PackValue,
): (row: number) => Record<string, PackValue> {
  class PackRow {
    readonly #row: number
    readonly #known: (PackValue | undefined)[] = []

    constructor(row: number) {
      this.#row = row
    }

    static {
      names.forEach((name, column) => {
        Object.defineProperty(PackRow.prototype, name, {
          enumerable: true,
          get(this: PackRow) {
            let value = this.#known[column]
            if (value === undefined) {
              value = read(this.#row, column)
              this.#known[column] = value
            }
            return value
          },
        })
      })
    }
  }
  return (row) => new PackRow(row) as unknown as Record<string, PackValue>
}
