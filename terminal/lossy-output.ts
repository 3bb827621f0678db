import { fstatSync, writeSync } from 'node:fs'

/** Bytes that may wait for a slow reader; past this, further lines are dropped. */
const WAITING_BYTES = 1_048_576

/** Formats the line that replaces dropped ones, with its line feed: `3 lines were dropped: ...`. */
export type LossFormat = (count: number, problem: string) => string

/**
 * Standard output or standard error for lines whose loss must not end the process: they are dropped
 * and counted when the disk is full, the pipe is closed or nobody reads it. The count is written as
 * soon as anything can be written again.
 */
export class LossyOutput {
  private readonly stream: NodeJS.WriteStream & { fd: number }
  private readonly formatLoss: LossFormat
  private readonly isFile: boolean
  private dropped = 0
  private problem = ''
  /** True when only a part of a text was written: the next text begins with a line feed. */
  private isTorn = false

  constructor(stream: NodeJS.WriteStream & { fd: number }, formatLoss: LossFormat) {
    this.stream = stream
    this.formatLoss = formatLoss
    const status = fstatSync(stream.fd)
    this.isFile = status.isFile() || (status.isCharacterDevice() && !stream.isTTY)
    stream.on('error', (error) => {
      this.problem = error.message
    })
  }

  get columns() {
    return this.stream.columns
  }

  get isTTY(): boolean {
    return this.stream.isTTY
  }

  write(text: string): void {
    const { dropped } = this
    const whole = dropped === 0 ? text : this.formatLoss(dropped, this.problem) + text
    const problem = this.isFile ? this.writeFile(whole) : this.writeStream(whole)
    if (problem === null) this.dropped = 0
    else Object.assign(this, { dropped: dropped + 1, problem })
  }

  /**
   * Node's own stream of a file takes nothing more after an error; a full disk may have room again.
   */
  private writeFile(text: string): string | null {
    try {
      const bytes = Buffer.from(this.isTorn ? `\n${text}` : text)
      for (let at = 0; at < bytes.length; ) {
        at += writeSync(this.stream.fd, bytes, at)
        this.isTorn = at < bytes.length
      }
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  private writeStream(text: string): string | null {
    if (!this.stream.writable) return this.problem || 'its reader has gone'
    if (this.stream.writableLength > WAITING_BYTES) return 'its reader does not read'
    this.stream.write(text)
    return null
  }
}
