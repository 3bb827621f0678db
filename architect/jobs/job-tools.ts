import { z } from 'zod'
import { ArchitectError } from '../projects/architect-error.ts'
import type { ErrorCode } from '../projects/error-codes.ts'
import { OPERATION_ID } from '../projects/input.ts'
import { CREDIT_AMOUNT_MAX } from '../store/store-limits.ts'
import type { JobView } from './job-view.ts'
import type { ServiceTool } from './service-tool.ts'

const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

const jobInput = z.strictObject({
  jobId: z.string().min(1).max(60).describe('`jobId` of an answer'),
})

export const getJob: ServiceTool<typeof jobInput> = {
  name: 'get_job',
  description:
    'A paid job as it is now: queued, running, done with its result, or failed with the reason. Addresses in it are new each time. Free.',
  example: { jobId: 'job_0123456789abcdefghijklmn' },
  input: jobInput,
  annotations: READS,
  async run(runner, { caller, origin }, { jobId }) {
    const { result, ...job } = await runner.read(caller, jobId, origin)
    return { ok: true, ...job, ...result }
  },
}

const nothing = z.strictObject({})

export const listServices: ServiceTool<typeof nothing> = {
  name: 'list_services',
  description: 'Tools that cost credits, with their prices and what they offer, and the balance.',
  example: {},
  input: nothing,
  annotations: READS,
  async run(runner, { caller }) {
    return {
      ok: true,
      services: runner.tools.map(({ name, price, offer }) => ({
        tool: name,
        unitCredits: price / 1_000,
        ...offer,
      })),
      balance: (await runner.available(caller)) / 1_000,
    }
  },
}

/** Credits in thousandths, from the number of a call. */
export const thousandths = (credits: number): number => Math.floor(credits * 1_000 + 1e-6)

/** Arguments that all paid tools have. */
export const paidFields = {
  operationId: z
    .string()
    .regex(OPERATION_ID)
    .describe('An id of yours: a repeated call with it gets the same job, and is charged once'),
  maxCredits: z
    .number()
    .min(0)
    .max(CREDIT_AMOUNT_MAX / 1_000)
    .describe('Most that it may cost; nothing runs for more'),
}

/** A job that has failed is the answer to its id for good. */
const AGAIN = 'To try again, call with another operationId.'

/** The fields of an answer from its job. Throws `ArchitectError` where the job has failed. */
export function answerOfJob({ result = {}, error, ...job }: JobView): Record<string, unknown> {
  if (!error) return { ok: true, ...job, ...result }
  const { code, message, ...details } = error
  const { jobId, state, credits } = job
  throw new ArchitectError(code as ErrorCode, `${message} ${AGAIN}`, {
    fields: { ...details, jobId, state, credits },
  })
}
