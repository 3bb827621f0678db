/** Time between two requests while a turn runs or waits. */
const LIVE_MS = 1_000
/** Time between two requests otherwise. */
const IDLE_MS = 5_000
/** Longest time between two requests while they fail. */
const FAILING_MS_MAX = 60_000

interface Options {
  /** Requests what is new. */
  load(): Promise<void>
  /** How soon the next request is due; null for none. */
  pace(): 'live' | 'idle' | null
  onProblem(error: unknown): void
}

export interface ChatPoll {
  /** Requests at once, and from then on at the pace. */
  now(): void
  /** The same, unless a request runs or is due already. */
  wake(): void
}

/** Requests what is new in a chat from time to time, one by one, while the page is seen. */
export function openChatPoll({ load, pace, onProblem }: Options): ChatPoll {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLoading = false
  let isDue = false
  let failures = 0
  const run = async () => {
    stopTimer()
    if (document.hidden) return
    if (isLoading) {
      isDue = true
      return
    }
    isLoading = true
    try {
      await load()
      failures = 0
    } catch (error) {
      failures++
      onProblem(error)
    }
    isLoading = false
    if (isDue) {
      isDue = false
      void run()
    } else plan()
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const plan = () => {
    const next = pace()
    if (next === null) return
    timer = setTimeout(() => void run(), delay_ms(next, failures))
  }
  document.addEventListener('visibilitychange', () => {
    stopTimer()
    if (!document.hidden && pace() !== null) void run()
  })
  return {
    now: () => void run(),
    wake() {
      if (timer === undefined && !isLoading) void run()
    },
  }
}

/** Time until the next request: twice as long after each failure. */
export function delay_ms(pace: 'live' | 'idle', failures: number): number {
  const usual = pace === 'live' ? LIVE_MS : IDLE_MS
  return Math.min(FAILING_MS_MAX, usual * 2 ** Math.min(failures, 10))
}
