import type { z } from 'zod'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'
import type { RefusalCode } from './refusal.ts'

/** A semantic edit: its input, its refusals and its implementation. One file each. */
export interface Operation<Input = unknown> {
  /** Name of the tool: `create_room`. */
  name: string
  /** Purpose and use of the operation, from which a person or a model can choose. */
  description: string
  /** Lengths are in metres once `unit` is applied (`input/input-units.ts`). */
  input: z.ZodType<Input>
  refusals: readonly RefusalCode[]
  /** True when callers of earlier versions may use it, and new ones have better: not in lists. */
  isSuperseded?: boolean
  /** True when it searches for up to seconds: services run it in a thread. */
  isSlow?: boolean
  /** True when it deletes or overwrites existing nodes. */
  isDestructive?: boolean
  /**
   * Returns a new scene with the edit; the given one does not change. Throws `Refusal`; any other
   * error is a bug.
   */
  run(scene: Scene, input: Input): Outcome
}

export interface Outcome {
  scene: Scene
  /** The operation's own fields of the answer: `doorId`, `clamped`. */
  result: Record<string, unknown>
  issues?: Issue[]
}
