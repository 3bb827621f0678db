/** Without a stated time, and at most, in seconds. */
const USUAL_S = 1
const MAX_S = 10

/** Seconds until a bake is looked for again, by `Retry-After`. */
export function retryDelay_s(header: string | null): number {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return USUAL_S
  return Math.min(MAX_S, Math.max(USUAL_S, Number(header)))
}
