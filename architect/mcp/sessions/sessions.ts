import { randomUUID } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/server'
import type { Viewer } from '../../store/access.ts'
import type { Sessions as SessionRows } from '../../store/store-port.ts'
import type { ToolClient } from '../tool-client.ts'
import { LiveSession } from './live-session.ts'

/** Sessions that this process has open; the others are rows until their next request. */
export const LIVE_MAX = 500
/** Bytes of the events of all sessions of this process; those of the least used ones go first. */
export const ALL_EVENTS_BYTES_MAX = 200_000_000
/** A session without requests and streams is closed in this process after this time. */
const QUIET_MS = 600_000
/** The row of a session is read again after this time: another process may have ended it. */
const READ_AGAIN_MS = 2_000
/** Between two records of the use of a session. */
const RECORD_USE_MS = 60_000
const SWEEP_MS = 60_000

type Caller = NonNullable<Viewer>

interface Opened {
  viewer: Caller
  origin: string
  /** Makes the server of a client. */
  open(client: ToolClient): Server
}

/** The sessions of the 2025 era: rows of the store, and those in use in this process. */
export class Sessions {
  private readonly store: SessionRows
  private readonly live = new Map<string, LiveSession>()
  /** Sessions that are being opened in this process. */
  private readonly opening = new Map<string, Promise<LiveSession>>()
  private readonly timer: NodeJS.Timeout
  private readonly eventsBytesMax: number

  /** `eventsBytesMax` is smaller in tests. */
  constructor(store: SessionRows, eventsBytesMax = ALL_EVENTS_BYTES_MAX) {
    this.store = store
    this.eventsBytesMax = eventsBytesMax
    this.timer = setInterval(() => this.closeQuiet(), SWEEP_MS)
    this.timer.unref()
  }

  /**
   * Starts a session with the parameters of its `initialize` as JSON; its request is yet to be
   * handled.
   */
  async start({ viewer, origin, open }: Opened, opening: string): Promise<LiveSession> {
    const row = { id: randomUUID(), opening, projectId: null }
    await this.store.open(viewer, row)
    const session = await LiveSession.open(row, this.store, { viewer, origin }, open)
    session.readAt = performance.now()
    session.usedAt = performance.now()
    this.hold(session)
    return session
  }

  /** The session with this id, in this process from then on. */
  async find(opened: Opened, id: string): Promise<LiveSession | 'none' | 'foreign'> {
    const known = this.live.get(id)
    const now = performance.now()
    if (known && now - known.readAt < READ_AGAIN_MS && isSame(known.client.viewer, opened.viewer)) {
      known.client.viewer = opened.viewer
      this.hold(known)
      return known
    }
    const row = await this.store.find(opened.viewer, id)
    if (row === 'foreign') return row
    if (row === 'none') {
      await this.drop(id)
      return row
    }
    const session = await this.opened(id, () =>
      LiveSession.restore(row, this.store, opened, opened.open),
    )
    session.update(opened.viewer, row)
    await this.recordUse(session)
    return session
  }

  async end(id: string): Promise<void> {
    await this.store.end(id)
    await this.drop(id)
  }

  /** Closes those of this process; their rows stay for the next one. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    await Promise.all([...this.live.keys()].map((id) => this.drop(id)))
  }

  /** The session in this process; of several requests at once one opens it. */
  private async opened(id: string, restore: () => Promise<LiveSession>): Promise<LiveSession> {
    const known = this.live.get(id)
    if (known) {
      this.hold(known)
      return known
    }
    const pending = this.opening.get(id) ?? restore()
    this.opening.set(id, pending)
    try {
      const session = await pending
      if (!this.live.has(id)) this.hold(session)
      return session
    } finally {
      this.opening.delete(id)
    }
  }

  private async recordUse(session: LiveSession): Promise<void> {
    if (performance.now() - session.usedAt < RECORD_USE_MS) return
    session.usedAt = performance.now()
    await this.store.use(session.id)
  }

  /** Holds a session as the last used one; the first quiet ones go where there are too many. */
  private hold(session: LiveSession): void {
    this.live.delete(session.id)
    this.live.set(session.id, session)
    this.boundEvents()
    if (this.live.size <= LIVE_MAX) return
    const quiet = [...this.live.values()].find((each) => each.isQuiet && each !== session)
    if (quiet) this.drop(quiet.id)
  }

  private boundEvents(): void {
    let bytes = 0
    for (const { eventBytes } of this.live.values()) bytes += eventBytes
    for (const session of this.live.values()) {
      if (bytes <= this.eventsBytesMax) return
      bytes -= session.eventBytes
      session.clearEvents()
    }
  }

  private closeQuiet(): void {
    const before = performance.now() - QUIET_MS
    for (const { id, isQuiet, lastAt } of [...this.live.values()])
      if (isQuiet && lastAt < before) this.drop(id)
  }

  private async drop(id: string): Promise<void> {
    const session = this.live.get(id)
    this.live.delete(id)
    await session?.close()
  }
}

const isSame = (a: Caller, b: Caller): boolean =>
  a.kind === b.kind && a.credential_id === b.credential_id && a.workspace.id === b.workspace.id
