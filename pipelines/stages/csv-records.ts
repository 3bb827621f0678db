import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const LINE_FEED = 10
const RETURN = 13
const QUOTE = 34
const COMMA = 44
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * Most records of a wrong width that are set aside; with more, the file is not the expected table.
 */
export const WRONG_RECORDS_MAX = 100_000

/** A record whose number of cells differs from the header's. */
export interface WrongRecord {
  /** Bytes of the file that it takes, its line end with it. */
  start: number
  end: number
  /** Line it begins on, from 1, and how many it takes. */
  line: number
  lines: number
  cells: number
}

export interface CsvScan {
  /** Cells of the header. */
  width: number
  /** Records after the header, wrong ones included; blank lines do not count. */
  records: number
  wrong: WrongRecord[]
  /** Line on which a quote opens that nothing closes. */
  openQuoteLine: number | null
  /** The last record has no line end and fewer cells than the header: the file was cut there. */
  isCutShort: boolean
  /** Some lines end in CR LF and some in LF: DuckDB reads a file of one kind. */
  hasMixedEnds: boolean
}

const AT_START = 0
const PLAIN = 1
const QUOTED = 2
const AFTER_QUOTE = 3

/**
 * Reads the shape of a CSV by RFC 4180: a quote opens a cell only at its start, and is doubled
 * inside. DuckDB's reader cannot do it: it silently drops surplus empty cells of a record, and so
 * moves every value after a stray comma.
 */
export async function scanCsv(file: string): Promise<CsvScan> {
  const scan = new Scan()
  const chunks = createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>
  for await (const chunk of chunks) scan.read(chunk)
  return scan.finish()
}

class Scan {
  private readonly wrong: WrongRecord[] = []
  private width = 0
  private records = 0
  private offset = 0
  private state = AT_START
  private line = 1
  private quoteLine = 0
  private cells = 1
  private hasContent = false
  private start = 0
  private startLine = 1
  private isAfterReturn = false
  private plainEnds = 0
  private returnEnds = 0

  read(chunk: Buffer): void {
    for (let i = 0; i < chunk.length; i++, this.offset++) this.take(chunk[i])
  }

  private take(byte: number): void {
    if (this.offset < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[this.offset]) return
    if (this.state === QUOTED) {
      if (byte === QUOTE) this.state = AFTER_QUOTE
      else if (byte === LINE_FEED) this.line++
      return
    }
    if (this.state === AFTER_QUOTE && byte === QUOTE) {
      this.state = QUOTED
      return
    }
    if (byte === COMMA) {
      this.cells++
      this.state = AT_START
    } else if (byte === LINE_FEED) {
      if (this.isAfterReturn) this.returnEnds++
      else this.plainEnds++
      this.endRecord(this.offset + 1)
    } else if (byte === QUOTE && this.state === AT_START) {
      this.state = QUOTED
      this.quoteLine = this.line
      this.hasContent = true
    } else if (byte !== RETURN) {
      this.state = PLAIN
      this.hasContent = true
    }
    this.isAfterReturn = byte === RETURN
  }

  private endRecord(end: number): void {
    const { cells, start, startLine: line } = this
    const isBlank = cells === 1 && !this.hasContent
    if (this.width === 0) this.width = cells
    else if (!isBlank) {
      this.records++
      if (cells !== this.width && this.wrong.length < WRONG_RECORDS_MAX)
        this.wrong.push({ start, end, line, lines: this.line - line + 1, cells })
    }
    this.line++
    this.cells = 1
    this.hasContent = false
    this.state = AT_START
    this.start = end
    this.startLine = this.line
  }

  finish(): CsvScan {
    const isOpen = this.state === QUOTED
    const hasOpenEnd = !isOpen && (this.hasContent || this.cells > 1)
    const isCutShort = hasOpenEnd && this.cells < this.width
    if (hasOpenEnd) this.endRecord(this.offset)
    const { width, records, wrong } = this
    return {
      isCutShort,
      width,
      records,
      wrong,
      openQuoteLine: isOpen ? this.quoteLine : null,
      hasMixedEnds: this.plainEnds > 0 && this.returnEnds > 0,
    }
  }
}

/** Copies a CSV without its wrong records, every line ending in LF. */
export async function writeSoundRecords(
  file: string,
  { wrong }: CsvScan,
  to: string,
): Promise<void> {
  await pipeline(Readable.from(soundBytes(file, wrong)), createWriteStream(to))
}

async function* soundBytes(file: string, wrong: readonly WrongRecord[]): AsyncGenerator<Buffer> {
  let from = 0
  for (const { start, end } of [...wrong, { start: Number.POSITIVE_INFINITY, end: 0 }]) {
    if (start > from) {
      const range = { start: from, ...(Number.isFinite(start) && { end: start - 1 }) }
      for await (const chunk of createReadStream(file, range) as AsyncIterable<Buffer>)
        yield withoutReturns(chunk)
    }
    from = end
  }
}

function withoutReturns(chunk: Buffer): Buffer {
  return chunk.includes(RETURN) ? Buffer.from(chunk.filter((byte) => byte !== RETURN)) : chunk
}
