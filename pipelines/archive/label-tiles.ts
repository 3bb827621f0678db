import { ByteSink } from './byte-sink.ts'
import type { Fabric } from './fabric.ts'
import { ID } from './fabric.ts'
import type { LabelPoint } from './label-points.ts'
import { MOVE_TO_ONE, POINT, writeFeature, writeLayer } from './mvt-layer.ts'
import type { RingTile } from './tile-ring.ts'
import { ValueTable } from './value-table.ts'

const text = new TextEncoder()

/** The points of labels of one region, and the names that they are written under. */
export interface RegionLabels {
  source: Fabric
  points: LabelPoint[]
  layer: string
  property: string
}

/** Encodes the layer of label points of the tiles of one zoom. */
export class LabelTiles {
  private readonly labels: RegionLabels
  private readonly shift: number
  private readonly side: number
  private readonly name: Uint8Array
  private readonly keys: readonly Uint8Array[]
  private readonly byTile = new Map<number, LabelPoint[]>()
  private readonly features = new ByteSink()
  private readonly geometry = new ByteSink()
  private readonly tags = new ByteSink()
  private readonly out = new ByteSink()
  private readonly values = new ValueTable()

  /** `shift` and `side` are those of the zoom's tiles. */
  constructor(labels: RegionLabels, { shift, side }: Pick<RingTile, 'shift' | 'side'>) {
    this.labels = labels
    this.shift = shift
    this.side = side
    this.name = text.encode(labels.layer)
    this.keys = [text.encode(labels.property)]
    for (const point of labels.points) {
      const key = this.keyOf(this.unit(point.x) / side, this.unit(point.y) / side)
      const points = this.byTile.get(key)
      if (points) points.push(point)
      else this.byTile.set(key, [point])
    }
  }

  /** The tile's layer of points, valid until the next call; null where it has none. */
  encode(x: number, y: number): Uint8Array | null {
    const points = this.byTile.get(this.keyOf(x, y))
    if (points === undefined) return null
    const { features, geometry, tags, values, side, name, keys } = this
    const { source } = this.labels
    features.at = 0
    values.clear()
    for (const point of points) {
      geometry.at = 0
      geometry.varint(MOVE_TO_ONE)
      geometry.zigzag(this.unit(point.x) - x * side)
      geometry.zigzag(this.unit(point.y) - y * side)
      tags.at = 0
      tags.varint(0)
      tags.varint(values.indexOf(source.bytes, point.at, point.length))
      writeFeature(features, source.floats[point.start / 2 + ID], POINT, tags, geometry)
    }
    return writeLayer(this.out, { name, features, keys, values, bytes: source.bytes, side })
  }

  /** Rounded down, so that the point is in one tile: maps drop what lies on a tile's far side. */
  private unit(at: number): number {
    return at >> this.shift
  }

  private keyOf(x: number, y: number): number {
    return Math.floor(y) * 2 ** 26 + Math.floor(x)
  }
}
