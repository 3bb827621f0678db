import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { Fabric } from './fabric.ts'
import { ANCHOR_X, ANCHOR_Y, AREA, MAX_X, MAX_Y, MERGED, MIN_X, MIN_Y } from './fabric.ts'
import { LabelTiles, type RegionLabels } from './label-tiles.ts'
import type { TileEncoder } from './tile-encoder.ts'
import { BUFFER, EXTENT, tileSide } from './world-grid.ts'

/** Compressed tiles of one zoom and slice, in the order of their ids. */
export interface TileBatch {
  zoom: number
  ids: Float64Array
  lengths: Uint32Array
  /** 16 bytes of SHA-256 a tile, by which equal tiles are stored once. */
  hashes: Uint8Array
  bytes: Uint8Array
}

/** Tile columns and rows, both ends included. */
export interface TileWindow {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** Tiles of one zoom of an archive. */
export interface TileView {
  zoom: number
  maxZoom: number
  window: TileWindow
  /** True where features have no id and only the properties that survive a merge. */
  isPlain: boolean
  labels: RegionLabels | null
}

const EXTENT_SHIFT = Math.log2(EXTENT)
/** Least bytes of a feature in a tile: an id and a square. */
const LEAST_FEATURE_BYTES = 6

/**
 * Draws the tiles of a window. Returns the first tile that is over `maxTileBytes`, if any, instead
 * of the batch.
 */
export function drawTiles(
  fabric: Fabric,
  encoder: TileEncoder,
  { zoom, maxZoom, window, isPlain, labels }: TileView,
  maxTileBytes: number,
): TileBatch | { over: string } {
  const shift = maxZoom - zoom
  const tiles = sortIntoTiles(fabric, shift, zoom, window)
  const side = tileSide(zoom, maxZoom)
  const units = { side, shift: shift - Math.log2(side / EXTENT) }
  const labelTiles = labels && new LabelTiles(labels, units)
  const ids: number[] = []
  const parts: Uint8Array[] = []
  const hashes: Uint8Array[] = []
  for (const { id, x, y, starts } of tiles) {
    const raw = encoder.encode(fabric, starts, { ...units, x, y, isPlain })
    if (raw === undefined) continue
    const points = labelTiles?.encode(x, y)
    // A tile is a list of layers: one after the other.
    const packed = gzipSync(points ? joined([raw, points]) : raw, { level: 4 })
    packed[9] = 255 // the header's operating system: unknown, on every one
    if (packed.length > maxTileBytes) return { over: `${zoom}/${x}/${y}` }
    ids.push(id)
    parts.push(packed)
    hashes.push(createHash('sha256').update(packed).digest().subarray(0, 16))
  }
  return {
    zoom,
    ids: Float64Array.from(ids),
    lengths: Uint32Array.from(parts, (part) => part.length),
    hashes: joined(hashes),
    bytes: joined(parts),
  }
}

/** A tile whose large features alone cannot fit, found without drawing any. */
export function crowdedTile(
  fabric: Fabric,
  threshold: number,
  zoom: number,
  maxZoom: number,
  maxTileBytes: number,
): string | null {
  const most = maxTileBytes / LEAST_FEATURE_BYTES
  if (fabric.starts.length <= most) return null
  const shift = EXTENT_SHIFT + maxZoom - zoom
  const counts = new Map<number, number>()
  for (const start of fabric.starts) {
    if (fabric.words[start + MERGED] > 0 || fabric.floats[start / 2 + AREA] < threshold) continue
    const x = fabric.words[start + ANCHOR_X] >> shift
    const y = fabric.words[start + ANCHOR_Y] >> shift
    const count = (counts.get(y * 2 ** zoom + x) ?? 0) + 1
    if (count > most) return `${zoom}/${x}/${y}`
    counts.set(y * 2 ** zoom + x, count)
  }
  return null
}

interface TileMembers {
  id: number
  x: number
  y: number
  starts: number[]
}

function sortIntoTiles(
  { words, starts }: Fabric,
  shift: number,
  zoom: number,
  window: TileWindow,
): TileMembers[] {
  const tiles = new Map<number, TileMembers>()
  const buffer = BUFFER * 2 ** shift
  const toTile = EXTENT_SHIFT + shift
  for (const start of starts) {
    const maxX = Math.min(window.maxX, (words[start + MAX_X] + buffer) >> toTile)
    const maxY = Math.min(window.maxY, (words[start + MAX_Y] + buffer) >> toTile)
    const minX = Math.max(window.minX, (words[start + MIN_X] - buffer) >> toTile)
    const minY = Math.max(window.minY, (words[start + MIN_Y] - buffer) >> toTile)
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) {
        const key = y * 2 ** zoom + x
        const tile = tiles.get(key)
        if (tile) tile.starts.push(start)
        else tiles.set(key, { id: zxyToTileId(zoom, x, y), x, y, starts: [start] })
      }
    }
  }
  return [...tiles.values()].sort((a, b) => a.id - b.id)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
