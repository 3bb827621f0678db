import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Entry } from './directory.ts'
import type { TileBatch } from './tile-batch.ts'

interface StoredBatch extends Omit<TileBatch, 'bytes'> {
  offset: number
  byteLength: number
}

/** Distinct tile contents per archive that are recognised; further equal tiles are stored again. */
const MOST_DISTINCT = 4_000_000

/**
 * Finished tiles on disk until the archive is put together. A batch that is drawn again (its zoom
 * moved up a level) takes the place of the old one. About 200 bytes of memory a distinct tile.
 */
export class TileStore {
  private readonly descriptor: number
  private readonly batches = new Map<string, StoredBatch>()
  private size = 0

  constructor(file: string) {
    this.descriptor = openSync(file, 'wx+')
  }

  /** Stores the batch under its zoom and the slice that drew it. */
  put(slice: string, batch: TileBatch): void {
    const { zoom, ids, lengths, hashes, bytes } = batch
    writeWhole(this.descriptor, bytes)
    const offset = this.size
    this.batches.set(`${zoom} ${slice}`, {
      zoom,
      ids,
      lengths,
      hashes,
      offset,
      byteLength: bytes.length,
    })
    this.size += bytes.length
  }

  /** Forgets the batch of a zoom and a slice; its bytes stay in the file. */
  drop(zoom: number, slice: string): void {
    this.batches.delete(`${zoom} ${slice}`)
  }

  /**
   * Visits all tiles in the order of their ids with the place each has, or shares, in an archive's
   * data section, and writes new bytes through `write`. Returns the section's directory.
   */
  assemble(write: (bytes: Uint8Array) => void): Assembly {
    const entries: Entry[] = []
    const places = new Map<string, number>()
    const assembly: Assembly = { entries, tiles: 0, contents: 0, bytes: 0 }
    for (const batch of this.ordered()) {
      const bytes = this.read(batch)
      let at = 0
      for (let i = 0; i < batch.ids.length; i++) {
        const length = batch.lengths[i]
        const hash = Buffer.from(batch.hashes.buffer, 16 * i, 16).toString('latin1')
        let offset = places.get(hash)
        if (offset === undefined) {
          offset = assembly.bytes
          write(bytes.subarray(at, at + length))
          assembly.bytes += length
          assembly.contents++
          if (places.size < MOST_DISTINCT) places.set(hash, offset)
        }
        at += length
        assembly.tiles++
        const last = entries[entries.length - 1]
        if (last?.offset === offset && last.tileId + last.runLength === batch.ids[i]) {
          last.runLength++
        } else entries.push({ tileId: batch.ids[i], offset, length, runLength: 1 })
      }
    }
    return assembly
  }

  /** Tiles, bytes before deduplication and the largest tile of a zoom. */
  measure(zoom: number): { tiles: number; bytes: number; max_tile_bytes: number } {
    const sum = { tiles: 0, bytes: 0, max_tile_bytes: 0 }
    for (const batch of this.batches.values()) {
      if (batch.zoom !== zoom) continue
      sum.tiles += batch.ids.length
      sum.bytes += batch.byteLength
      for (const length of batch.lengths) sum.max_tile_bytes = Math.max(sum.max_tile_bytes, length)
    }
    return sum
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** Slices are tiles of one zoom, so their batches hold runs of ids that never interleave. */
  private ordered(): StoredBatch[] {
    const batches = [...this.batches.values()].filter(({ ids }) => ids.length > 0)
    return batches.sort((a, b) => a.ids[0] - b.ids[0])
  }

  private read({ offset, byteLength }: StoredBatch): Uint8Array {
    const bytes = new Uint8Array(byteLength)
    for (let done = 0; done < byteLength; ) {
      const read = readSync(this.descriptor, bytes, done, byteLength - done, offset + done)
      if (read === 0) throw new Error('the tile store ends early')
      done += read
    }
    return bytes
  }
}

export interface Assembly {
  entries: Entry[]
  /** Tiles that can be requested. */
  tiles: number
  /** Different contents among them. */
  contents: number
  /** Bytes of the data section. */
  bytes: number
}

/** Writes all the bytes: one call may write fewer. */
export function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(descriptor, bytes, done, bytes.length - done)
  }
}
