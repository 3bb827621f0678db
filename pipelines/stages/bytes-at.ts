import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of a file in memory of their own; null where the file ends before. */
export function bytesAt(file: string, at: number, length: number): Buffer | null {
  const descriptor = openSync(file, 'r')
  try {
    if (at + length > fstatSync(descriptor).size) return null
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let read = 0; read < length; ) {
      const more = readSync(descriptor, bytes, read, length - read, at + read)
      if (more === 0) return null
      read += more
    }
    return bytes
  } finally {
    closeSync(descriptor)
  }
}
