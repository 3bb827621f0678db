import { viewOf } from './byte-view.ts'
import type { ImageHeader } from './image-header.ts'

const SCREEN_END = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const IMAGE_BLOCK = 10
const TRAILER = 0x3b

/**
 * The header of a GIF up to its second picture, with which it is an animation; null where it is
 * broken or ends before its first picture does.
 */
export function readGif(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < SCREEN_END) return null
  const view = viewOf(bytes)
  let [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  let frames = 0
  let at = SCREEN_END + tableBytes(bytes[10])
  while (at < bytes.length && frames < 2) {
    const block = bytes[at]
    if (block === TRAILER) break
    if (block === EXTENSION) at = afterBlocks(bytes, at + 2)
    else if (block === IMAGE) {
      if (at + IMAGE_BLOCK > bytes.length) return null
      const side = (place: number) => view.getUint16(at + place, true)
      width = Math.max(width, side(1) + side(5))
      height = Math.max(height, side(3) + side(7))
      at = afterBlocks(bytes, at + IMAGE_BLOCK + tableBytes(bytes[at + 9]) + 1)
      frames += 1
    } else return null
    if (at > bytes.length) return null
  }
  return frames === 0 ? null : { width, height, frames, scans: 1 }
}

/** Bytes of the table of colours that the flags state. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Where a list of blocks ends, each of which begins with its length. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at] + 1
  return at + 1
}
