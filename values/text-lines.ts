import { createReadStream } from 'node:fs'

/** A listing with all of its text is some 20 kB; a longer line is not one, nor a point, and is never held. */
export const LINE_BYTES_MAX = 2 ** 20

const LINE_FEED = 10
const CHUNK_BYTES = 2 ** 20

/** A line of a file, without its line feed. Null bytes: it was longer than the limit. */
export interface TextLine {
  /** From 1. */
  line: number
  bytes: Buffer | null
}

/** The lines of a file, in batches of what one read gives; never more than one line is held over. */
export async function* readLines(file: string): AsyncGenerator<TextLine[]> {
  const chunks = createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>
  const held = new HeldLine()
  for await (const chunk of chunks) {
    const lines: TextLine[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      held.keep(chunk.subarray(from, end))
      lines.push(held.take())
      from = end + 1
    }
    held.keep(chunk.subarray(from))
    yield lines
  }
  // The last line may lack its line feed.
  if (!held.isEmpty) yield [held.take()]
}

class HeldLine {
  private line = 0
  private parts: Buffer[] = []
  private bytes = 0

  get isEmpty(): boolean {
    return this.bytes === 0
  }

  keep(part: Buffer): void {
    this.bytes += part.length
    if (this.bytes > LINE_BYTES_MAX) this.parts = []
    else if (part.length > 0) this.parts.push(part)
  }

  take(): TextLine {
    const { parts, bytes } = this
    const isTooLong = bytes > LINE_BYTES_MAX
    const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    this.parts = []
    this.bytes = 0
    this.line++
    return { line: this.line, bytes: isTooLong ? null : whole }
  }
}
