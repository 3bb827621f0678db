/** Property values of an archive's features. `null` and `undefined` are left out of the tile. */
export type PropertyValue = string | number | boolean | null

/** Marks features that were merged from several source features. */
const MERGED_KEY = 'plat:merged'

const encoder = new TextEncoder()

/**
 * Packs properties once, on the way in: per property the key's index, the length and the bytes of
 * its MVT `Value` message. Tiles copy these bytes; no worker ever sees a JavaScript object.
 */
export class PropertyPacking {
  /** Key names by index; the merge mark is always the first. */
  readonly keys: string[] = [MERGED_KEY]
  private indexOf = new Map<string, number>([[MERGED_KEY, 0]])
  private types = new Map<string, Set<string>>()
  private mergeBy: readonly string[]
  private scratch = new Uint8Array(1 << 10)
  private at = 0

  /** `properties` numbers the keys whatever the first features lack. */
  constructor(mergeBy: readonly string[], properties: readonly string[]) {
    this.mergeBy = mergeBy
    for (const key of properties) this.numberOf(key)
  }

  /** The packed bytes, valid until the next call, and how many of them survive a merge. */
  pack(properties: Record<string, PropertyValue>): { bytes: Uint8Array; shared: number } {
    this.at = 0
    for (const key of this.mergeBy) this.put(key, properties[key])
    const shared = this.at
    for (const key in properties) {
      if (!this.mergeBy.includes(key)) this.put(key, properties[key])
    }
    return { bytes: this.scratch.subarray(0, this.at), shared }
  }

  /** Field names and types of TileJSON 3.0 `vector_layers`, keys in order. */
  fields(hasMerged: boolean): Record<string, string> {
    const fields = [...this.types].map(([key, types]): [string, string] => [
      key,
      types.size === 1 ? [...types][0] : 'Mixed',
    ])
    if (hasMerged) fields.push([MERGED_KEY, 'Boolean'])
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  private put(key: string, value: PropertyValue | undefined): void {
    if (value === null || value === undefined) return
    const index = this.numberOf(key)
    const type = typeof value
    const types = this.types.get(key) ?? new Set()
    this.types.set(key, types.add(type[0].toUpperCase() + type.slice(1)))
    this.room(typeof value === 'string' ? 3 * value.length + 24 : 24)
    this.varint(index)
    if (typeof value === 'string') this.text(value)
    else if (typeof value === 'boolean') this.raw([2, 0x38, value ? 1 : 0])
    else this.number(value)
  }

  /** Index of a key, which is known from then on. */
  numberOf(key: string): number {
    const known = this.indexOf.get(key)
    if (known !== undefined) return known
    const index = this.keys.push(key) - 1
    this.indexOf.set(key, index)
    return index
  }

  private text(value: string): void {
    const room = this.scratch.subarray(this.at + 10)
    const { written } = encoder.encodeInto(value, room)
    const head = 1 + varintLength(written)
    this.varint(head + written)
    this.raw([0x0a])
    this.varint(written)
    this.scratch.copyWithin(this.at, room.byteOffset, room.byteOffset + written)
    this.at += written
  }

  private number(value: number): void {
    if (!Number.isFinite(value)) throw new Error(`${value} cannot be a tile property`)
    if (Number.isSafeInteger(value) && value >= 0) {
      this.varint(1 + varintLength(value))
      this.raw([0x28]) // uint_value
      this.varint(value)
    } else if (Number.isSafeInteger(value) && value > -(2 ** 51)) {
      const zigzag = -2 * value - 1
      this.varint(1 + varintLength(zigzag))
      this.raw([0x30]) // sint_value
      this.varint(zigzag)
    } else {
      this.raw([9, 0x19]) // double_value
      new DataView(this.scratch.buffer).setFloat64(this.at, value, true)
      this.at += 8
    }
  }

  private raw(bytes: number[]): void {
    for (const byte of bytes) this.scratch[this.at++] = byte
  }

  private varint(value: number): void {
    while (value >= 128) {
      this.scratch[this.at++] = (value % 128) | 128
      value = Math.floor(value / 128)
    }
    this.scratch[this.at++] = value
  }

  private room(bytes: number): void {
    if (this.at + bytes <= this.scratch.length) return
    const wider = new Uint8Array(2 * (this.at + bytes))
    wider.set(this.scratch)
    this.scratch = wider
  }
}

/** Calls `visit` for each packed property with its key's index and where its value lies. */
export function forEachProperty(
  bytes: Uint8Array,
  from: number,
  end: number,
  visit: (key: number, at: number, length: number) => void,
): void {
  for (let at = from; at < end; ) {
    let key = 0
    let length = 0
    for (let shift = 0; ; shift += 7) {
      key |= (bytes[at] & 127) << shift
      if (bytes[at++] < 128) break
    }
    for (let shift = 0; ; shift += 7) {
      length |= (bytes[at] & 127) << shift
      if (bytes[at++] < 128) break
    }
    visit(key, at, length)
    at += length
  }
}

function varintLength(value: number): number {
  let length = 1
  for (; value >= 128; value = Math.floor(value / 128)) length++
  return length
}
