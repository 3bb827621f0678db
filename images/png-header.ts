import { tagAt, viewOf } from './byte-view.ts'
import type { ImageHeader } from './image-header.ts'

const FIRST_CHUNK = 8
/** Length, type and checksum around the data of a chunk. */
const AROUND_CHUNK = 12

/** The header of a PNG, whose chunks have to be there up to the last; null where they are not. */
export function readPng(bytes: Uint8Array): ImageHeader | null {
  const view = viewOf(bytes)
  let header: ImageHeader | null = null
  let hasPixels = false
  for (let at = FIRST_CHUNK; at + AROUND_CHUNK <= bytes.length; ) {
    const length = view.getUint32(at)
    if (at + AROUND_CHUNK + length > bytes.length) return null
    const data = at + 8
    switch (tagAt(bytes, at + 4)) {
      case 'IHDR':
        if (header !== null || at !== FIRST_CHUNK || length !== 13) return null
        header = {
          width: view.getUint32(data),
          height: view.getUint32(data + 4),
          frames: 1,
          scans: 1,
        }
        break
      case 'acTL':
        if (header === null || length < 4) return null
        header.frames = Math.max(1, view.getUint32(data))
        break
      case 'IDAT':
        hasPixels = true
        break
      case 'IEND':
        return hasPixels ? header : null
    }
    at += AROUND_CHUNK + length
  }
  return null
}
