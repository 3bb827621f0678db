import { appendFileSync, rmSync } from 'node:fs'
import { zxyToTileId } from 'pmtiles'
import type { RecordPart } from './record-parts.ts'
import type { Region } from './region-spool.ts'

/** A part in the file; `from` is the number of the slice that handed it on. */
interface StoredPart {
  from: number
  offset: number
  length: number
}

/**
 * Records that the slices of one zoom hand on to those of the next, on disk. Each slice reads its
 * parts in Hilbert order of the slices that they come from, in whatever order those were drawn.
 */
export class PartFile {
  readonly file: string
  private readonly slices = new Map<string, { x: number; y: number; parts: StoredPart[] }>()
  private size = 0

  constructor(file: string) {
    this.file = file
  }

  /** Adds what the slice at a tile hands on. */
  add([zoom, x, y]: readonly [zoom: number, x: number, y: number], parts: RecordPart[]): void {
    const from = zxyToTileId(zoom, x, y)
    for (const { x, y, bytes } of parts) {
      const name = `${x}/${y}`
      const slice = this.slices.get(name) ?? { x, y, parts: [] }
      this.slices.set(name, slice)
      slice.parts.push({ from, offset: this.size, length: bytes.length })
      appendFileSync(this.file, bytes)
      this.size += bytes.length
    }
  }

  /** All slices that have a record, the largest first, so that threads finish together. */
  regions(): Region[] {
    const regions = [...this.slices.values()].map(({ x, y, parts }): Region => {
      parts.sort((a, b) => a.from - b.from)
      const chunks = parts.flatMap(({ offset, length }) => [offset, length])
      return { x, y, chunks, bytes: parts.reduce((sum, { length }) => sum + length, 0) }
    })
    return regions.sort((a, b) => b.bytes - a.bytes || a.y - b.y || a.x - b.x)
  }

  remove(): void {
    rmSync(this.file, { force: true })
  }
}
