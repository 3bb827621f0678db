import { tagAt, viewOf } from './byte-view.ts'

/** `RIFF`, a length and `WEBP`. */
const FILE_HEADER = 12
const CHUNK_HEADER = 8
const ANIMATED = 0x02
/** A frame covers the one before it, whole. */
const REPLACES = 0x02
/** Chunks of a still picture that are its pixels. */
const PIXELS = ['ALPH', 'VP8 ', 'VP8L']
/** Bytes of the header of a frame. */
const FRAME_HEADER = 16

interface Animation {
  width: number
  height: number
  /** Time that each frame is shown. */
  frame_ms: number
}

/**
 * One animated WebP of still ones of its size, without loss and repeated for ever
 * (https://developers.google.com/speed/webp/docs/riff_container). Throws for what is not a WebP.
 */
export function animatedWebp(
  frames: readonly Uint8Array[],
  { width, height, frame_ms }: Animation,
): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = ANIMATED
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  // The background, which no frame shows, and the number of repetitions: 0 is for ever.
  const animation = Buffer.alloc(6)
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', extended),
    chunk('ANIM', animation),
    ...frames.map((frame) => {
      const header = Buffer.alloc(FRAME_HEADER)
      header.writeUIntLE(width - 1, 6, 3)
      header.writeUIntLE(height - 1, 9, 3)
      header.writeUIntLE(frame_ms, 12, 3)
      header[15] = REPLACES
      return chunk('ANMF', Buffer.concat([header, ...pixelChunks(frame)]))
    }),
  ])
  return chunk('RIFF', body)
}

/** The chunks with the pixels of a still WebP, each with its header. */
function pixelChunks(file: Uint8Array): Uint8Array[] {
  const view = viewOf(file)
  const found: Uint8Array[] = []
  for (let at = FILE_HEADER; at + CHUNK_HEADER <= file.length; ) {
    const length = view.getUint32(at + 4, true)
    // Chunks begin at even places.
    const end = at + CHUNK_HEADER + length + (length % 2)
    if (PIXELS.includes(tagAt(file, at))) found.push(file.subarray(at, end))
    at = end
  }
  if (found.length === 0) throw new Error('a frame of the animation is not a WebP')
  return found
}

function chunk(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(CHUNK_HEADER)
  header.write(type, 0, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)])
}
