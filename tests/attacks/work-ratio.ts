/** Number of rounds, of which the fastest counts: other work on the machine slows some down. */
const ROUNDS = 5
/** Number of tries while all rounds were slow: a text that is slow by itself stays slow. */
const ROUNDS_MAX = 40
const SLOW_RATIO = 4
/** Time that always passes: clocks and garbage collection are coarse. */
const FLOOR_MS = 4

/** Time of a hostile text divided by that of a plain one, sent in turns. */
export async function workRatio(
  send: (text: string) => unknown,
  hostile: string,
  plain: string,
): Promise<number> {
  let [slow, quick] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const ratio = () => slow / Math.max(quick, FLOOR_MS)
  for (let i = 0; i < ROUNDS || (i < ROUNDS_MAX && ratio() > SLOW_RATIO); i++) {
    quick = Math.min(quick, await timeOf(() => send(plain)))
    slow = Math.min(slow, await timeOf(() => send(hostile)))
  }
  return ratio()
}

async function timeOf(run: () => unknown): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
