import { createHash, hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { HASH_BYTES } from '../catalog/block-channel.ts'
import type { HashedFile } from '../catalog/manifest.ts'
import { BLOCK_BYTES } from '../catalog/stored-file.ts'
import { StepError } from '../terminal/step-error.ts'
import { BLOCKS } from './file-objects.ts'
import type { LocalFile, ObjectStorage } from './object-storage.ts'
import { readBytes } from './small-object.ts'
import { damagedObject } from './storage-failure.ts'

/** Begins the list and names its format. */
const MAGIC = 'PLATBLK1'
/** SHA-256 of the rest of the list, magic, bytes of a block, bytes of the file, its SHA-256. */
const HEAD_BYTES = HASH_BYTES + 8 + 8 + 8 + HASH_BYTES

/** Whether a file has more than one block: the hash of the only block is that of the file. */
export function hasBlockList({ bytes }: Pick<HashedFile, 'bytes'>): boolean {
  return bytes > BLOCK_BYTES
}

/** Bytes of the list of a file. */
export function blockListBytes({ bytes }: Pick<HashedFile, 'bytes'>): number {
  return HEAD_BYTES + Math.ceil(bytes / BLOCK_BYTES) * HASH_BYTES
}

export function blockListKey({ sha256 }: Pick<HashedFile, 'sha256'>): string {
  return `${BLOCKS}/${sha256}`
}

/**
 * Hashes a file of this machine and its blocks, and returns its list. Throws `StepError` for a file
 * that has other bytes than stated.
 */
export async function blockListOf({ path, bytes, sha256 }: LocalFile): Promise<Buffer> {
  const whole = createHash('sha256')
  const hashes: Buffer[] = []
  const file = await open(path)
  try {
    for (let at = 0; at < bytes; at += BLOCK_BYTES) {
      const block = Buffer.alloc(Math.min(BLOCK_BYTES, bytes - at))
      const { bytesRead } = await file.read(block, 0, block.length, at)
      const part = block.subarray(0, bytesRead)
      whole.update(part)
      hashes.push(hash('sha256', part, 'buffer'))
    }
    if (whole.digest('hex') === sha256 && (await file.stat()).size === bytes)
      return encoded(bytes, sha256, hashes)
  } finally {
    await file.close()
  }
  const remedy = 'Find out what is wrong with `plat verify`, and build or pull it again.'
  throw new StepError('read the file', path, 'has other bytes than its manifest states', remedy)
}

/**
 * SHA-256 of each block of a stored file, one after the other; null where the store has no list of
 * it. Throws `StorageFailure` for a damaged list.
 */
export async function readBlockList(
  storage: ObjectStorage,
  file: Pick<HashedFile, 'bytes' | 'sha256'>,
): Promise<SharedArrayBuffer | null> {
  if (!hasBlockList(file)) return inSharedMemory(Buffer.from(file.sha256, 'hex'))
  const key = blockListKey(file)
  const found = await readBytes(storage, key)
  if (!found) return null
  const hashes = found.bytes.subarray(HEAD_BYTES)
  const isWhole = found.bytes.length === blockListBytes(file)
  if (isWhole && found.bytes.equals(encoded(file.bytes, file.sha256, [hashes])))
    return inSharedMemory(hashes)
  throw damagedObject(storage.name, key, 'it is not the list of the blocks of its file')
}

function inSharedMemory(hashes: Buffer): SharedArrayBuffer {
  const own = new SharedArrayBuffer(hashes.length)
  Buffer.from(own).set(hashes)
  return own
}

function encoded(bytes: number, sha256: string, hashes: readonly Buffer[]): Buffer {
  const sizes = Buffer.alloc(16)
  sizes.writeBigUInt64LE(BigInt(BLOCK_BYTES), 0)
  sizes.writeBigUInt64LE(BigInt(bytes), 8)
  const rest = Buffer.concat([Buffer.from(MAGIC), sizes, Buffer.from(sha256, 'hex'), ...hashes])
  return Buffer.concat([hash('sha256', rest, 'buffer'), rest])
}
