import type { LevelFrame } from '../kernel/levels.ts'
import type { Issue } from '../scene/issue.ts'
import type { Scene } from '../scene/scene.ts'

export type Severity = Issue['severity']

/** What a rule says of a place; `verifyScene` adds how severe that is. */
export type Finding = Omit<Issue, 'severity'>

/** A check of `verifyScene`, one file each. */
export interface Rule {
  /** The codes that it may answer, each with how severe it is. An error means: not buildable, or not usable. */
  codes: Record<string, Severity>
  /** What it looks for and why, in a sentence. */
  about: string
  /** Looks at these levels of a scene in which `validateScene` finds no fault. */
  run(scene: Scene, levels: LevelFrame[]): Iterable<Finding>
}
