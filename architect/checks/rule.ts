import type { LevelFrame } from '../kernel/levels.ts'
import type { Issue, Severity } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'

/** A finding of a rule; `verifyScene` adds the severity. */
export type Finding = Omit<Issue, 'severity'>

/** A check of `verifyScene`, one file each. */
export interface Rule {
  /**
   * The codes of its findings with their severities. An error means: not buildable, or not usable.
   */
  codes: Record<string, Severity>
  /** The faults that it finds, in a sentence. */
  about: string
  /** Checks these levels of a scene in which `validateScene` finds no fault. */
  run(scene: Scene, levels: LevelFrame[]): Iterable<Finding>
}
