import type { Pin } from '../catalog/pin.ts'
import type { PinWatch } from '../catalog/pin-watch.ts'
import type { ObjectStorage } from './object-storage.ts'
import { readStorePin } from './store-pin.ts'

/** How often the pin of a store is read: it has some hundred bytes. */
const POLL_MS = 2_000

export interface StorePinWatchOptions {
  /** The pin has moved since it was read before. */
  onChange: () => void
  /** Whether the store has answered to a read of the pin. */
  onRead(error: unknown | null): void
  poll_ms?: number
}

/**
 * Reads the pin of a store every two seconds, one read at a time. A store that does not answer
 * counts as no change. The watch does not hold the process open.
 */
export class StorePinWatch implements PinWatch {
  private readonly storage: ObjectStorage
  private readonly options: StorePinWatchOptions
  private readonly timer: NodeJS.Timeout
  private reading: Promise<void> | null = null
  private seen: string | undefined
  private isClosed = false

  /** `storage` must fail within seconds. The caller closes it. */
  constructor(storage: ObjectStorage, options: StorePinWatchOptions) {
    this.storage = storage
    this.options = options
    this.timer = setInterval(() => void this.look(), options.poll_ms ?? POLL_MS).unref()
  }

  async look(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    await this.reading
  }

  close(): void {
    this.isClosed = true
    clearInterval(this.timer)
  }

  private async read(): Promise<void> {
    let pin: Pin | null
    try {
      ;({ pin } = await readStorePin(this.storage))
    } catch (error) {
      if (!this.isClosed) this.options.onRead(error)
      return
    }
    const now = JSON.stringify(pin)
    const isMoved = this.seen !== undefined && now !== this.seen
    this.seen = now
    if (this.isClosed) return
    this.options.onRead(null)
    if (isMoved) this.options.onChange()
  }
}
