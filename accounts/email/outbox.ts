import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail, MailSender } from './mail.ts'

/** Mails that wait; past it new ones are left out, and counted in the log. */
const WAITING_MAX = 200
const ATTEMPTS_MAX = 3
/** After the first failed attempt, doubled after the second. */
const RETRY_WAIT_MS = 2_000

interface OutboxOptions {
  /** Whether one more mail may go to an address now. */
  mayMail?(to: string): Promise<boolean>
  retryWait_ms?: number
}

/**
 * Sends mails one after the other, beside the requests that asked for them: how long a request takes
 * does not tell whether there was a mail to send.
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

  /** Puts a mail in line. */
  post(mail: Mail): void {
    if (this.isClosed || this.waiting.length >= WAITING_MAX) {
      this.note('A mail was left out: too many wait to be sent.')
      return
    }
    this.waiting.push(mail)
    this.sending ??= this.sendAll()
  }

  /** When all that was put in line has left or failed. */
  async idle(): Promise<void> {
    await this.sending
  }

  /** Lets the mail on its way end; the others are left out. */
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
        // Neither whom it is for nor what the server said: that may quote the mail.
        if (isLast) return this.note(`A mail could not be sent: ${reasonOf(error)}.`)
        await sleep(this.retryWait_ms * 2 ** (attempt - 1))
      }
    }
  }
}

/** A reply of 5xx says that another attempt fails too (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  return ((error as { responseCode?: number }).responseCode ?? 0) >= 500
}

function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const words = [code, responseCode && `reply ${responseCode}`].filter(Boolean)
  return words.length > 0 ? words.join(', ') : 'unknown reason'
}
