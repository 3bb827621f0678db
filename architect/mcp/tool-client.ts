import type { Viewer } from '../store/access.ts'

/** Who calls tools, and what the calls of this client share. */
export interface ToolClient {
  viewer: NonNullable<Viewer>
  /** Public address of the service, for links. */
  origin: string
  /**
   * The project that calls without `projectId` are about; null for clients without a session, whose
   * calls all name their project.
   */
  loaded: LoadedProject | null
}

/** The project that a session has loaded. */
export interface LoadedProject {
  readonly id: string | null
  /** Durable when it resolves. */
  load(id: string): Promise<void>
}
