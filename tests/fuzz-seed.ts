/**
 * Seed of the fuzz tests: a new one each run, printed at its start. `PLAT_FUZZ_SEED=<number>`
 * repeats a run. `vitest.config.ts` chooses it, so that all workers of a run have the same.
 */
export const FUZZ_SEED = Number(process.env.PLAT_FUZZ_SEED)
if (!Number.isSafeInteger(FUZZ_SEED))
  throw new Error(`PLAT_FUZZ_SEED must be a whole number, got "${process.env.PLAT_FUZZ_SEED}"`)
