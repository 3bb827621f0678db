import { ByteSink } from './byte-sink.ts'
import { findCrossings, type TilePolygon } from './edge-crossings.ts'
import type { Fabric } from './fabric.ts'
import {
  firstPolygon,
  firstRing,
  HEADER,
  ID,
  MERGED,
  POLYGONS,
  PROPERTIES,
  propertiesAt,
  SHARED,
} from './fabric.ts'
import { MOVE_TO_ONE, POLYGON, writeFeature, writeLayer } from './mvt-layer.ts'
import { repairPolygon } from './polygon-repair.ts'
import { forEachProperty } from './property-packing.ts'
import { type RingTile, TileRing } from './tile-ring.ts'
import { ValueTable } from './value-table.ts'

const LINE_TO = 2
const CLOSE_PATH = (1 << 3) | 7
const text = new TextEncoder()

/** A tile, and how its features are written. */
export interface WrittenTile extends RingTile {
  /** True where features have no id and only the properties that survive a merge. */
  isPlain: boolean
}

/** Encodes tiles of one layer as MVT 2.1, from records straight to bytes. */
export class TileEncoder {
  private layer: Uint8Array
  private keys: Uint8Array[]
  private features = new ByteSink()
  private geometry = new ByteSink()
  private tags = new ByteSink()
  private out = new ByteSink()
  private values = new ValueTable()
  private keyIndex: Int32Array
  private keysUsed: number[] = []
  private ring = new TileRing()
  private polygon: TilePolygon = { points: new Int32Array(1 << 10), ends: [] }
  /** Area of the current polygon without its holes. */
  private net = 0
  private isPlain = false
  private cursorX = 0
  private cursorY = 0

  /** `keys` are the names behind the key indexes of packed properties. */
  constructor(layer: string, keys: readonly string[]) {
    this.layer = text.encode(layer)
    this.keys = keys.map((key) => text.encode(key))
    this.keyIndex = new Int32Array(keys.length)
  }

  /**
   * The tile's bytes, uncompressed and valid until the next call, or `undefined` where none of the
   * records draws anything.
   */
  encode(fabric: Fabric, starts: number[], tile: WrittenTile) {
    this.isPlain = tile.isPlain
    this.features.at = 0
    this.values.clear()
    this.keyIndex.fill(-1)
    this.keysUsed.length = 0
    for (const start of starts) {
      if (this.drawRecord(fabric, start, tile)) {
        this.writeFeature(fabric, start)
      }
    }
    return this.features.at === 0 ? undefined : this.writeTile(fabric, tile.side)
  }

  private drawRecord(fabric: Fabric, start: number, tile: RingTile): boolean {
    const { words } = fabric
    const rings = firstRing(fabric, start)
    const polygons = firstPolygon(fabric, start)
    this.geometry.at = 0
    this.cursorX = 0
    this.cursorY = 0
    let begin = start + HEADER
    let r = 0
    for (let p = 0; p < words[start + POLYGONS]; p++) {
      const polygon = this.polygon
      polygon.ends.length = 0
      this.net = 0
      for (let isShell = true; r < words[polygons + p]; r++, isShell = false) {
        const end = start + HEADER + 2 * words[rings + r]
        const isWanted = isShell || polygon.ends.length > 0
        if (isWanted && this.ring.load(words, begin, end, tile)) this.addRing(isShell)
        begin = end
      }
      // A hole that takes all that the tile has of its shell leaves nothing to draw.
      if (this.net > 0) this.writePolygon()
    }
    return this.geometry.at > 0
  }

  /** Adds the loaded ring to the current polygon, unless rounding left it without area. */
  private addRing(isShell: boolean): void {
    const ring = this.ring
    const area = ring.area()
    if (area === 0) return
    // Rounding can turn a thin ring inside out; its role decides, not its area.
    if (area > 0 !== isShell) ring.reverse()
    this.net += isShell ? Math.abs(area) : -Math.abs(area)
    const { points, ends } = this.polygon
    const at = ends.length > 0 ? ends[ends.length - 1] : 0
    if (at + ring.size > points.length) {
      this.polygon.points = new Int32Array(2 * (at + ring.size))
      this.polygon.points.set(points.subarray(0, at))
    }
    this.polygon.points.set(ring.points.subarray(0, ring.size), at)
    ends.push(at + ring.size)
  }

  private writePolygon(): void {
    const polygon = this.polygon
    if (findCrossings(polygon, true).length > 0) {
      for (const ring of repairPolygon(polygon).flat()) this.writeRing(ring, 0, ring.length)
      return
    }
    let begin = 0
    for (const end of polygon.ends) {
      this.writeRing(polygon.points, begin, end)
      begin = end
    }
  }

  private writeRing(points: ArrayLike<number>, begin: number, end: number): void {
    const sink = this.geometry
    sink.reserve(6 * (end - begin) + 16)
    sink.varint(MOVE_TO_ONE)
    sink.zigzag(points[begin] - this.cursorX)
    sink.zigzag(points[begin + 1] - this.cursorY)
    sink.varint((((end - begin) / 2 - 1) << 3) | LINE_TO)
    for (let i = begin + 2; i < end; i += 2) {
      sink.zigzag(points[i] - points[i - 2])
      sink.zigzag(points[i + 1] - points[i - 1])
    }
    sink.varint(CLOSE_PATH)
    this.cursorX = points[end - 2]
    this.cursorY = points[end - 1]
  }

  private writeFeature(fabric: Fabric, start: number): void {
    this.writeTags(fabric, start)
    const hasId = fabric.words[start + MERGED] === 0 && !this.isPlain
    const id = hasId ? fabric.floats[start / 2 + ID] : 0
    writeFeature(this.features, id, POLYGON, this.tags, this.geometry)
  }

  private writeTags(fabric: Fabric, start: number): void {
    const { bytes } = fabric
    const tags = this.tags
    tags.at = 0
    const at = propertiesAt(fabric, start)
    const isShort = this.isPlain && fabric.words[start + MERGED] === 0
    const end = at + fabric.words[start + (isShort ? SHARED : PROPERTIES)]
    tags.reserve(5 * (end - at))
    forEachProperty(bytes, at, end, (key, valueAt, length) => {
      if (this.keyIndex[key] === -1) this.keyIndex[key] = this.keysUsed.push(key) - 1
      tags.varint(this.keyIndex[key])
      tags.varint(this.values.indexOf(bytes, valueAt, length))
    })
  }

  private writeTile({ bytes }: Fabric, side: number): Uint8Array {
    const { layer: name, features, values } = this
    const keys = this.keysUsed.map((key) => this.keys[key])
    return writeLayer(this.out, { name, features, keys, values, bytes, side })
  }
}
