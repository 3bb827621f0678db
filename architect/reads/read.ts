import type { z } from 'zod'
import type { Scene } from '../scene/scene.ts'

/** A question about a scene: its arguments, its answer and its implementation. One file each. */
export interface Read<Input = unknown> {
  /** Name of the tool: `get_walls`. */
  name: string
  /** What it answers, from which a person or a model can choose. */
  description: string
  /** Arguments of a call that works on most scenes, for the description. */
  example: Record<string, unknown>
  /** Lengths are in metres once `unit` is applied. */
  input: z.ZodType<Input>
  /**
   * Shape of the answer in metres, without `unit`, `total` and `nextCursor`: every field is
   * described with its frame, and lengths, areas and volumes are marked for `unit`.
   */
  result: z.ZodObject
  /** Never changes the scene. Throws `ReadError`; any other error is a bug. */
  run(scene: Scene, input: Input): ReadResult
}

export interface ReadResult {
  fields: Record<string, unknown>
  /** The list of the answer that is read in pages, in a stated order. */
  list?: PagedList
}

export interface PagedList {
  /** Its field in the answer: `walls`. */
  name: string
  entries: readonly unknown[]
}
