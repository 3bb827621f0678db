// What a request may be. The reference tells them, so they stand apart from the app.

/** Bytes of path and query, as sent: 414 beyond. */
export const MAX_URL_BYTES = 8_192
/** Bytes of all of a request's head: 431 beyond. Node's own default, said. */
export const MAX_HEAD_BYTES = 16_384
/** A parcel key of 200 characters of twelve each, percent-encoded; what is longer is nobody's. */
export const MAX_PARAM_CHARACTERS = 2_400
/** No path of the geodata service takes a body. */
export const MAX_BODY_BYTES = 1_024
/** Of an account request: 413 beyond. */
export const MAX_ACCOUNT_BODY_BYTES = 16_384
/** A request that has not arrived whole by then is answered with 408 and dropped. */
export const REQUEST_TIMEOUT_MS = 15_000
/** How often that is looked for: Node's own 30 s would let a slow client live three times as long. */
export const REQUEST_CHECK_MS = 1_000
/** A connection without a request. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** A connection on which an answer does not move on is cut: its request holds a build open. */
export const STALLED_MS = 60_000
/** Requests of one connection that wait for the one before them; one more closes it. */
export const PIPELINED_MAX = 300
/** Connections of a thread at a time; the next is closed as it comes. */
export const CONNECTIONS_MAX = 2_000
