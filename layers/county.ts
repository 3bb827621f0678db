import { z } from 'zod'

/** A county in the shape of the contract, used by more than one section. */
export const County = z.object({
  name: z.string().nullable(),
  fips: z.string().nullable().describe('5-digit census code'),
  local_code: z.number().nullable().describe('state-local county code'),
})
export type County = z.infer<typeof County>
