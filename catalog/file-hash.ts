import { createHash } from 'node:crypto'
import { read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'

const readAt = promisify(read)

/**
 * A part blocks the event loop for 0.7 ms where the processor has instructions for SHA-256, else 3.
 */
const PART_BYTES = 2 ** 20

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
  let [current, next] = [new Uint8Array(PART_BYTES), new Uint8Array(PART_BYTES)]
  let bytes = 0
  let reading = readAt(descriptor, current, 0, PART_BYTES, 0)
  for (;;) {
    const { bytesRead } = await reading
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    reading = readAt(descriptor, next, 0, PART_BYTES, bytes + bytesRead)
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
