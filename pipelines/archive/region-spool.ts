import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Fabric } from './fabric.ts'
import { fabricOf, LENGTH } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { eachSlice, type SliceGrid, sliceGrid } from './slice-grid.ts'

/** Bytes in memory that are not yet written, over all regions. */
const PENDING_BYTES = 64 * 2 ** 20

/** One tile of the region zoom and where its records lie in the spool: offset, length, ... */
export interface Region {
  readonly x: number
  readonly y: number
  readonly chunks: number[]
  bytes: number
}

/**
 * Sorts records into regions on disk. A record goes to every region that it or its drawing buffer
 * touches, so a region can be tiled without looking at another. Holds at most 64 MiB of records;
 * the input's Hilbert order keeps a region's records together.
 */
export class RegionSpool {
  readonly zoom: number
  readonly file: string
  private readonly descriptor: number
  private readonly grid: SliceGrid
  private readonly spooled = new Map<number, Region & { pending: FabricBuilder | null }>()
  private size = 0
  private pendingBytes = 0

  constructor(file: string, zoom: number, maxZoom: number) {
    this.file = file
    this.zoom = zoom
    this.descriptor = openSync(file, 'wx')
    this.grid = sliceGrid(zoom, maxZoom)
  }

  add(fabric: Pick<Fabric, 'words'>, start: number): void {
    eachSlice(fabric, start, this.grid, (x, y) => {
      this.region(x, y).copy(fabric, start)
      this.pendingBytes += 4 * fabric.words[start + LENGTH]
    })
    if (this.pendingBytes > PENDING_BYTES) this.flush()
  }

  /** Writes the records in memory. */
  flush(): void {
    for (const region of this.spooled.values()) {
      if (region.pending === null) continue
      const bytes = 4 * region.pending.length
      let written = 0
      while (written < bytes) {
        written += writeSync(this.descriptor, region.pending.bytes, written, bytes - written)
      }
      region.chunks.push(this.size, bytes)
      region.bytes += bytes
      region.pending = null
      this.size += bytes
    }
    this.pendingBytes = 0
  }

  /** All regions that hold a record, after the last `flush`. */
  regions(): Region[] {
    return [...this.spooled.values()].map(({ x, y, chunks, bytes }) => ({ x, y, chunks, bytes }))
  }

  close(): void {
    closeSync(this.descriptor)
  }

  private region(x: number, y: number): FabricBuilder {
    const key = y * 2 ** this.zoom + x
    let region = this.spooled.get(key)
    if (region === undefined) {
      region = { x, y, chunks: [], bytes: 0, pending: null }
      this.spooled.set(key, region)
    }
    region.pending ??= new FabricBuilder()
    return region.pending
  }
}

/** Reads a region's records, in the order in which they came. */
export function readRegion(file: string, { chunks, bytes }: Region): Fabric {
  const buffer = new ArrayBuffer(bytes)
  const descriptor = openSync(file, 'r')
  let at = 0
  for (let i = 0; i < chunks.length; i += 2) {
    for (let done = 0; done < chunks[i + 1]; ) {
      const into = new Uint8Array(buffer, at, chunks[i + 1] - done)
      const read = readSync(descriptor, into, 0, into.length, chunks[i] + done)
      if (read === 0) throw new Error(`${file} ends early`)
      done += read
      at += read
    }
  }
  closeSync(descriptor)
  return fabricOf(buffer, bytes)
}
