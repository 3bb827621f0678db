import { createReadStream } from 'node:fs'

/**
 * Longest line that is read; longer ones are dropped. A listing with all its text has about 20 kB.
 */
export const LINE_BYTES_MAX = 2 ** 20

const LINE_FEED = 10
/** Bytes that are read of a file at a time. */
const CHUNK_BYTES = 2 ** 20

/** A line of a file, without its line feed. `bytes` is null for a line beyond the limit. */
export interface TextLine {
  /** Number of the line, from 1. */
  line: number
  bytes: Buffer | null
}

/** Reads the lines of a file, one batch per read. At most one line is held between reads. */
export async function* readLines(file: string): AsyncGenerator<TextLine[]> {
  const chunks = createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>
  const partial = new PartialLine()
  for await (const chunk of chunks) {
    const lines: TextLine[] = []
    let from = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      partial.append(chunk.subarray(from, end))
      lines.push(partial.finish())
      from = end + 1
    }
    partial.append(chunk.subarray(from))
    yield lines
  }
  // The last line may lack its line feed.
  if (!partial.isEmpty) yield [partial.finish()]
}

class PartialLine {
  private line = 0
  private parts: Buffer[] = []
  private bytes = 0

  get isEmpty(): boolean {
    return this.bytes === 0
  }

  append(part: Buffer): void {
    this.bytes += part.length
    if (this.bytes > LINE_BYTES_MAX) this.parts = []
    else if (part.length > 0) this.parts.push(part)
  }

  finish(): TextLine {
    const { parts, bytes } = this
    const isTooLong = bytes > LINE_BYTES_MAX
    const whole = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    this.parts = []
    this.bytes = 0
    this.line++
    return { line: this.line, bytes: isTooLong ? null : whole }
  }
}
