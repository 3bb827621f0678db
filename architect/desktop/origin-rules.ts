/** Origins that wait for a decision; further ones are dropped, the oldest first. */
export const WAITING_ORIGINS_MAX = 8
/** Origins that may send, or are ignored. */
export const RULED_ORIGINS_MAX = 64
/** Scheme, host and port, as browsers send them. `null` is not one: any page can send it. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/

/**
 * Which pages may send files. Requests of other programs have no origin, and are accepted: a
 * program on this computer can write the user's files anyway.
 */
export class OriginRules {
  private readonly allowed: Set<string>
  private readonly ignored = new Set<string>()
  private readonly waiting = new Set<string>()
  private readonly onWaiting: (origin: string) => void

  /** `onWaiting` is called with each origin that begins to wait for a decision. */
  constructor(allowed: Iterable<string> = [], onWaiting: (origin: string) => void = () => {}) {
    this.allowed = new Set(allowed)
    this.onWaiting = onWaiting
  }

  isAllowed(origin: string | null): boolean {
    return origin === null || (isOrigin(origin) && this.allowed.has(origin))
  }

  /** Whether the origin may send; one that is not known yet waits for a decision from now on. */
  admit(origin: string | null): boolean {
    if (this.isAllowed(origin)) return true
    if (origin === null || !isOrigin(origin)) return false
    if (this.ignored.has(origin) || this.waiting.has(origin)) return false
    this.waiting.add(origin)
    dropOldest(this.waiting, WAITING_ORIGINS_MAX)
    this.onWaiting(origin)
    return false
  }

  allow(origin: string): void {
    this.waiting.delete(origin)
    this.ignored.delete(origin)
    this.allowed.add(origin)
    dropOldest(this.allowed, RULED_ORIGINS_MAX)
  }

  ignore(origin: string): void {
    this.waiting.delete(origin)
    this.allowed.delete(origin)
    this.ignored.add(origin)
    dropOldest(this.ignored, RULED_ORIGINS_MAX)
  }

  /** The origin may not send any more, and waits again when it is seen the next time. */
  revoke(origin: string): void {
    this.allowed.delete(origin)
  }

  /** Origins that wait for a decision, the oldest first. */
  waitingOrigins(): string[] {
    return [...this.waiting]
  }
}

/** True for the origin of a web page, as browsers send it. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text)

function dropOldest(origins: Set<string>, most: number): void {
  for (const oldest of origins) {
    if (origins.size <= most) return
    origins.delete(oldest)
  }
}
