import type { Project } from '../projects/answers.ts'
import type { ProjectCalls } from '../projects/project-calls.ts'
import type { IndexedNode } from '../viewer/scene-index.ts'

/** What the panels of a project share. */
export interface PanelContext {
  calls: ProjectCalls
  project(): Project
  /** The shown version, as requests name it; null for the usual one. */
  version(): string | null
  nodes(): ReadonlyMap<string, IndexedNode>
  selected(): string | null
  select(id: string | null): void
  /** Shows a node, or a point with a pin, in the picture. */
  focusOn(target: { id: string } | { at: readonly [number, number, number] }): void
  canOpen(id: string): boolean
  isOpen(id: string): boolean
  setOpen(id: string, isOpen: boolean): void
  showChanges(changes: { created: string[]; changed: string[] } | null): void
  openVersion(version: string | null): void
  /** Reads the project again after a change. */
  refresh(): Promise<void>
  /** Shows the draft as it is now, where the draft is what is shown. */
  refreshDraft(): Promise<void>
  announce(text: string): void
  /** The address of what is shown. */
  address(): string
}

/** One of the tabs. It loads what it shows when it is shown. */
export interface ProjectPanel {
  element: HTMLElement
  /** Called when the panel becomes visible, and for changes while it is. */
  show(): void
  /** Forgets what it has loaded: another version is shown. */
  reset(): void
}
