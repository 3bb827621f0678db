/** Receives points in degrees. */
interface PointTaker {
  point(lng: number, lat: number): void
}

/**
 * Reads WKB of either byte order, with or without Z, M or an EWKB SRID, sequentially: the head of a
 * geometry, then its counts and points.
 */
export class WkbReader {
  private readonly view: DataView
  private at = 0
  private isLittle = true
  private pointBytes = 16

  constructor(wkb: Uint8Array) {
    this.view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  }

  /** Coordinates of a point of the geometry that began last. */
  get dimensions(): number {
    return this.pointBytes / 8
  }

  /** The type of the geometry that begins here, without its dimensions: 3 for any POLYGON. */
  header(): number {
    const { view, at } = this
    this.isLittle = view.getUint8(at) === 1
    let type = view.getUint32(at + 1, this.isLittle)
    let dimensions = 2
    if (type & 0x80000000) dimensions++
    if (type & 0x40000000) dimensions++
    // EWKB SRID: the column declares the CRS.
    this.at = at + (type & 0x20000000 ? 9 : 5)
    type &= 0x0fffffff
    if (type >= 3000) dimensions += 2
    else if (type >= 1000) dimensions++
    this.pointBytes = dimensions * 8
    return type % 1000
  }

  count(): number {
    this.at += 4
    return this.view.getUint32(this.at - 4, this.isLittle)
  }

  /** Passes on the point that begins here. */
  point(taker: PointTaker): void {
    const { view, isLittle, at } = this
    taker.point(view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle))
    this.at += this.pointBytes
  }

  /** Passes on the points of a list, which begins with its length, and returns that. */
  points(taker: PointTaker): number {
    const { view, isLittle, pointBytes } = this
    const count = this.count()
    let { at } = this
    for (let i = 0; i < count; i++, at += pointBytes)
      taker.point(view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle))
    this.at = at
    return count
  }
}
