import type { Fabric } from './fabric.ts'
import {
  ANCHOR_X,
  ANCHOR_Y,
  AREA,
  fabricOf,
  HEADER,
  ID,
  LENGTH,
  MAX_X,
  MAX_Y,
  MERGED,
  MIN_X,
  MIN_Y,
  POINTS,
  POLYGONS,
  PROPERTIES,
  RINGS,
  SHARED,
} from './fabric.ts'

/** Fields of a record besides its geometry. */
export interface RecordHead {
  id: number
  area: number
  merged: number
  shared: number
  /** Home point of the feature; by default the centre of its box. */
  anchor?: [x: number, y: number]
}

/** Appends records to a growing buffer. One record is open at a time. */
export class FabricBuilder {
  words = new Int32Array(1 << 12)
  floats = new Float64Array(this.words.buffer)
  bytes = new Uint8Array(this.words.buffer)
  /** Words in use. */
  length = 0
  private start = 0
  private cursor = 0
  private ringStart = 0
  private ringEnds: number[] = []
  private polygonEnds: number[] = []

  private reserve(words: number): void {
    if (words <= this.words.length) return
    const wider = new Int32Array(2 * Math.max(words, this.words.length))
    wider.set(this.words)
    this.words = wider
    this.floats = new Float64Array(wider.buffer)
    this.bytes = new Uint8Array(wider.buffer)
  }

  /** Opens a record of at most `points` points. */
  open(points: number): void {
    this.reserve(this.length + HEADER + 2 * points + 2)
    this.start = this.length
    this.cursor = this.length + HEADER
    this.ringStart = this.cursor
    this.ringEnds.length = 0
    this.polygonEnds.length = 0
  }

  /** Adds a point, unless it repeats the one before it in its ring. */
  point(x: number, y: number): void {
    const at = this.cursor
    if (at > this.ringStart && this.words[at - 2] === x && this.words[at - 1] === y) return
    this.words[at] = x
    this.words[at + 1] = y
    this.cursor = at + 2
  }

  /** Ends the ring. Removes it and returns false when it has fewer than three points. */
  endRing(): boolean {
    const { words } = this
    const from = this.ringStart
    let to = this.cursor
    while (to - from > 2 && words[to - 2] === words[from] && words[to - 1] === words[from + 1]) {
      to -= 2
    }
    const stays = to - from >= 6
    this.cursor = stays ? to : from
    if (stays) this.ringEnds.push((to - this.start - HEADER) / 2)
    this.ringStart = this.cursor
    return stays
  }

  /** Turns the ring just ended the other way round. */
  reverseRing(): void {
    const rings = this.ringEnds
    const first = rings.length > 1 ? rings[rings.length - 2] : 0
    let i = this.start + HEADER + 2 * first
    let j = this.cursor - 2
    for (; i < j; i += 2, j -= 2) {
      for (const k of [0, 1]) {
        const swap = this.words[i + k]
        this.words[i + k] = this.words[j + k]
        this.words[j + k] = swap
      }
    }
  }

  /** First word and point range of the ring that just ended, for `doubledArea`. */
  get lastRing(): [at: number, first: number, end: number] {
    const rings = this.ringEnds
    const first = rings.length > 1 ? rings[rings.length - 2] : 0
    return [this.start + HEADER, first, rings[rings.length - 1]]
  }

  /** Removes the ring just ended. */
  dropRing(): void {
    this.ringEnds.pop()
    const end = this.ringEnds.length > 0 ? this.ringEnds[this.ringEnds.length - 1] : 0
    this.cursor = this.start + HEADER + 2 * end
    this.ringStart = this.cursor
  }

  /** Ends the polygon: the rings since the last end, shell first. */
  endPolygon(): void {
    const ends = this.polygonEnds
    const before = ends.length > 0 ? ends[ends.length - 1] : 0
    if (this.ringEnds.length > before) ends.push(this.ringEnds.length)
  }

  /**
   * Closes the record with `properties` and returns its start, or -1 where no polygon is left and
   * nothing was appended.
   */
  close(head: RecordHead, properties: Uint8Array): number {
    const start = this.start
    if (this.polygonEnds.length === 0) return -1
    const points = (this.cursor - start - HEADER) / 2
    const tail = this.cursor + this.ringEnds.length + this.polygonEnds.length
    let end = tail + Math.ceil(properties.length / 4)
    end += (end - start) % 2
    this.reserve(end)
    const { words } = this
    for (let i = start; i < start + HEADER; i++) words[i] = 0
    words[start + LENGTH] = end - start
    words[start + POINTS] = points
    words[start + RINGS] = this.ringEnds.length
    words[start + POLYGONS] = this.polygonEnds.length
    words[start + PROPERTIES] = properties.length
    words[start + SHARED] = head.shared
    words[start + MERGED] = head.merged
    this.box(start, points)
    if (head.anchor) {
      words[start + ANCHOR_X] = head.anchor[0]
      words[start + ANCHOR_Y] = head.anchor[1]
    }
    this.floats[start / 2 + ID] = head.id
    this.floats[start / 2 + AREA] = head.area
    let at = this.cursor
    for (const ringEnd of this.ringEnds) words[at++] = ringEnd
    for (const polygonEnd of this.polygonEnds) words[at++] = polygonEnd
    while (at < end) words[at++] = 0
    this.bytes.set(properties, 4 * tail)
    this.length = end
    return start
  }

  /** Appends a whole record of another fabric, with its own anchor or another. */
  copy(
    { words }: Pick<Fabric, 'words'>,
    start: number,
    anchor?: readonly [x: number, y: number],
  ): void {
    const length = words[start + LENGTH]
    this.reserve(this.length + length)
    this.words.set(words.subarray(start, start + length), this.length)
    if (anchor) this.words.set(anchor, this.length + ANCHOR_X)
    this.length += length
  }

  /** The records so far, in the builder's own memory. */
  fabric(): Fabric {
    return fabricOf(this.words.buffer, this.length * 4)
  }

  private box(start: number, points: number): void {
    const { words } = this
    let minX = 2 ** 31 - 1
    let minY = minX
    let maxX = -1
    let maxY = -1
    for (let i = start + HEADER; i < start + HEADER + 2 * points; i += 2) {
      const x = words[i]
      const y = words[i + 1]
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
    }
    words[start + MIN_X] = minX
    words[start + MIN_Y] = minY
    words[start + MAX_X] = maxX
    words[start + MAX_Y] = maxY
    words[start + ANCHOR_X] = (minX + maxX) >> 1
    words[start + ANCHOR_Y] = (minY + maxY) >> 1
  }
}
