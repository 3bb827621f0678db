import type { Section } from '../../layers/section.ts'

/** The contract: a first look takes about 30 s. */
export const TERRAIN_PAUSE_MS = 4_000
export const TERRAIN_REQUESTS_MAX = 15

/** Whether the contours of the parcel are being made, so that asking again gets them. */
export function isComputing(section: Section | undefined): boolean {
  const terrain = section?.data as { terrain_status?: unknown } | null | undefined
  return terrain?.terrain_status === 'computing'
}
