import type { Lines } from '../geometry/lines.ts'
import { type Box, boundsOf, type Polygons, type Rings } from '../geometry/polygons.ts'
import { subdivide } from '../geometry/subdivide.ts'
import { GrowingArray } from './growing-array.ts'

/** Words are counted in Uint32. */
const MAX_WORDS = 2 ** 32

/** Points of a line per box in the index: one box of a long street would cover a whole town. */
const STRETCH_POINTS = 32

/** Writes the shapes of rows one after the other, then the pieces of large ones. */
export class ShapeWriter {
  points = 0
  private readonly whole = new Shapes()
  private readonly cut = new Shapes()
  private readonly pieceRows = new GrowingArray(Uint32Array)
  /** Per piece 1 + the number of its cut shape, or 0 for the whole shape. */
  private readonly pieceCut = new GrowingArray(Uint32Array)
  private readonly boxes = new GrowingArray(Int32Array)

  add(row: number, polygons: Polygons | null): void {
    this.whole.add(polygons ?? NOTHING, polygons?.polygonEnds ?? NOTHING.ringEnds)
    if (!polygons) return
    this.points += polygons.coords.length / 2
    const pieces = subdivide(polygons)
    if (pieces.length === 1) this.addPiece(row, boundsOf(polygons), 0)
    else
      for (const piece of pieces) {
        this.cut.add(piece, NOTHING.ringEnds)
        this.points += piece.coords.length / 2
        this.addPiece(row, boundsOf(piece), this.cut.ends.length)
      }
  }

  /**
   * Lines are never cut: a stretch has its own box in the index and the whole line as its shape.
   */
  addLines(row: number, { coords, lineEnds }: Lines): void {
    this.whole.add({ coords, ringEnds: lineEnds }, NOTHING.ringEnds)
    this.points += coords.length / 2
    let start = 0
    for (const end of lineEnds) {
      for (let from = start; from < end - 1; from += STRETCH_POINTS - 1) {
        const stretch = coords.subarray(from * 2, Math.min(end, from + STRETCH_POINTS) * 2)
        this.addPiece(row, boundsOf({ coords: stretch }), 0)
      }
      start = end
    }
  }

  private addPiece(row: number, box: Box, cut: number): void {
    this.pieceRows.push(row)
    this.pieceCut.push(cut)
    this.boxes.append(box)
  }

  get pieces(): number {
    return this.pieceRows.length
  }

  box(piece: number): Box {
    const [west, south, east, north] = this.boxes.view().subarray(piece * 4, piece * 4 + 4)
    return [west, south, east, north]
  }

  /** The box around all pieces; null without any. */
  get bounds(): Box | null {
    if (this.pieces === 0) return null
    return boundsOf({ coords: this.boxes.view() })
  }

  pieceRow(): Uint32Array {
    return this.pieceRows.view()
  }

  pieceShape(): Uint32Array {
    const rows = this.pieceRow()
    const wholes = this.whole.ends.length
    return this.pieceCut.view().map((cut, i) => (cut === 0 ? rows[i] : wholes + cut - 1))
  }

  shapeEnd(): Uint32Array {
    const first = this.whole.words.length
    if (first + this.cut.words.length >= MAX_WORDS)
      throw new Error('a pack holds at most 16 GiB of shapes')
    const ends = new Uint32Array(this.whole.ends.length + this.cut.ends.length)
    ends.set(this.whole.ends.view())
    this.cut.ends.view().forEach((end, i) => {
      ends[this.whole.ends.length + i] = first + end
    })
    return ends
  }

  words(): Int32Array[] {
    return [this.whole.words.view(), this.cut.words.view()]
  }
}

const NOTHING: Rings = { coords: new Int32Array(), ringEnds: new Uint32Array() }

class Shapes {
  readonly words = new GrowingArray(Int32Array)
  /** Per shape one past its last word; exact beyond 2^32, where `shapeEnd` throws. */
  readonly ends = new GrowingArray(Float64Array)

  add({ coords, ringEnds }: Rings, polygonEnds: Uint32Array): void {
    this.words.push(polygonEnds.length)
    this.words.push(ringEnds.length)
    this.words.append(polygonEnds)
    this.words.append(ringEnds)
    this.words.append(coords)
    this.ends.push(this.words.length)
  }
}
