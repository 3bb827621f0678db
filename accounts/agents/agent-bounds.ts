import type { Limit } from '../limits/limits.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Characters of the purpose of an agent. */
export const PURPOSE_MAX = 500
/** Minutes for which a claim code works; the contract states them. */
export const CLAIM_MINUTES = 15
/** Agents that one person may have claimed at a time. */
export const AGENTS_OF_PERSON_MAX = 100
/** Open invites of one organization. */
export const INVITES_MAX = 100
/** Longest life of an invite, in days. */
export const INVITE_DAYS_MAX = 30
/** Life of an invite when no other is requested, in days. */
export const INVITE_DAYS_USUAL = 7
/** Rows that one transaction of the sweep deletes. */
export const SWEPT_MAX = 500

/** Registrations from one client (IPv6: its /64) in any hour. */
export const REGISTRATIONS_OF_HOUR: Limit = { requests: 5, window_ms: HOUR_MS }
/** Registrations from one client in any day. */
export const REGISTRATIONS_OF_DAY: Limit = { requests: 20, window_ms: DAY_MS }
/** Invites that one client tries to redeem in any hour, wrong ones too. */
export const REDEMPTIONS_OF_HOUR: Limit = { requests: 30, window_ms: HOUR_MS }
/** Claim codes that one agent requests in any hour. */
export const CODES_OF_HOUR: Limit = { requests: 20, window_ms: HOUR_MS }
