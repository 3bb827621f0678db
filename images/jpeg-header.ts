import { viewOf } from './byte-view.ts'
import type { ImageHeader } from './image-header.ts'

const MARK = 0xff
const END = 0xd9
const SCAN = 0xda
/** Bytes of a start of a frame: length, precision, height, width, number of components. */
const FRAME_BYTES = 8

/**
 * The header of a JPEG, whose segments have to be there up to the end of the picture; null where
 * they are not. Other pictures after that end, as cameras add them, are not looked at.
 */
export function readJpeg(bytes: Uint8Array): ImageHeader | null {
  const view = viewOf(bytes)
  let header: ImageHeader | null = null
  let scans = 0
  let at = 2
  while (at + 1 < bytes.length) {
    if (bytes[at] !== MARK) return null
    const marker = bytes[at + 1]
    if (marker === MARK) {
      at += 1
      continue
    }
    at += 2
    if (marker === END) return header !== null && scans > 0 ? { ...header, scans } : null
    if (isAlone(marker)) continue
    if (at + 2 > bytes.length) return null
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length) return null
    if (isFrame(marker)) {
      if (header !== null || length < FRAME_BYTES) return null
      header = {
        width: view.getUint16(at + 5),
        height: view.getUint16(at + 3),
        frames: 1,
        scans: 0,
      }
    }
    at += length
    if (marker === SCAN) {
      scans += 1
      at = nextMarker(bytes, at)
    }
  }
  return null
}

/** Markers without a segment behind them. */
const isAlone = (marker: number): boolean => marker === 0x01 || isRestart(marker)
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
/** Starts of frames of all processes; tables and the extension have numbers in between. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Where the data of a scan end: at the first marker that is not part of them. */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = from
  while (true) {
    at = bytes.indexOf(MARK, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const after = bytes[at + 1]
    if (after !== 0 && after !== MARK && !isRestart(after)) return at
    at += after === MARK ? 1 : 2
  }
}
