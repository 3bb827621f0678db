/**
 * A fabric: many features on the world grid in one flat buffer, the only form in which features
 * travel between the spool, the workers and the zooms. A feature is one record of 32-bit words: a
 * header, x and y of each point, ring ends and polygon ends (counted as in `Polygons`), then the
 * packed properties. Records start at multiples of 8 bytes, so that they are read in place.
 *
 * Rings are open; shells have a positive area in rows that grow downwards, holes a negative one
 * (MVT 2.1, section 4.3.4.4).
 */
export interface Fabric {
  readonly words: Int32Array
  readonly floats: Float64Array
  readonly bytes: Uint8Array
  /** First word of each record. */
  readonly starts: Uint32Array
}

// Words of a record's header.
export const LENGTH = 0
export const POINTS = 1
export const RINGS = 2
export const POLYGONS = 3
/** Bytes of packed properties. */
export const PROPERTIES = 4
/** Number of leading properties that survive a merge. */
export const SHARED = 5
/** Number of source features merged into this one; 0 for a source feature itself. */
export const MERGED = 6
/** Column and row of the box's centre: it alone decides home slice and cell. */
export const ANCHOR_X = 8
export const ANCHOR_Y = 9
export const MIN_X = 10
export const MIN_Y = 11
export const MAX_X = 12
export const MAX_Y = 13
export const HEADER = 18
// Doubles of the header, counted in doubles from the record's start.
export const ID = 7
/** Area of the source geometry in world units squared. */
export const AREA = 8

type Words = Pick<Fabric, 'words'>
export const firstRing = (f: Words, start: number): number =>
  start + HEADER + 2 * f.words[start + POINTS]
export const firstPolygon = (f: Words, start: number): number =>
  firstRing(f, start) + f.words[start + RINGS]
/** Byte offset of the packed properties. */
export const propertiesAt = (f: Words, start: number): number =>
  4 * (firstPolygon(f, start) + f.words[start + POLYGONS])

/** Reads a buffer of whole records. */
export function fabricOf(buffer: ArrayBufferLike, byteLength: number): Fabric {
  const words = new Int32Array(buffer, 0, byteLength / 4)
  const starts: number[] = []
  for (let at = 0; at < words.length; at += words[at + LENGTH]) starts.push(at)
  return {
    words,
    floats: new Float64Array(buffer, 0, byteLength / 8),
    bytes: new Uint8Array(buffer, 0, byteLength),
    starts: Uint32Array.from(starts),
  }
}

/** Twice the signed area of the ring of points `first` to `end`, exact below 2^53. */
export function doubledArea(coords: Int32Array, at: number, first: number, end: number): number {
  if (end - first < 3) return 0
  const originX = coords[at + 2 * first]
  const originY = coords[at + 2 * first + 1]
  let sum = 0
  let x0 = 0
  let y0 = 0
  for (let i = first + 1; i < end; i++) {
    const x1 = coords[at + 2 * i] - originX
    const y1 = coords[at + 2 * i + 1] - originY
    sum += x0 * y1 - x1 * y0
    x0 = x1
    y0 = y1
  }
  return sum
}

/** Area of a record's geometry in square world units, without its holes. */
export function recordArea(f: Words, start: number): number {
  const rings = firstRing(f, start)
  let sum = 0
  let first = 0
  for (let r = 0; r < f.words[start + RINGS]; r++) {
    const end = f.words[rings + r]
    sum += doubledArea(f.words, start + HEADER, first, end)
    first = end
  }
  return sum / 2
}
