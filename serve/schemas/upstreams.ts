import { z } from 'zod'
import { FAILURES } from '../../upstream/failure.ts'

const Count = z.int().nonnegative()

const Upstream = z.object({
  id: z.string().describe('name in PLAT_LIVE'),
  object: z.literal('upstream'),
  title: z.string().describe('name in the sources of sections'),
  host: z.string().describe('host that is queried'),
  state: z
    .enum(['off', 'closed', 'open', 'half_open'])
    .describe(
      'state of the circuit breaker: off: never queried; closed: queried; open: not queried after failures; half_open: the next request probes it',
    ),
  asked: Count.describe('requests by sections'),
  answered_kept: Count.describe('answered from the cache'),
  answered_joined: Count.describe('answered together with an identical request in flight'),
  answered_fresh: Count.describe('answered by the upstream'),
  requests_sent: Count.describe('HTTP requests, including retries'),
  circuit_openings: Count.describe('how often the circuit opened'),
  failures: z
    .record(z.enum(FAILURES), Count)
    .describe('requests without an answer, by kind of failure'),
  answer_ms: z
    .array(
      z.object({
        up_to: z.number().nullable().describe('milliseconds; null: longer than the previous bound'),
        answers: Count,
      }),
    )
    .describe('fresh answers by duration, including retries and waiting'),
  last_failure: z
    .object({ kind: z.enum(FAILURES), at: z.iso.datetime() })
    .nullable()
    .describe('null if there was none'),
})

export const UpstreamList = z.object({ object: z.literal('list'), data: z.array(Upstream) })
export type UpstreamList = z.infer<typeof UpstreamList>
