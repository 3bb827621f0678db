/**
 * Draws the middle of archives at some zooms, one row an archive, at 512 pixels a tile.
 * Usage: node tests/bench/tiles-pictures.ts OUT.webp NAME=FILE.pmtiles [NAME=FILE.pmtiles ...]
 */
import { writeFileSync } from 'node:fs'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { PMTiles } from 'pmtiles'
import { GRID } from '../../geometry/polygons.ts'
import { LAND_USE_COLORS } from '../../layers/use-group.ts'
import { EXTENT, worldSide, worldX, worldY } from '../../pipelines/archive/world-grid.ts'
import { featuresOf, openArchive } from '../fixtures/archive/drawn-tiles.ts'

const ZOOMS = [4, 8, 11, 12]
/** Pixels of a picture's side, of a tile, and between pictures. */
const SIDE = 360
const TILE = 512
const MARGIN = 14
const TEXT = 20
const GROUND = '#f3f1ec'
/** See-through, so that what is drawn twice is darker, and a gap is the ground. */
const FILL = 'rgba(160, 110, 60, 0.45)'
/** Fills of features with a use. */
const FILLS: Record<string, string> = Object.fromEntries(
  Object.entries(LAND_USE_COLORS).map(([use, color]) => [use, `${color}a0`]),
)
/** Zoom from which lots are so large that their outlines do not hide them. */
const OUTLINES_FROM = 12
const LINE = 'rgba(90, 60, 30, 0.55)'

const [out, ...archives] = process.argv.slice(2)
if (!out || archives.length === 0) throw new Error('wants a file to write, and NAME=FILE pairs')

const step = SIDE + MARGIN
const canvas = createCanvas(MARGIN + ZOOMS.length * step, archives.length * (step + TEXT) + MARGIN)
const context = canvas.getContext('2d')
context.fillStyle = '#ffffff'
context.fillRect(0, 0, canvas.width, canvas.height)
for (const [row, pair] of archives.entries()) {
  const [name, file] = pair.split('=')
  const archive = openArchive(file)
  const top = MARGIN + row * (step + TEXT)
  for (const [column, zoom] of ZOOMS.entries()) {
    const left = MARGIN + column * step
    context.fillStyle = '#222222'
    context.font = '14px sans-serif'
    context.fillText(`${name}, zoom ${zoom}`, left, top + 13)
    context.save()
    context.translate(left, top + TEXT)
    await draw(context, archive, zoom)
    context.restore()
  }
}
writeFileSync(out, await canvas.encode('webp', 80))

/** Draws the tiles around the middle of an archive into a square at the origin. */
async function draw(context: SKRSContext2D, archive: PMTiles, zoom: number): Promise<void> {
  context.beginPath()
  context.rect(0, 0, SIDE, SIDE)
  context.clip()
  context.fillStyle = GROUND
  context.fillRect(0, 0, SIDE, SIDE)
  const { minLon, maxLon, minLat, maxLat } = await archive.getHeader()
  const side = worldSide(zoom)
  const middleX = worldX(((minLon + maxLon) / 2) * GRID, side) / EXTENT
  const middleY = worldY(((minLat + maxLat) / 2) * GRID, side) / EXTENT
  const reach = SIDE / 2 / TILE
  context.strokeStyle = LINE
  context.lineWidth = 0.4
  for (let y = Math.floor(middleY - reach); y <= middleY + reach; y++)
    for (let x = Math.floor(middleX - reach); x <= middleX + reach; x++) {
      const left = SIDE / 2 + (x - middleX) * TILE
      const top = SIDE / 2 + (y - middleY) * TILE
      context.save()
      // Neighbours draw what is beyond the tile.
      context.beginPath()
      context.rect(left, top, TILE, TILE)
      context.clip()
      for (const feature of await featuresOf(archive, zoom, x, y)) {
        const scale = TILE / feature.extent
        context.fillStyle = FILLS[`${feature.properties.use_group}`] ?? FILL
        context.beginPath()
        for (const ring of feature.loadGeometry()) {
          for (const [i, point] of ring.entries())
            context[i === 0 ? 'moveTo' : 'lineTo'](left + point.x * scale, top + point.y * scale)
          context.closePath()
        }
        context.fill('evenodd')
        if (zoom >= OUTLINES_FROM) context.stroke()
      }
      context.restore()
    }
}
