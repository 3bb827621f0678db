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
  /** As this process knows it, which may be old by two seconds. */
  readonly id: string | null
  /** As it is stored: a call in another process may have loaded another one just now. */
  stored(viewer: NonNullable<Viewer>): Promise<string | null>
  /** Durable when it resolves. */
  load(id: string): Promise<void>
}
