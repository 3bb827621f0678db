// Limits of the pictures and animations of jobs.

/** Bytes of one picture or animation. */
export const FILE_BYTES_MAX = 16_000_000
/** Characters of a prompt. */
export const PROMPT_CHARACTERS_MAX = 4_000
/** Deadline of one attempt at a job: a turn-table of a large building takes minutes. */
export const MEDIA_DEADLINE_MS = 300_000
