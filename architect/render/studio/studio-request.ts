import type { PerspectiveRequest } from '../perspective-view.ts'

/** Formats of pictures in studio quality. `frame` is a smaller WebP, for an animation. */
export type StudioFormat = 'png' | 'webp' | 'frame'

/** A picture in studio quality. */
export interface StudioRequest {
  view: PerspectiveRequest
  /**
   * Pictures that are averaged, each with four samples a pixel and the sun at another place of its
   * disc. Sums of up to 257 fit their 16 bits.
   */
  passes: number
  format: StudioFormat
}

/** Red, green and blue. */
const CHANNELS = 3

/** Memory for the sums of a picture, shared by all threads that draw passes of it. */
export function sumOf({ view: { width, height } }: StudioRequest): Uint16Array {
  const bytes = width * height * CHANNELS * Uint16Array.BYTES_PER_ELEMENT
  return new Uint16Array(new SharedArrayBuffer(bytes))
}
