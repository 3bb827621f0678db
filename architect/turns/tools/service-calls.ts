import type { z } from 'zod'
import type { JobRunner } from '../../jobs/job-runner.ts'
import type { ServiceTool, ToolCall } from '../../jobs/service-tool.ts'
import { SERVICE_TOOLS } from '../../service-tools/index.ts'

/** A tool beside edits and reads as models call it: the turn has the ids of what it does. */
export interface TurnService {
  name: string
  description: string
  input: z.ZodType
  run(
    jobs: JobRunner,
    call: ToolCall & { operationId: string },
    given: unknown,
  ): Promise<Record<string, unknown>>
}

export const TURN_SERVICES: readonly TurnService[] = SERVICE_TOOLS.map(asTurnService)

function asTurnService({ name, description, example, input, run }: ServiceTool): TurnService {
  const isNamed = 'operationId' in input.shape
  const { operationId: _, ...shown } = example
  return {
    name,
    description: `${description} Example: ${JSON.stringify(shown)}`,
    input: isNamed ? input.omit({ operationId: true }) : input,
    run: (jobs, { operationId, ...call }, given) =>
      run(jobs, call, { ...(given as object), ...(isNamed && { operationId }) }),
  }
}
