// Limits of requests and connections. The reference states them, so the app only imports them.

/** Bytes of path and query, as sent: 414 beyond. */
export const MAX_URL_BYTES = 8_192
/** Bytes of the whole request head: 431 beyond. The default of Node, made explicit. */
export const MAX_HEAD_BYTES = 16_384
/**
 * Characters of a path parameter: a parcel key of 200 characters, each percent-encoded with twelve.
 */
export const MAX_PARAM_CHARACTERS = 2_400
/** Bytes of a request body on geodata paths that read none. */
export const MAX_BODY_BYTES = 1_024
/** Bytes of the body of an account request: 413 beyond. */
export const MAX_ACCOUNT_BODY_BYTES = 16_384
/**
 * Bytes of the body of a list of locations: 413 beyond. A hundred addresses of 500 characters have
 * at most 200,000 in UTF-8.
 */
export const MAX_LOCATIONS_BODY_BYTES = 262_144
/** A request that has not arrived completely by then is answered with 408. */
export const REQUEST_TIMEOUT_MS = 15_000
/** The same for requests of projects, whose scene files have up to 32 MB. */
export const UPLOAD_TIMEOUT_MS = 60_000
/**
 * How often slow requests are checked: with Node's default of 30 s a slow client would stay three
 * times as long.
 */
export const REQUEST_CHECK_MS = 1_000
/** Lifetime of a connection without a request. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** A connection whose client stops reading an answer is closed: its request keeps a build open. */
export const STALLED_MS = 60_000
/** Pipelined requests that may wait on one connection; one more closes it. */
export const PIPELINED_MAX = 300
/** Open connections per thread; further ones are closed at once. */
export const CONNECTIONS_MAX = 2_000
