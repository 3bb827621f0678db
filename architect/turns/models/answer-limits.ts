/** Bounds of one answer of a model. Tests shorten the times. */
export interface AnswerLimits {
  first_ms: number
  silent_ms: number
  answer_ms: number
  bytesMax: number
  charactersMax: number
  callsMax: number
  sendsMax: number
  repeat_ms: number
  retryAfterMax_ms: number
}

/** Wait for the first byte of an answer: models think before they write. */
const FIRST_BYTE_MS = 120_000
/** Wait for each further byte. Pings of a provider count: they show that it still works. */
const SILENT_MS = 60_000
/** Time of one answer with all repeats of its request. */
const ANSWER_MS = 600_000
/** Bytes of a streamed answer: each token of it takes about 250 as JSON. */
const ANSWER_BYTES_MAX = 64_000_000
/** Characters of text, reasoning and arguments of an answer. */
const ANSWER_CHARACTERS_MAX = 2_000_000
/** Calls of tools in one answer. */
const CALLS_MAX = 64
/** Sends of one request: the first one, and repeats while nothing of an answer has arrived. */
const SENDS_MAX = 4
/** Longest wait before the first repeat, doubled before each further one; the wait is random. */
const REPEAT_MS = 1_000
/** Longest `Retry-After` that is waited for; a longer one ends the request. */
const RETRY_AFTER_MAX_MS = 20_000

export const ANSWER_LIMITS: AnswerLimits = {
  first_ms: FIRST_BYTE_MS,
  silent_ms: SILENT_MS,
  answer_ms: ANSWER_MS,
  bytesMax: ANSWER_BYTES_MAX,
  charactersMax: ANSWER_CHARACTERS_MAX,
  callsMax: CALLS_MAX,
  sendsMax: SENDS_MAX,
  repeat_ms: REPEAT_MS,
  retryAfterMax_ms: RETRY_AFTER_MAX_MS,
}
