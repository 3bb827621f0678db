import { AccountsGone } from './accounts.ts'

/** The claimants of a piece of work, and its deadline. */
export interface Claim {
  /** Time after which nobody waits for the result, in ms of `performance.now()`. */
  deadline_ms: number
  /** The client, person, e-mail address or organization: none of them may take all places. */
  claimants: string[]
}

export interface FairQueueOptions {
  at_once: number
  /** Pieces of work that may wait; further ones are refused with the message `busy`. */
  waiting_max: number
  /** Message for a caller that has to try again later. */
  busy: string
  /** Monotonic clock in ms. */
  now?: () => number
}

interface Waiting {
  claim: Claim
  start(): void
  refuse(error: AccountsGone): void
}

/**
 * Queue that runs a few pieces of work at once, in order. Work of claimants that have nothing
 * running goes first. Work past its deadline is never started. When all waiting places are taken,
 * the claimant with the most places loses its last one to a claimant with fewer.
 */
export class FairQueue {
  private readonly options: FairQueueOptions
  private readonly now: () => number
  private waiting: Waiting[] = []
  private readonly running = new Set<Claim>()

  constructor(options: FairQueueOptions) {
    this.options = options
    this.now = options.now ?? (() => performance.now())
  }

  /** Runs work in its turn. Throws its errors, and `AccountsGone` when no place is free in time. */
  async run<Result>({ ...claim }: Claim, work: () => Promise<Result>): Promise<Result> {
    await this.waitForPlace(claim)
    try {
      return await work()
    } finally {
      this.running.delete(claim)
      this.startNext()
    }
  }

  private waitForPlace(claim: Claim): Promise<void> {
    this.dropLate()
    if (this.waiting.length >= this.options.waiting_max && !this.makePlace(claim))
      return Promise.reject(new AccountsGone(this.options.busy))
    return new Promise((resolve, reject) => {
      this.waiting.push({ claim, start: resolve, refuse: reject })
      this.startNext()
    })
  }

  /**
   * Takes a place from a claimant that has more than this claim would have; false where none has.
   */
  private makePlace(claim: Claim): boolean {
    const shares = this.waiting.map((each) => this.shareOf(each.claim))
    const most = Math.max(...shares)
    if (most <= this.shareOf(claim) + 1) return false
    const [last] = this.waiting.splice(shares.lastIndexOf(most), 1)
    last.refuse(new AccountsGone(this.options.busy))
    return true
  }

  /** Number of waiting places of the claimant that has the most of them. */
  private shareOf({ claimants }: Claim): number {
    const count = (claimant: string) =>
      this.waiting.filter((each) => each.claim.claimants.includes(claimant)).length
    return Math.max(0, ...claimants.map(count))
  }

  private startNext(): void {
    this.dropLate()
    while (this.running.size < this.options.at_once && this.waiting.length > 0) {
      const served = new Set([...this.running].flatMap(({ claimants }) => claimants))
      const isFree = ({ claim }: Waiting) => !claim.claimants.some((each) => served.has(each))
      const [next] = this.waiting.splice(Math.max(0, this.waiting.findIndex(isFree)), 1)
      this.running.add(next.claim)
      next.start()
    }
  }

  private dropLate(): void {
    const now = this.now()
    const late = this.waiting.filter(({ claim }) => claim.deadline_ms <= now)
    this.waiting = this.waiting.filter(({ claim }) => claim.deadline_ms > now)
    for (const { refuse } of late) refuse(new AccountsGone(this.options.busy))
  }
}
