import type { z } from 'zod'
import type { Caller } from '../../accounts/accounts.ts'
import type { JobRunner } from './job-runner.ts'

/** Hints for clients, as the protocol of tool servers names them. */
export interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  /** True where the tool looks outside of the project. */
  openWorldHint: boolean
}

/** Who calls a tool, and on which project. */
export interface ToolCall {
  caller: Caller
  projectId: string
  /** Public address of the service; absent in turns, where links are paths. */
  origin?: string
}

/** A tool beside edits and reads, as clients see it: for turns and for the server of tools. */
export interface ServiceTool<Input extends z.ZodObject = z.ZodObject> {
  name: string
  description: string
  /** Arguments of a call, for its description. */
  example: Record<string, unknown>
  input: Input
  annotations: ToolAnnotations
  /** Throws `ArchitectError` and `StoreRefusal`; the fields of its answer otherwise. */
  run(runner: JobRunner, call: ToolCall, input: z.infer<Input>): Promise<Record<string, unknown>>
}
