import { z } from 'zod'

const Configured = z.enum(['configured', 'not_configured'])

/** Liveness and configuration: a plane that is not configured does not change the status. */
export const Health = z.object({
  object: z.literal('health'),
  status: z.literal('ok').describe('the service is up'),
  time: z.iso.datetime().describe('clock of the answering machine'),
  planes: z.object({
    accounts: z.literal('answering').describe('always answering; health is 503 otherwise'),
    store: z
      .object({
        status: z.enum(['answering', 'silent']),
        silent_since: z.iso.datetime().optional(),
      })
      .optional()
      .describe(
        'the store of builds that the service reads; absent where builds are on its own disk',
      ),
    database: Configured.describe("whether the pinned build's DuckDB file is there"),
    search_index: z.object({ items: z.number() }),
    tile_archives: z.object({
      local: z.array(z.string()).describe('slugs of the layers with an archive in the build'),
      parcels: z.object({ status: Configured, archives: z.number() }),
    }),
  }),
})
export type Health = z.infer<typeof Health>
