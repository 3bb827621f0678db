import type { Lines } from '../geometry/lines.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import type { LocatedParcel, NearbyRow, OverlappingRow, Row } from '../layers/location.ts'
import type { Pack } from '../packs/pack-reader.ts'

/** A row of a pack whose values are read at first use. */
export class LazyPackRow implements LocatedParcel, OverlappingRow, NearbyRow {
  readonly area_m2: number
  readonly distance_m: number
  /** Number of the row in its pack. */
  readonly number: number
  private readonly pack: Pack
  private values: Row | undefined
  private shape: Polygons | undefined

  constructor(pack: Pack, number: number, area_m2 = Number.NaN, distance_m = Number.NaN) {
    this.pack = pack
    this.number = number
    this.area_m2 = area_m2
    this.distance_m = distance_m
  }

  get row(): Row {
    this.values ??= this.pack.row(this.number)
    return this.values
  }

  get parcel_key(): string {
    return this.row.parcel_key as string
  }

  /** Returns the same object at every call: several sections clip by one parcel. */
  polygons(): Polygons {
    this.shape ??= this.pack.polygons(this.number)
    return this.shape
  }

  lines(): Lines {
    return this.pack.lines(this.number)
  }

  point(): [lng: number, lat: number] {
    const [x, y] = this.pack.point(this.number)
    return [x / GRID, y / GRID]
  }
}
