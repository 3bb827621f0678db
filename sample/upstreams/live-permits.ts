import type { Permit } from '../permits/permits.ts'

/** One in this many of an authority's permits has a later one on its lot that no export has. */
const NEW_EVERY = 5
const MONTH_MS = 30 * 86_400_000

/**
 * The lines of an authority's feed today: those of its export, some of them finaled since, and
 * permits of the last weeks on the same lots.
 */
export function livePermits(
  permits: readonly Permit[],
  authority: Permit['authority'],
  now: Date,
): Permit[] {
  const own = permits.filter((permit) => permit.authority === authority)
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const issued = day(now.getTime() - MONTH_MS)
  const renewed = own.map((permit, i): Permit => {
    const isDone = permit.status === 'ISSUED' && i % 3 === 0
    return isDone ? { ...permit, status: 'FINALED', finaled: issued } : permit
  })
  const news = own
    .filter(({ at, oddity }, i) => i % NEW_EVERY === 0 && at && oddity === 'plain')
    .map(
      (permit, i): Permit => ({
        ...permit,
        number: `${authority === 'town' ? 'FICT' : 'B'}-LIVE-${`${i + 1}`.padStart(4, '0')}`,
        status: 'ISSUED',
        applied: day(now.getTime() - 2 * MONTH_MS),
        issued,
        finaled: null,
      }),
    )
  return [...renewed, ...news]
}
