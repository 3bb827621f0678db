export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** A picture as its headers state it; nothing is decoded. */
export interface ImageHeader {
  width: number
  height: number
  /** 1 for a still picture; of an animation 2 or more. */
  frames: number
  /** Times that a decoder goes through all pixels. */
  scans: number
}
