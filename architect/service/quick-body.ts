import { Readable } from 'node:stream'

/** A body that is whole by then is sent whole: a stream costs more time than most calls. */
const WHOLE_WITHIN_MS = 20

type Body = ReadableStream<Uint8Array>
type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * The body of an answer: its bytes where it ends at once, else a stream of what has come and of all
 * that comes. Nothing that has come waits for longer than 20 ms.
 */
export async function quickBody(body: Body): Promise<Buffer | Readable> {
  const reader: Reader = body.getReader()
  const chunks: Uint8Array[] = []
  let timer: NodeJS.Timeout
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WHOLE_WITHIN_MS, null)
  })
  for (;;) {
    const pending = reader.read()
    const next = await Promise.race([pending, late])
    if (next === null) return rest(chunks, pending, reader)
    if (next.done) {
      clearTimeout(timer!)
      return Buffer.concat(chunks)
    }
    chunks.push(next.value)
  }
}

function rest(
  chunks: readonly Uint8Array[],
  pending: ReturnType<Reader['read']>,
  reader: Reader,
): Readable {
  const ahead = [...chunks]
  let first: typeof pending | null = pending
  // It is read again below, where it is handled.
  pending.catch(() => {})
  return new Readable({
    read() {
      const chunk = ahead.shift()
      if (chunk) {
        this.push(chunk)
        return
      }
      const reading = first ?? reader.read()
      first = null
      reading.then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      )
    },
    // A client that has gone: a read that waits ends with it.
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      )
    },
  })
}
