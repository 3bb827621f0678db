// Limits of pictures and files that a turn takes. The reference states them.

/** Bytes of a picture. */
export const IMAGE_BYTES_MAX = 8_000_000
/** Pixels of a picture: some 160 MB while it is decoded. */
export const IMAGE_PIXELS_MAX = 40_000_000
/** Pixels of one side of a picture. */
export const IMAGE_SIDE_MAX = 16_000
/**
 * Scans of a progressive JPEG, of which usual ones have about ten: a decoder goes through all
 * pixels for each, however few bytes it has.
 */
export const JPEG_SCANS_MAX = 100
/** Bytes of a file of text. */
export const TEXT_BYTES_MAX = 200_000
/** Characters of the name of a picture or file; the rest is cut off. */
export const FILE_NAME_CHARACTERS_MAX = 255
