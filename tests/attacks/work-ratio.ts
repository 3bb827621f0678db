/** Rounds of which the quickest counts: others on the machine slow some of them down. */
const ROUNDS = 5
/** Where those were all slow, it is tried so often: what is slow by itself stays so. */
const ROUNDS_MAX = 40
const SLOW_RATIO = 4
/** What is quicker than this is quick enough: clocks and collectors are coarse. */
const FLOOR_MS = 4

/** How many times as long a hostile text takes as a plain one, asked in turns. */
export async function workRatio(
  ask: (text: string) => unknown,
  hostile: string,
  plain: string,
): Promise<number> {
  let [slow, quick] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const ratio = () => slow / Math.max(quick, FLOOR_MS)
  for (let i = 0; i < ROUNDS || (i < ROUNDS_MAX && ratio() > SLOW_RATIO); i++) {
    quick = Math.min(quick, await timeOf(() => ask(plain)))
    slow = Math.min(slow, await timeOf(() => ask(hostile)))
  }
  return ratio()
}

async function timeOf(run: () => unknown): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
