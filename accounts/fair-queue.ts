import { AccountsGone } from './accounts.ts'

/** For whom something is done. */
export interface Claim {
  /** When nobody waits for it any more, ms as of `performance.now()`. */
  deadline_ms: number
  /** The client, person, address of e-mail, organization: none of them takes all places from others. */
  claimants: string[]
}

export interface FairQueueOptions {
  at_once: number
  /** Past it work is refused with the sentence `busy`. */
  waiting_max: number
  /** A sentence for who has to come back. */
  busy: string
  /** In ms, never going back. */
  now?: () => number
}

interface Waiting {
  claim: Claim
  start(): void
  refuse(error: AccountsGone): void
}

/**
 * Work in its order, a few at once. First comes work of claimants of whom none is being done. What
 * nobody waits for any more is never begun. Where all places are taken, who has the most of them
 * gives up the last to who has fewer.
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

  /** Throws what the work throws, and `AccountsGone` where there is no place for it, or none in time. */
  async run<Result>({ ...claim }: Claim, work: () => Promise<Result>): Promise<Result> {
    await this.turn(claim)
    try {
      return await work()
    } finally {
      this.running.delete(claim)
      this.startNext()
    }
  }

  private turn(claim: Claim): Promise<void> {
    this.dropLate()
    if (this.waiting.length >= this.options.waiting_max && !this.makePlace(claim))
      return Promise.reject(new AccountsGone(this.options.busy))
    return new Promise((resolve, reject) => {
      this.waiting.push({ claim, start: resolve, refuse: reject })
      this.startNext()
    })
  }

  /** Whether somebody with more places than this claim would have has lost one. */
  private makePlace(claim: Claim): boolean {
    const shares = this.waiting.map((each) => this.shareOf(each.claim))
    const most = Math.max(...shares)
    if (most <= this.shareOf(claim) + 1) return false
    const [last] = this.waiting.splice(shares.lastIndexOf(most), 1)
    last.refuse(new AccountsGone(this.options.busy))
    return true
  }

  /** The places that wait for the one of its claimants that has the most. */
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
