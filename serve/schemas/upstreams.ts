import { z } from 'zod'
import { FAILURES } from '../../upstream/failure.ts'

const Count = z.int().nonnegative()

const Upstream = z.object({
  id: z.string().describe('as PLAT_LIVE names it'),
  object: z.literal('upstream'),
  title: z.string().describe('as sources of sections name it'),
  host: z.string().describe('who is asked'),
  state: z
    .enum(['off', 'closed', 'open', 'half_open'])
    .describe(
      'off: never asked; closed: asked; open: left alone after failures; half_open: the next question tries it',
    ),
  asked: Count.describe('questions of sections'),
  answered_kept: Count.describe('from an answer that was kept'),
  answered_joined: Count.describe('with another question that was on its way'),
  answered_fresh: Count.describe('by the upstream'),
  requests_sent: Count.describe('over HTTP, second attempts among them'),
  circuit_openings: Count.describe('how often it was left alone'),
  failures: z
    .record(z.enum(FAILURES), Count)
    .describe('questions without an answer, by what went wrong'),
  answer_ms: z
    .array(
      z.object({
        up_to: z.number().nullable().describe('milliseconds; null: longer than the one before'),
        answers: Count,
      }),
    )
    .describe('fresh answers by how long they took, retries and waiting included'),
  last_failure: z
    .object({ kind: z.enum(FAILURES), at: z.iso.datetime() })
    .nullable()
    .describe('null while there was none'),
})

export const UpstreamList = z.object({ object: z.literal('list'), data: z.array(Upstream) })
export type UpstreamList = z.infer<typeof UpstreamList>
