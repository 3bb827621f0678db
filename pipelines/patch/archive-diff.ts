import type { ArchiveBytes } from '../archive/archive-bytes.ts'
import type { ArchiveMap, Piece } from './archive-map.ts'
import { BLOCK_BYTES } from './checked-files.ts'
import { PackingSearch, PIECE_BYTES_MAX, PLAIN, unpack } from './packing.ts'
import type { PatchStep } from './patch-format.ts'
import { packDelta } from './piece-delta.ts'
import type { HashedArchive } from './piece-hashes.ts'

/** One side of a diff: its bytes, its pieces and their hashes. */
export interface Side extends HashedArchive {
  file: ArchiveBytes
  map: ArchiveMap
}

/** Different tiles of NEW by how a patch makes them. */
export interface TileCounts {
  /** Bytes of OLD, wherever they lie in it. */
  copied: number
  /** The tile that OLD has in its place, with what differs. */
  remade: number
  /** Bytes of the patch. */
  inserted: number
}

/** Finds the least way to each piece of NEW. */
export class ArchiveDiff {
  readonly tiles: TileCounts = { copied: 0, remade: 0, inserted: 0 }
  private readonly search = new PackingSearch()
  private readonly places = new Map<string, Piece>()
  private readonly oldSide: Side
  private readonly newSide: Side
  private readonly isWhole: boolean

  constructor(oldSide: Side, newSide: Side, isWhole: boolean) {
    this.oldSide = oldSide
    this.newSide = newSide
    this.isWhole = isWhole
    for (const [i, piece] of oldSide.map.pieces.entries()) this.places.set(oldSide.keys[i], piece)
  }

  /** The steps that make NEW, piece by piece in the order of its file. */
  *steps(onBytes: (count: number) => void): Generator<PatchStep> {
    const { map, keys } = this.newSide
    for (const [i, piece] of map.pieces.entries()) {
      const copied = this.places.get(keys[i])
      if (copied === undefined) yield* this.changed(piece)
      else {
        if (piece.kind === 'tile') this.tiles.copied++
        yield { do: 'copy', from: copied.offset, length: copied.length }
      }
      onBytes(piece.length)
    }
  }

  private *changed(piece: Piece): Generator<PatchStep> {
    const remade = piece.length > PIECE_BYTES_MAX ? null : this.remade(piece)
    // A remade piece without a base is one of the patch's bytes alone.
    if (piece.kind === 'tile') this.tiles[remade?.length ? 'remade' : 'inserted']++
    if (remade) yield remade
    else yield* this.inserted(piece)
  }

  private *inserted({ offset, length }: Piece): Generator<PatchStep> {
    for (let at = 0; at < length; at += BLOCK_BYTES) {
      const bytes = this.newSide.file.read(offset + at, Math.min(BLOCK_BYTES, length - at))
      yield { do: 'insert', bytes }
    }
  }

  /** The piece as a change of the one that OLD has in its place; null where that is not smaller. */
  private remade(piece: Piece): (PatchStep & { do: 'remake' }) | null {
    const packed = this.newSide.file.read(piece.offset, piece.length)
    const base = this.baseOf(piece)
    try {
      const unpacked = unpack(packed)
      const packing = this.search.find(packed, unpacked)
      if (packing === null || (this.isWhole && packing !== PLAIN)) return null
      const delta = packDelta(unpacked, base.unpacked)
      if (delta.length >= packed.length) return null
      return { do: 'remake', from: base.from, length: base.length, packing, delta }
    } catch {
      // Damaged gzip, or more than the bound: the bytes are taken as they are.
      return null
    }
  }

  private baseOf({ kind, tileId }: Piece): { from: number; length: number; unpacked: Uint8Array } {
    const base = this.oldSide.map.find(kind, tileId)
    const none = { from: 0, length: 0, unpacked: new Uint8Array(0) }
    if (base === null || base.length > PIECE_BYTES_MAX) return none
    try {
      const unpacked = unpack(this.oldSide.file.read(base.offset, base.length))
      return { from: base.offset, length: base.length, unpacked }
    } catch {
      return none
    }
  }
}
