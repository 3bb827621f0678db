import type { z } from 'zod'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import type { RefusalCode } from './refusal.ts'

/** A semantic edit: what it takes, what it refuses, and how it is done. One file each. */
export interface Operation<Input = unknown> {
  /** As a tool is called: `create_room`. */
  name: string
  /** What it does and when to use it, for a person or a model to choose by. */
  description: string
  /** Lengths in metres once `unit` is applied: `operations/input-units.ts`. */
  input: z.ZodType<Input>
  refusals: readonly RefusalCode[]
  /** It deletes or rewrites what others made. */
  isDestructive?: boolean
  /** Makes the edit on a scene that it leaves as it is. Throws `Refusal`; any other error is ours. */
  run(scene: Scene, input: Input): Outcome
}

export interface Outcome {
  scene: Scene
  /** The operation's own fields of the answer: `doorId`, `clamped`. */
  result: Record<string, unknown>
  issues?: Issue[]
}
