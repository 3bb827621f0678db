import { appendFileSync, rmSync } from 'node:fs'
import { zxyToTileId } from 'pmtiles'
import type { RecordPart } from './record-parts.ts'
import type { Region } from './region-spool.ts'

interface StoredPart {
  offset: number
  length: number
}

/** Parts for one slice by the number of the slice that handed each on. */
interface StoredSlice {
  x: number
  y: number
  parts: Map<number, StoredPart>
}

/**
 * Records that the slices of one zoom hand on to those of the next, on disk. Each slice reads its
 * parts in Hilbert order of the slices that they come from, in whatever order those were drawn.
 */
export class PartFile {
  readonly file: string
  private readonly slices = new Map<string, StoredSlice>()
  /** Names of the slices that have a part from a slice, by its number. */
  private readonly takers = new Map<number, string[]>()
  private size = 0

  constructor(file: string) {
    this.file = file
  }

  /** Adds what the slice at a tile hands on, in the place of what it has handed on before. */
  add([zoom, x, y]: readonly [zoom: number, x: number, y: number], parts: RecordPart[]): void {
    const from = zxyToTileId(zoom, x, y)
    for (const name of this.takers.get(from) ?? []) this.slices.get(name)!.parts.delete(from)
    this.takers.set(from, parts.map(nameOf))
    for (const { x, y, bytes } of parts) {
      const name = nameOf({ x, y })
      const slice = this.slices.get(name) ?? { x, y, parts: new Map<number, StoredPart>() }
      this.slices.set(name, slice)
      slice.parts.set(from, { offset: this.size, length: bytes.length })
      appendFileSync(this.file, bytes)
      this.size += bytes.length
    }
  }

  /** All slices that have a record, the largest first, so that threads finish together. */
  regions(): Region[] {
    const regions = [...this.slices.values()].map(({ x, y, parts }): Region => {
      const sorted = [...parts].sort(([a], [b]) => a - b)
      const chunks = sorted.flatMap(([, { offset, length }]) => [offset, length])
      return { x, y, chunks, bytes: sorted.reduce((sum, [, { length }]) => sum + length, 0) }
    })
    return regions
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes || a.y - b.y || a.x - b.x)
  }

  remove(): void {
    rmSync(this.file, { force: true })
  }
}

function nameOf({ x, y }: Pick<RecordPart, 'x' | 'y'>): string {
  return `${x}/${y}`
}
