import { z } from 'zod'

/**
 * A lookup pack: one table of a build as the service reads it, in one immutable file.
 *
 *   bytes 0..7    magic "PLATPACK"
 *   bytes 8..11   length of the header in bytes, little-endian
 *   bytes 12..43  SHA-256 of the header
 *   bytes 44..    the header, JSON
 *   then          the sections, each on a 64-byte boundary, little-endian
 *
 * Points are Int32 pairs of 1e-7 degree. Rings of whole features come first, row by row; rings of
 * the pieces of features over 256 points follow. A feature of one piece shares its rings with it.
 * A table of points has one point a row and no rings.
 */
export const MAGIC = 'PLATPACK'
export const FORMAT = 2
export const PREAMBLE_BYTES = 44
export const ALIGNMENT = 64

/** Sections in file order, with the type of their numbers. */
export const SECTIONS = {
  /** flatbush over the boxes of the pieces, or over the points; absent in a table without geometry. */
  index: Uint8Array,
  /** Per piece: its row, its first ring, one past its last ring. */
  piece_row: Uint32Array,
  piece_ring_start: Uint32Array,
  piece_ring_end: Uint32Array,
  /** Per row, plus one: where its rings and polygons start. */
  row_ring: Uint32Array,
  row_polygon: Uint32Array,
  /** Per polygon: one past its last ring. Per ring: one past its last point. */
  polygon_end: Uint32Array,
  ring_end: Uint32Array,
  /** Open-addressing table from the hash of the key column to row + 1; zero is an empty slot. */
  key_slot: Uint32Array,
  /** Distinct texts: UTF-8 bytes of text i lie between text_end[i - 1] and text_end[i]. */
  text_end: Float64Array,
  text: Uint8Array,
  coords: Int32Array,
} as const

export type SectionName = keyof typeof SECTIONS

const Extent = z.object({ offset: z.int(), length: z.int() })

export const COLUMN_TYPES = ['text', 'real', 'integer', 'boolean'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export const PackHeader = z.object({
  format: z.literal(FORMAT),
  table: z.string(),
  rows: z.int(),
  pieces: z.int(),
  points: z.int(),
  geometry: z.enum(['polygons', 'points', 'none']),
  /** The column that `rowOfKey` looks in. */
  key: z.string().nullable(),
  /**
   * Columns that `rowsOf` looks in. `slot` is a table like `key_slot` that leads to the first row
   * of a value, `next` says per row which row + 1 has the same value after it, 0 at the end.
   */
  lookups: z.array(z.object({ column: z.string(), slot: Extent, next: Extent })),
  /** west, south, east, north in grid units; null without geometry. */
  bounds: z.tuple([z.int(), z.int(), z.int(), z.int()]).nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(COLUMN_TYPES), extent: Extent })),
  sections: z.record(z.string(), Extent),
  /** Size of the body: with a shorter one the file was cut off. */
  bytes: z.int(),
  /** SHA-256 of everything after the header; checked by `plat verify`, not at start-up. */
  body_sha256: z.string(),
})
export type PackHeader = z.infer<typeof PackHeader>

/** FNV-1a over UTF-16 code units, 32 bits: spreads keys over `key_slot`. */
export function hashKey(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash
}

/** What stands for null in packed columns: NaN in numbers, 255 in booleans, this in texts. */
export const NULL_TEXT = 0xffffffff
export const NULL_BOOLEAN = 255

export type PackValue = string | number | boolean | null
