import type { Limit } from '../limits/limits.ts'

/**
 * Requests of a key in any minute. Up to 300 (`stepOf` in `limits/limits.ts`) each counts by its
 * own time; of a larger limit each counts until the end of its step, so up to 200 ms longer.
 */
export const KEY_LIMIT: Limit = { requests: 300, window_ms: 60_000 }
export const SESSION_LIMIT: Limit = { requests: 3_000, window_ms: 60_000 }
/**
 * Tiles of a key or a session in any minute, beside its other requests. A hand that moves the map
 * twice a second with all layers on needs 1,100 on a screen of 1440 by 900 and some 3,000 on one of
 * 2560 by 1440: measured as 9 tiles a move (`web/README.md`).
 */
export const TILE_LIMIT: Limit = { requests: 6_000, window_ms: 60_000 }
/**
 * Unknown keys of one address in any minute. Beyond the limit the address may use keys that are
 * cached here, but other keys are not looked up, so that guessing cannot load the database.
 */
export const GUESS_LIMIT: Limit = { requests: 300, window_ms: 60_000 }
/** Requests of all demo visits from one address (IPv6: its /64) in any minute, whatever cookie. */
export const DEMO_LIMIT: Limit = { requests: 300, window_ms: 60_000 }
/** Tiles of all demo visits from one address in any minute: half of `TILE_LIMIT`. */
export const DEMO_TILE_LIMIT: Limit = { requests: 3_000, window_ms: 60_000 }
/** Seconds after which the cookie of a demo visit no longer counts: a day. */
export const DEMO_LIFE_S = 86_400
