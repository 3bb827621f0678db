// What a request may be. The reference tells them, so they stand apart from the app.

/** Bytes of path and query, as sent: 414 beyond. */
export const MAX_URL_BYTES = 8_192
/** A parcel key of 200 characters of twelve each, percent-encoded; what is longer is nobody's. */
export const MAX_PARAM_CHARACTERS = 2_400
/** A request that has not arrived whole by then is answered with 408 and dropped. */
export const REQUEST_TIMEOUT_MS = 15_000
