import Flatbush from 'flatbush'
import type { Lines } from '../geometry/lines.ts'
import type { Polygons, Rings } from '../geometry/polygons.ts'
import type { PackBlock, PackBlocks } from './pack-blocks.ts'
import type { PackFile } from './pack-file.ts'
import type { SectionName } from './pack-format.ts'

/**
 * The polygons of a pack and their pieces, or its lines and the boxes of their stretches. Index,
 * rows and offsets of the pieces always stay in memory, about 33 bytes a row of one piece; the
 * shapes themselves are read on demand.
 */
export class PackShapes {
  /** Index of the boxes of the pieces, or of the stretches of lines; null without any. */
  readonly index: Flatbush | null
  /** The row of each piece. */
  readonly pieceRow: Uint32Array
  private readonly pieceShape: Uint32Array
  private readonly shapeEnd: Uint32Array
  private readonly blocks: PackBlocks
  private readonly start: number

  constructor(file: PackFile, blocks: PackBlocks, memory: ArrayBuffer | null) {
    this.index = openIndex(file, memory)
    this.pieceRow = load(file, memory, 'piece_row')
    this.pieceShape = load(file, memory, 'piece_shape')
    this.shapeEnd = load(file, memory, 'shape_end')
    this.blocks = blocks
    this.start = file.header.sections.shapes!.offset
  }

  /** The rings of a piece: correct for signed areas and ray parities, not for display. */
  piece(piece: number): Rings {
    return ringsOf(this.find(this.pieceShape[piece]))
  }

  /** The whole polygons of a row. */
  polygons(row: number): Polygons {
    const words = this.find(row)
    const { block, at } = words
    return { ...ringsOf(words), polygonEnds: block.uint32s(at + 8, block.uint32(at)) }
  }

  /** The whole lines of a row. */
  lines(row: number): Lines {
    const { coords, ringEnds } = ringsOf(this.find(row))
    return { coords, lineEnds: ringEnds }
  }

  private find(shape: number): Words {
    const first = shape === 0 ? 0 : this.shapeEnd[shape - 1]
    const count = this.shapeEnd[shape] - first
    const at = this.start + first * 4
    return { block: this.blocks.block(at, count * 4), at, count }
  }
}

/** The words of one shape. */
interface Words {
  block: PackBlock
  at: number
  count: number
}

function ringsOf({ block, at, count }: Words): Rings {
  const polygons = block.uint32(at)
  const rings = block.uint32(at + 4)
  const before = 2 + polygons + rings
  return {
    coords: block.int32s(at + before * 4, count - before),
    ringEnds: block.uint32s(at + 8 + polygons * 4, rings),
  }
}

/** Opens the index of pieces or points; null in a table without any. */
export function openIndex(file: PackFile, memory: ArrayBuffer | null): Flatbush | null {
  const extent = file.header.sections.index
  if (!extent) return null
  const bytes = memory ?? file.readShared(extent)
  // biome-ignore lint/suspicious/noExplicitAny: flatbush accepts SharedArrayBuffer, its types do not
  return Flatbush.from(bytes as any, memory ? extent.offset : 0)
}

function load(file: PackFile, memory: ArrayBuffer | null, name: SectionName): Uint32Array {
  const extent = file.header.sections[name]!
  const bytes = memory ?? file.readShared(extent)
  return new Uint32Array(bytes, memory ? extent.offset : 0, extent.length / 4)
}
