import { SCENE_FILE_CHARACTERS_MAX } from '../scene/scene-file.ts'

// Limits of requests of projects. The reference states them, so the app only imports them.

/** Bytes of a request body. */
export const BODY_BYTES_MAX = 4_000_000
/** Bytes of a body with a scene file, and room for the fields around it. */
export const SCENE_BODY_BYTES_MAX = SCENE_FILE_CHARACTERS_MAX + 100_000
/**
 * Bodies of more than `BODY_BYTES_MAX`, or in chunks, that are received and handled at once: the
 * largest takes about 300 MB as text and objects.
 */
export const LARGE_BODIES_MAX = 4
/** Answers of more than `BODY_BYTES_MAX` that are sent at once: a slow reader holds one. */
export const LARGE_ANSWERS_MAX = 8
/** Bytes of a scene file from which it is sent as it is unpacked, and not held as a whole. */
export const STREAMED_SCENE_BYTES = 1_000_000
/** Characters of an id in a path. */
export const PARAM_CHARACTERS_MAX = 200
