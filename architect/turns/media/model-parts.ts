import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { BoundedQueue } from '../../blobs/bounded-queue.ts'
import type { ModelImage } from '../models/step-model.ts'
import type { TurnPart } from '../turn-input.ts'
import { MediaRefusal } from './media-refusal.ts'
import { readMedia, textOf } from './read-media.ts'

/** Pixels of the longer side of a picture as a model gets it: providers use no more of it. */
export const MODEL_IMAGE_SIDE_MAX = 1_536
/** Bytes of a picture as a model gets it: providers refuse 5 MB in base64. */
export const MODEL_IMAGE_BYTES_MAX = 3_500_000
/** Pictures that are decoded at once in a process, each with up to 160 MB. */
const DECODED_AT_ONCE = 1
/** Pictures that wait to be decoded; further ones are refused. */
const DECODING_WAITING_MAX = 100
/** From 0 to 100. */
const JPEG_QUALITY = 88

const decoding = new BoundedQueue(
  DECODED_AT_ONCE,
  DECODING_WAITING_MAX,
  (waiting) => new Error(`${waiting} pictures wait to be decoded`),
)

/** The text of a file: data of the sender, never instructions. */
export interface ModelFile {
  name: string
  mediaType: string
  text: string
}

/** The parts of an input as a model gets them, each list in the order of the input. */
export interface ModelParts {
  images: ModelImage[]
  files: ModelFile[]
}

/**
 * Reads stored parts: pictures in at most `MODEL_IMAGE_SIDE_MAX` pixels and `MODEL_IMAGE_BYTES_MAX`
 * bytes, one decoded at a time, and the text of files. Throws `StorageFailure`, and `MediaRefusal`
 * that names the picture that cannot be decoded.
 */
export async function readModelParts(
  parts: readonly TurnPart[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<ModelParts> {
  const read: ModelParts = { images: [], files: [] }
  for (const { kind, name, mediaType, blob } of parts) {
    const bytes = await blobs.get(blob)
    if (kind === 'image') read.images.push(await modelImage(bytes, name))
    else read.files.push({ name, mediaType, text: textOf(bytes) })
  }
  return read
}

/** A picture in the size for models; as it is where it is small enough. */
export async function modelImage(bytes: Uint8Array, name: string): Promise<ModelImage> {
  // Its headers again: what is decoded below is bounded by them alone.
  const media = readMedia(bytes, name)
  if (media.kind !== 'image') throw new TypeError(`${name} is not a picture`)
  const { width, height, mediaType } = media
  const scale = Math.min(1, MODEL_IMAGE_SIDE_MAX / Math.max(width, height))
  if (scale === 1 && bytes.length <= MODEL_IMAGE_BYTES_MAX) return { mediaType, bytes }
  return await decoding.run(async () => {
    const image = await decode(bytes, name)
    const isPhoto = mediaType === 'image/jpeg'
    const whole = isPhoto ? null : await redraw(image, scale, null).encode('png')
    if (whole && whole.length <= MODEL_IMAGE_BYTES_MAX)
      return { mediaType: 'image/png', bytes: whole }
    const photo = await redraw(image, scale, '#ffffff').encode('jpeg', JPEG_QUALITY)
    return { mediaType: 'image/jpeg', bytes: photo }
  })
}

async function decode(bytes: Uint8Array, name: string): Promise<Image> {
  try {
    return await loadImage(bytes)
  } catch {
    throw new MediaRefusal('unsupported', `The picture ${name} cannot be decoded: send it anew.`)
  }
}

/** The picture in a smaller size, turned as its camera states. JPEG needs a colour behind it. */
function redraw(image: Image, scale: number, behind: string | null) {
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (behind !== null) {
    context.fillStyle = behind
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas
}
