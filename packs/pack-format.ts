import { z } from 'zod'

/**
 * Lookup pack: one table of a build in one immutable file, in the form that the service reads.
 *
 *   bytes 0..7    magic "PLATPACK"
 *   bytes 8..11   length of the header in bytes, little-endian
 *   bytes 12..43  SHA-256 of the header
 *   bytes 44..    the header, JSON
 *   then          the sections, each on a 64-byte boundary, little-endian
 *
 * Values that are read together lie together: a pack on disk takes one read for a row and one for a
 * shape. Coordinates are Int32 pairs of 1e-7 degree. Features over 256 points are stored as pieces
 * too; a feature of one piece shares its shape with it.
 */
export const MAGIC = 'PLATPACK'
export const FORMAT = 3
export const PREAMBLE_BYTES = 44
export const ALIGNMENT = 64

/** Sections in file order. A table without geometry has none of the spatial ones. */
export const SECTION_NAMES = [
  /** flatbush of the boxes of the pieces, of stretches of lines, or of the points. */
  'index',
  /** Uint32 per piece or stretch: its row, and the number of its shape. */
  'piece_row',
  'piece_shape',
  /** Uint32 per shape: one past its last word. Shapes of the rows, in their order, come first. */
  'shape_end',
  /** Open-addressing table of Uint32 from the hash of the key column to row + 1; zero is empty. */
  'key_slot',
  /** Distinct texts: length in bytes (Uint32), UTF-8, zeros up to a multiple of 4. */
  'text',
  /**
   * Int32 words. A shape is its number of polygons (0 in a piece and in lines), its number of rings
   * or lines, per polygon one past its last ring, per ring or line one past its last point, then
   * the points.
   */
  'shapes',
  /** Positions in a table of points: two Int32 per row. */
  'points',
  /**
   * One record a row, its columns side by side: Float64 with NaN for null; texts as Uint32, their
   * offset in `text` in words; booleans as one byte.
   */
  'records',
] as const
export type SectionName = (typeof SECTION_NAMES)[number]

const Extent = z.object({ offset: z.int(), length: z.int() })
export type Extent = z.infer<typeof Extent>

export const COLUMN_TYPES = ['text', 'real', 'integer', 'boolean'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** Bytes of a value in a record. */
export const VALUE_BYTES = { text: 4, real: 8, integer: 8, boolean: 1 } as const

export const PackHeader = z.object({
  format: z.literal(FORMAT),
  table: z.string(),
  rows: z.int(),
  pieces: z.int(),
  points: z.int(),
  geometry: z.enum(['polygons', 'points', 'lines', 'none']),
  /** The column of `rowOfKey`. */
  key: z.string().nullable(),
  /**
   * Columns of `rowsOf`. `slot` is a table like `key_slot` that leads to the first row of a value,
   * `next` holds per row the next row + 1 with the same value, 0 at the end.
   */
  lookups: z.array(z.object({ column: z.string(), slot: Extent, next: Extent })),
  /** west, south, east, north in grid units; null without geometry. */
  bounds: z.tuple([z.int(), z.int(), z.int(), z.int()]).nullable(),
  /** `at` is the offset of the value in the record. */
  columns: z.array(z.object({ name: z.string(), type: z.enum(COLUMN_TYPES), at: z.int() })),
  record_bytes: z.int(),
  sections: z.partialRecord(z.enum(SECTION_NAMES), Extent),
  /** Size of the body: a shorter file was cut off. */
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

/** Null in a record: NaN in numbers, 255 in booleans, this in texts. */
export const NULL_TEXT = 0xffffffff
export const NULL_BOOLEAN = 255

export type PackValue = string | number | boolean | null
