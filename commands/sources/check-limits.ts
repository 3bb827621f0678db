/** Time for the check of all assets; those that are left then are reported as unknown. */
export const CHECK_MS_MAX = 900_000

/** Hosts that are requested at a time, with one request each. */
export const HOSTS_AT_ONCE = 4

/** Longest file that is downloaded for a proposed lock; a longer one is taken by hand. */
export const PROPOSAL_BYTES_MAX = 2e9

/** Time for the downloads of one proposed lock. */
export const PROPOSAL_MS_MAX = 3_600_000
