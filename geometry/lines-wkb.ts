import type { Lines } from './lines.ts'
import { LinesBuilder } from './lines-builder.ts'
import { GRID } from './polygons.ts'
import { WkbReader } from './wkb-reader.ts'

const LINESTRING = 2
const MULTILINESTRING = 5

/** Encodes lines as little-endian OGC WKB in lon/lat degrees: a LINESTRING or a MULTILINESTRING. */
export function linesToWkb({ coords, lineEnds }: Lines): Uint8Array {
  const isMulti = lineEnds.length !== 1
  const out = Buffer.allocUnsafe((isMulti ? 9 : 0) + lineEnds.length * 9 + coords.length * 8)
  let at = 0
  const head = (type: number, count: number) => {
    out.writeUInt8(1, at)
    out.writeUInt32LE(type, at + 1)
    at = out.writeUInt32LE(count, at + 5)
  }
  if (isMulti) head(MULTILINESTRING, lineEnds.length)
  let start = 0
  for (const end of lineEnds) {
    head(LINESTRING, end - start)
    for (let i = start * 2; i < end * 2; i++) at = out.writeDoubleLE(coords[i] / GRID, at)
    start = end
  }
  return out
}

/**
 * Reads LINESTRING and MULTILINESTRING WKB of either byte order, with or without Z, M or an EWKB
 * SRID, and snaps it to the grid. Throws for anything else.
 */
export function wkbToLines(wkb: Uint8Array): Lines {
  const reader = new WkbReader(wkb)
  const builder = new LinesBuilder()
  const readLine = () => {
    reader.points(builder)
    builder.endLine()
  }
  const type = reader.header()
  if (type === LINESTRING) readLine()
  else if (type === MULTILINESTRING)
    for (let left = reader.count(); left > 0; left--) {
      const part = reader.header()
      if (part !== LINESTRING) throw new Error(`WKB type ${part} inside a MULTILINESTRING`)
      readLine()
    }
  else throw new Error(`WKB type ${type} is not linear`)
  return builder.finish()
}
