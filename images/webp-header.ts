import { tagAt, viewOf } from './byte-view.ts'
import type { ImageHeader } from './image-header.ts'

/** `RIFF`, a length and `WEBP`. */
const FILE_HEADER = 12
const CHUNK_HEADER = 8
const ANIMATED = 0x02

/** The header of a WebP, which has to have as many bytes as it states; null where it has not. */
export function readWebp(bytes: Uint8Array): ImageHeader | null {
  const view = viewOf(bytes)
  if (bytes.length < FILE_HEADER || view.getUint32(4, true) + 8 > bytes.length) return null
  const end = view.getUint32(4, true) + 8
  const header: ImageHeader = { width: 0, height: 0, frames: 1, scans: 1 }
  let hasPixels = false
  const enlarge = (width: number, height: number) => {
    header.width = Math.max(header.width, width)
    header.height = Math.max(header.height, height)
  }
  for (let at = FILE_HEADER; at + CHUNK_HEADER <= end; ) {
    const length = view.getUint32(at + 4, true)
    const data = at + CHUNK_HEADER
    if (data + length > end) return null
    switch (tagAt(bytes, at)) {
      case 'VP8X':
        if (length < 10) return null
        if (bytes[data] & ANIMATED) header.frames = 2
        enlarge(uint24(bytes, data + 4) + 1, uint24(bytes, data + 7) + 1)
        break
      case 'ANMF':
        header.frames = 2
        hasPixels = true
        break
      case 'VP8 ':
        if (length < 10 || uint24(bytes, data + 3) !== 0x2a019d) return null
        enlarge(view.getUint16(data + 6, true) & 0x3fff, view.getUint16(data + 8, true) & 0x3fff)
        hasPixels = true
        break
      case 'VP8L': {
        if (length < 5 || bytes[data] !== 0x2f) return null
        const sizes = view.getUint32(data + 1, true)
        enlarge((sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1)
        hasPixels = true
        break
      }
    }
    // Chunks begin at even places.
    at = data + length + (length % 2)
  }
  return hasPixels ? header : null
}

function uint24(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16)
}
