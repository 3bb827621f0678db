import { loadImage } from '@napi-rs/canvas'
import { IMAGE_FORMATS } from '../../images/image-formats.ts'
import { BoundedQueue } from '../blobs/bounded-queue.ts'
import { ArchitectError } from '../projects/architect-error.ts'
import { MEDIA_TYPES, type MediaType } from '../store/media-schema.ts'
import { FILE_BYTES_MAX } from './media-limits.ts'

/** Pixels of a picture of a provider: some 70 MB while it is decoded. */
const PROVIDED_PIXELS_MAX = 17_000_000
/** Scans of a progressive JPEG: a decoder goes through all pixels for each. */
const PROVIDED_SCANS_MAX = 100
/** Pictures of providers that are decoded at once in a process. */
const DECODED_AT_ONCE = 1
/** Pictures that wait to be decoded: more than jobs run at once. */
const DECODING_WAITING_MAX = 16

const decoding = new BoundedQueue(DECODED_AT_ONCE, DECODING_WAITING_MAX, () =>
  unusable('too many pictures wait to be looked at'),
)

/** A picture of a provider as its bytes show it. */
export interface ProvidedPicture {
  mediaType: MediaType
  width: number
  height: number
}

/**
 * What the bytes of a provider are, by themselves: a still PNG, WebP or JPEG of a bounded size that
 * can be decoded. Throws `ArchitectError` `media_failed`.
 */
export async function providedPicture(bytes: Buffer): Promise<ProvidedPicture> {
  const format = IMAGE_FORMATS.find((each) => each.isOf(bytes))
  const mediaType = MEDIA_TYPES.find((type) => type === format?.type)
  if (!format || !mediaType) throw unusable('it is neither a PNG nor a WebP nor a JPEG')
  if (bytes.length > FILE_BYTES_MAX)
    throw unusable(`it has more than ${FILE_BYTES_MAX.toLocaleString('en-US')} bytes`)
  const header = format.read(bytes)
  if (!header || header.width === 0 || header.height === 0)
    throw unusable(`the ${format.name} is broken or incomplete`)
  const { width, height, frames, scans } = header
  if (frames > 1) throw unusable('it is an animation')
  if (width * height > PROVIDED_PIXELS_MAX || scans > PROVIDED_SCANS_MAX)
    throw unusable(`it is ${width} x ${height} pixels in ${scans} scans, too large`)
  await decoding.run(async () => {
    // The header again would not notice pixels that are not there.
    await loadImage(bytes).catch(() => {
      throw unusable(`the ${format.name} cannot be decoded`)
    })
  })
  return { mediaType, width, height }
}

const unusable = (why: string): ArchitectError =>
  new ArchitectError(
    'media_failed',
    `The provider of the model answered with a picture that cannot be used: ${why}. Nothing was charged.`,
    { fields: { reason: 'unreadable' } },
  )
