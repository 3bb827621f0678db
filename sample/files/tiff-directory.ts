/** A tag with its values: of type 2 a text, 3 and 4 whole numbers of 2 and 4 bytes, 12 doubles. */
export type TiffEntry = [tag: number, type: 2 | 3 | 4 | 12, values: readonly number[] | string]

const SIZES = { 2: 1, 3: 2, 4: 4, 12: 8 } as const

/**
 * A directory of a little-endian TIFF that lies at `at` in its file, with the values that do not
 * fit into it right after; `next` is where the next one lies, 0 for the last (TIFF 6.0, section 2).
 */
export function tiffDirectory(entries: readonly TiffEntry[], at: number, next = 0): Buffer {
  const head = Buffer.alloc(2 + entries.length * 12 + 4)
  head.writeUInt16LE(entries.length, 0)
  head.writeUInt32LE(next, head.length - 4)
  const extra: Buffer[] = []
  let end = at + head.length
  for (const [i, [tag, type, values]] of entries.entries()) {
    const content = valuesOf(type, values)
    const from = 2 + i * 12
    head.writeUInt16LE(tag, from)
    head.writeUInt16LE(type, from + 2)
    head.writeUInt32LE(content.length / SIZES[type], from + 4)
    if (content.length <= 4) {
      content.copy(head, from + 8)
      continue
    }
    head.writeUInt32LE(end, from + 8)
    // Values begin on a word.
    const whole = content.length % 2 ? Buffer.concat([content, Buffer.alloc(1)]) : content
    extra.push(whole)
    end += whole.length
  }
  return Buffer.concat([head, ...extra])
}

function valuesOf(type: TiffEntry[1], values: TiffEntry[2]): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1')
  const content = Buffer.alloc(values.length * SIZES[type])
  for (const [i, value] of values.entries()) {
    if (type === 3) content.writeUInt16LE(value, i * 2)
    else if (type === 4) content.writeUInt32LE(value, i * 4)
    else content.writeDoubleLE(value, i * 8)
  }
  return content
}
