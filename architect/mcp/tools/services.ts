import type { ServiceTool } from '../../jobs/service-tool.ts'
import { RefusedCall } from '../../projects/calls/project-calls.ts'
import { SERVICE_TOOLS } from '../../service-tools/index.ts'
import { type OwnTool, ownTool } from '../own-tool.ts'

/** Paid tools with their jobs and prices, as turns have them. */
export const SERVICES: readonly OwnTool[] = SERVICE_TOOLS.map(asOwnTool)

function asOwnTool({ name, description, input, annotations, run }: ServiceTool): OwnTool {
  const isPaid = 'operationId' in input.shape
  return ownTool({
    name,
    description,
    input: isPaid ? input.omit({ operationId: true }) : input,
    hasProject: isPaid,
    isReadOnly: annotations.readOnlyHint,
    isRepeatable: isPaid,
    needsJobs: true,
    isPaid,
    async run({ parts: { jobs }, client, projectId, input: given, operationId }) {
      if (!jobs)
        throw new RefusedCall({
          code: 'not_available',
          message: `${name} needs a service with accounts and credits: this one has neither.`,
        })
      if (isPaid && operationId === undefined)
        throw new RefusedCall({
          code: 'invalid_input',
          message: `operationId of ${name}: is missing: with it a repeated call is charged once.`,
          param: 'operationId',
        })
      const call = { caller: client.viewer, projectId, origin: client.origin }
      const { ok: _, ...fields } = await run(jobs, call, {
        ...(given as object),
        ...(isPaid && { operationId }),
      })
      return fields
    },
  })
}
