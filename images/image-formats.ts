import { readGif } from './gif-header.ts'
import type { ImageHeader, ImageType } from './image-header.ts'
import { readJpeg } from './jpeg-header.ts'
import { readPng } from './png-header.ts'
import { readWebp } from './webp-header.ts'

interface ImageFormat {
  type: ImageType
  name: string
  isOf(bytes: Uint8Array): boolean
  /** The header, or null where the picture is broken or ends too early. */
  read(bytes: Uint8Array): ImageHeader | null
}

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, i) => bytes[at + i] === byte)

const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** The formats of pictures that a turn takes. */
export const IMAGE_FORMATS: readonly ImageFormat[] = [
  {
    type: 'image/png',
    name: 'PNG',
    isOf: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    read: readPng,
  },
  {
    type: 'image/jpeg',
    name: 'JPEG',
    isOf: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
    read: readJpeg,
  },
  {
    type: 'image/webp',
    name: 'WebP',
    isOf: (bytes) => startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8),
    read: readWebp,
  },
  {
    type: 'image/gif',
    name: 'GIF',
    isOf: (bytes) =>
      startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && (bytes[4] === 0x37 || bytes[4] === 0x39),
    read: readGif,
  },
]
