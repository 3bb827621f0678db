import type { Viewer } from '../../store/access.ts'
import { SESSIONS_MAX } from '../../store/store-limits.ts'
import type { FoundSession, ToolSession } from '../../store/tool-sessions.ts'

/** Sessions of a local server, in memory: they end with the process. */
export class MemorySessions {
  private readonly sessions = new Map<string, ToolSession>()

  async open(
    _caller: NonNullable<Viewer>,
    opened: Pick<ToolSession, 'id' | 'opening'>,
  ): Promise<void> {
    this.sessions.set(opened.id, { ...opened, projectId: null })
    const [first] = this.sessions.keys()
    if (this.sessions.size > SESSIONS_MAX) this.sessions.delete(first)
  }

  async find(_caller: NonNullable<Viewer>, id: string): Promise<FoundSession> {
    return this.sessions.get(id) ?? 'none'
  }

  async use(id: string, projectId?: string): Promise<void> {
    const session = this.sessions.get(id)
    if (!session) return
    // The last one of the map is the last used one.
    this.sessions.delete(id)
    this.sessions.set(id, projectId === undefined ? session : { ...session, projectId })
  }

  async end(id: string): Promise<void> {
    this.sessions.delete(id)
  }
}
