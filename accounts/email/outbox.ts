import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail, MailSender } from './mail.ts'

/** Mails that may wait; further ones are dropped, with a line in the log. */
const WAITING_MAX = 200
const ATTEMPTS_MAX = 3
/** Wait after the first failed attempt, doubled after the second. */
const RETRY_WAIT_MS = 2_000

interface OutboxOptions {
  /** Whether one more mail may go to an address now. */
  mayMail?(to: string): Promise<boolean>
  retryWait_ms?: number
}

/**
 * Sends mails one after the other in the background, so that the duration of a request does not
 * reveal whether there was a mail to send.
 */
export class Outbox {
  private readonly sender: MailSender
  private readonly note: (text: string) => void
  private readonly mayMail: (to: string) => Promise<boolean>
  private readonly retryWait_ms: number
  private readonly waiting: Mail[] = []
  private sending: Promise<void> | null = null
  private isClosed = false

  constructor(
    sender: MailSender,
    note: (text: string) => void,
    { mayMail = async () => true, retryWait_ms = RETRY_WAIT_MS }: OutboxOptions = {},
  ) {
    this.mayMail = mayMail
    this.sender = sender
    this.note = note
    this.retryWait_ms = retryWait_ms
  }

  /** Queues a mail. */
  post(mail: Mail): void {
    if (this.isClosed || this.waiting.length >= WAITING_MAX) {
      this.note('A mail was left out: too many wait to be sent.')
      return
    }
    this.waiting.push(mail)
    this.sending ??= this.sendAll()
  }

  /** Resolves when all queued mails were sent or have failed. */
  async idle(): Promise<void> {
    await this.sending
  }

  /** Waits for the mail in flight and drops the others. */
  async close(): Promise<void> {
    this.isClosed = true
    if (this.waiting.length > 0) this.note(`${this.waiting.length} mails were left out.`)
    this.waiting.length = 0
    await this.sending
    this.sender.close()
  }

  private async sendAll(): Promise<void> {
    for (let mail = this.waiting.shift(); mail; mail = this.waiting.shift()) await this.send(mail)
    this.sending = null
  }

  private async send(mail: Mail): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        if (attempt === 1 && !(await this.mayMail(mail.to))) return
        return await this.sender.send(mail)
      } catch (error) {
        const isLast = attempt === ATTEMPTS_MAX || this.isClosed || isFinal(error)
        // The log gets neither the recipient nor the server's message, which may quote the mail.
        if (isLast) return this.note(`A mail could not be sent: ${formatReason(error)}.`)
        await sleep(this.retryWait_ms * 2 ** (attempt - 1))
      }
    }
  }
}

/** True after a reply of 5xx: another attempt would fail too (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  return ((error as { responseCode?: number }).responseCode ?? 0) >= 500
}

function formatReason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const parts = [code, responseCode && `reply ${responseCode}`].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'unknown reason'
}
