import { gzipSync } from 'node:zlib'
import { ByteSink } from './byte-sink.ts'

/** One run of equal tiles: `runLength` ids from `tileId` on share the bytes. */
export interface Entry {
  tileId: number
  offset: number
  length: number
  /** 0 marks a leaf directory. */
  runLength: number
}

/** Header and root directory must lie in the first 16 KiB (spec 3.6, section 3). */
export const ROOT_BYTES = 16_257

/** A directory as PMTiles writes it: four columns, ids as differences, gzip. */
export function packDirectory(entries: Entry[]): Uint8Array {
  const sink = new ByteSink()
  sink.reserve(10 + 40 * entries.length)
  sink.varint(entries.length)
  let before = 0
  for (const { tileId } of entries) {
    sink.varint(tileId - before)
    before = tileId
  }
  for (const { runLength } of entries) sink.varint(runLength)
  for (const { length } of entries) sink.varint(length)
  let follows = -1
  for (const { offset, length } of entries) {
    sink.varint(offset === follows ? 0 : offset + 1)
    follows = offset + length
  }
  return pack(sink.bytes.subarray(0, sink.at))
}

/** The root directory and, where the entries do not fit in it, one level of leaf directories. */
export function packDirectories(entries: Entry[]): { root: Uint8Array; leaves: Uint8Array[] } {
  const root = packDirectory(entries)
  if (root.length <= ROOT_BYTES) return { root, leaves: [] }
  for (let leafSize = 4096; ; leafSize *= 2) {
    const leaves: Uint8Array[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let i = 0; i < entries.length; i += leafSize) {
      const leaf = packDirectory(entries.slice(i, i + leafSize))
      const { tileId } = entries[i]
      pointers.push({ tileId, offset, length: leaf.length, runLength: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const pointerRoot = packDirectory(pointers)
    if (pointerRoot.length <= ROOT_BYTES) return { root: pointerRoot, leaves }
  }
}

/** Compresses with gzip; the header holds neither the time nor the operating system. */
export function pack(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 })
  packed[9] = 255
  return packed
}
