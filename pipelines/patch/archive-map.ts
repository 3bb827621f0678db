import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { StepError } from '../../terminal/step-error.ts'
import {
  type ArchiveBytes,
  DIRECTORY_BYTES_MAX,
  parseDirectory,
  type ReadHeader,
} from '../archive/archive-bytes.ts'
import { HEADER_BYTES } from '../archive/archive-header.ts'
import type { Entry } from '../archive/directory.ts'

/** Parts of an archive; `other` is what no directory names, such as a gap. */
export type PieceKind = 'header' | 'root' | 'metadata' | 'leaf' | 'tile' | 'other'

/** A part of an archive that is compared as a whole. */
export interface Piece {
  kind: PieceKind
  /** First id that it answers; 0 where a file has one of its kind. */
  tileId: number
  /** Ids that it answers; a leaf is found from its first id on. */
  runLength: number
  /** Place in the file, in bytes. */
  offset: number
  length: number
}

/** Entries of all directories of an archive, about 350 bytes of memory each in a diff. */
const ARCHIVE_ENTRIES_MAX = 2_000_000
/** Levels of directories; the writers that we know make two. */
const DIRECTORY_LEVELS_MAX = 4

/** Compressions of directories, by the numbers of the header (spec 3.6, section 3). */
const UNPACK: Record<number, (bytes: Uint8Array) => Uint8Array> = {
  1: (bytes) => bytes,
  2: (bytes) => gunzipSync(bytes, { maxOutputLength: DIRECTORY_BYTES_MAX }),
  3: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: DIRECTORY_BYTES_MAX }),
  4: (bytes) => zstdDecompressSync(bytes, { maxOutputLength: DIRECTORY_BYTES_MAX }),
}

/**
 * Where everything is in an archive of any writer. Memory: about 200 bytes an entry of its
 * directories. Throws `StepError` for a file that is not an archive, or whose directories name
 * bytes that it does not have.
 */
export class ArchiveMap {
  /** The whole file in its order: each byte is in one piece. */
  readonly pieces: Piece[]
  private readonly addressed: Map<PieceKind, Piece[]>

  constructor(step: string, file: string, bytes: ArchiveBytes) {
    const found = new PieceFinder(step, file, bytes).findAll()
    this.addressed = Map.groupBy(found, ({ kind }) => kind)
    for (const pieces of this.addressed.values()) pieces.sort((a, b) => a.tileId - b.tileId)
    this.pieces = coverFile([...this.addressed.values()].flat(), bytes.size)
  }

  /** The piece of a kind that answers a tile id; null where there is none. */
  find(kind: PieceKind, tileId: number): Piece | null {
    const pieces = this.addressed.get(kind) ?? []
    let [from, to] = [0, pieces.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (pieces[middle].tileId <= tileId) from = middle + 1
      else to = middle
    }
    const piece = pieces[from - 1]
    return piece !== undefined && tileId < piece.tileId + piece.runLength ? piece : null
  }
}

/** Reads header and directories, and checks that what they name is in the file. */
class PieceFinder {
  private readonly pieces: Piece[] = []
  private readonly step: string
  private readonly file: string
  private readonly bytes: ArchiveBytes

  constructor(step: string, file: string, bytes: ArchiveBytes) {
    this.step = step
    this.file = file
    this.bytes = bytes
  }

  findAll(): Piece[] {
    if (this.bytes.size < HEADER_BYTES) throw this.refusal('is too short for a PMTiles archive')
    const header = this.bytes.header()
    if (header.magic !== 'PMTiles' || header.version !== 3)
      throw this.refusal('is not a PMTiles archive of version 3')
    const { rootOffset, rootLength, metadataOffset, metadataLength } = header
    this.add('header', 0, Infinity, 0, HEADER_BYTES)
    this.add('root', 0, Infinity, rootOffset, rootLength)
    if (metadataLength > 0) this.add('metadata', 0, Infinity, metadataOffset, metadataLength)
    this.addEntries(header, rootOffset, rootLength, 1)
    return this.pieces
  }

  private addEntries(header: ReadHeader, at: number, length: number, level: number): void {
    if (level > DIRECTORY_LEVELS_MAX)
      throw this.refusal(`has more than ${DIRECTORY_LEVELS_MAX} levels of directories`)
    for (const entry of this.readEntries(header, at, length)) {
      const { tileId, runLength, offset } = entry
      if (runLength > 0) {
        this.add('tile', tileId, runLength, header.dataOffset + offset, entry.length)
        continue
      }
      this.add('leaf', tileId, Infinity, header.leavesOffset + offset, entry.length)
      this.addEntries(header, header.leavesOffset + offset, entry.length, level + 1)
    }
  }

  private readEntries(header: ReadHeader, at: number, length: number): Entry[] {
    const unpack = UNPACK[header.internalCompression]
    if (unpack === undefined)
      throw this.refusal(`has directories of compression ${header.internalCompression}`)
    if (length > DIRECTORY_BYTES_MAX)
      throw this.refusal(`has a directory of ${length} bytes, at most ${DIRECTORY_BYTES_MAX}`)
    try {
      return parseDirectory(unpack(this.bytes.read(at, length)))
    } catch (cause) {
      throw this.refusal(`has a directory at byte ${at} that cannot be read`, cause)
    }
  }

  private add(
    kind: PieceKind,
    tileId: number,
    runLength: number,
    offset: number,
    length: number,
  ): void {
    const isInside = offset >= 0 && length > 0 && offset + length <= this.bytes.size
    if (!isInside)
      throw this.refusal(`has ${this.bytes.size} bytes and names ${length} from ${offset} on`)
    if (this.pieces.length >= ARCHIVE_ENTRIES_MAX) {
      const problem = `has more than ${ARCHIVE_ENTRIES_MAX} entries`
      throw new StepError(this.step, this.file, problem, 'Compare archives of parts of its area.')
    }
    this.pieces.push({ kind, tileId, runLength, offset, length })
  }

  private refusal(problem: string, cause?: unknown): StepError {
    const remedy = 'Name a whole PMTiles 3 archive; a cut or damaged one must be made again.'
    return new StepError(this.step, this.file, problem, remedy, { cause })
  }
}

/** The pieces in the order of the file. What overlaps a piece before it is left out. */
function coverFile(found: Piece[], size: number): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const fillTo = (offset: number): void => {
    if (offset === end) return
    pieces.push({ kind: 'other', tileId: 0, runLength: 0, offset: end, length: offset - end })
  }
  for (const piece of found.sort((a, b) => a.offset - b.offset)) {
    if (piece.offset < end) continue
    fillTo(piece.offset)
    pieces.push(piece)
    end = piece.offset + piece.length
  }
  fillTo(size)
  return pieces
}
