import { createHash } from 'node:crypto'
import { fstat, read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const readAt = promisify(read)
const statOf = promisify(fstat)

/**
 * A part blocks the event loop for 0.7 ms where the processor has instructions for SHA-256, else 3.
 */
const PART_BYTES = 2 ** 20
/** Least bytes of a part: a file may state no size, or grow. */
const PART_BYTES_MIN = 4096

/** Receives the parts of a file in order. They are overwritten afterwards. */
export type OnPart = (part: Uint8Array, position: number) => void

/**
 * SHA-256 in hex and length of an open file, read in parts: the next part is read while one is
 * hashed, and the event loop is given back between them.
 */
export async function hashDescriptor(
  descriptor: number,
  onPart: OnPart = () => {},
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  // Most files of a build are small: to fill two whole parts with zeros took longer than to hash.
  const { size } = await statOf(descriptor)
  const part_bytes = Math.min(PART_BYTES, Math.max(PART_BYTES_MIN, size))
  let [current, next] = [Buffer.allocUnsafeSlow(part_bytes), Buffer.allocUnsafeSlow(part_bytes)]
  let bytes = 0
  let reading = readAt(descriptor, current, 0, part_bytes, 0)
  for (;;) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    reading = readAt(descriptor, next, 0, part_bytes, bytes + bytesRead)
    const part = current.subarray(0, bytesRead)
    hash.update(part)
    onPart(part, bytes)
    bytes += bytesRead
    ;[current, next] = [next, current]
  }
}

/**
 * SHA-256 in hex and length of the file at a path, as `hashDescriptor`. Throws the system's error.
 */
export async function hashFile(
  path: string,
  onPart?: OnPart,
): Promise<{ bytes: number; sha256: string }> {
  const handle = await open(path, 'r')
  try {
    return await hashDescriptor(handle.fd, onPart)
  } finally {
    await handle.close()
  }
}
