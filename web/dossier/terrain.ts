import type { Section } from '../../layers/section.ts'

/** Pause between requests. By the contract the first terrain of a parcel takes about 30 s. */
export const TERRAIN_PAUSE_MS = 4_000
export const TERRAIN_REQUESTS_MAX = 15

/** True while the contours of the parcel are being computed: a later request returns them. */
export function isComputing(section: Section | undefined): boolean {
  const terrain = section?.data as { terrain_status?: unknown } | null | undefined
  return terrain?.terrain_status === 'computing'
}
