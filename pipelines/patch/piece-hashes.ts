import { createHash, type Hash } from 'node:crypto'
import { hashFile } from '../../catalog/file-hash.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { Piece } from './archive-map.ts'

/** Bytes of SHA-256 by which pieces are compared; two different ones never had the same. */
const KEY_BYTES = 16

export interface HashedArchive {
  sha256: string
  bytes: number
  /** The key of each piece. */
  keys: string[]
}

/** SHA-256 of a file and of each piece of it, in one pass. The pieces cover the file in order. */
export async function hashPieces(
  file: string,
  pieces: readonly Piece[],
  progress: Progress,
): Promise<HashedArchive> {
  const last = pieces[pieces.length - 1]
  const step = progress.step(`hash ${file}`, { total: last.offset + last.length, unit: 'B' })
  const keys: string[] = []
  let hash: Hash = createHash('sha256')
  const { sha256, bytes } = await hashFile(file, (part, position) => {
    const end = position + part.length
    for (let at = position; at < end && keys.length < pieces.length; ) {
      const piece = pieces[keys.length]
      const pieceEnd = piece.offset + piece.length
      hash.update(part.subarray(at - position, Math.min(end, pieceEnd) - position))
      at = Math.min(end, pieceEnd)
      if (at < pieceEnd) continue
      keys.push(hash.digest().toString('latin1', 0, KEY_BYTES))
      hash = createHash('sha256')
    }
    step.advance(part.length)
  })
  step.done(`sha256 ${sha256.slice(0, 12)}`)
  return { sha256, bytes, keys }
}
