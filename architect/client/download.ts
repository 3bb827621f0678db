import { createHash } from 'node:crypto'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { StepError } from '../../terminal/step-error.ts'

/** Time for the download of one file. */
const DOWNLOAD_MS = 600_000
/** Bytes of one file. */
const DOWNLOAD_BYTES_MAX = 1_000_000_000

/**
 * Saves the file at a signed address, to which no key is sent, by a rename; returns its bytes.
 * Throws `StepError` where it does not arrive whole.
 */
export async function downloadFile(step: string, address: string, path: string): Promise<number> {
  let bytes = 0
  const hash = createHash('sha256')
  async function* checked(answer: Response): AsyncGenerator<Uint8Array> {
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes > DOWNLOAD_BYTES_MAX)
        throw new Error(`it has more than ${DOWNLOAD_BYTES_MAX} bytes`)
      hash.update(part)
      yield part
    }
    const stated = /^"([0-9a-f]{64})"$/.exec(answer.headers.get('etag') ?? '')?.[1]
    if (stated !== undefined && stated !== hash.digest('hex'))
      throw new Error('it is damaged: its bytes do not have the stated hash')
  }
  try {
    const answer = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    })
    if (answer.status !== 200) throw new Error(`the answer has status ${answer.status}`)
    await replaceFile(path, checked(answer))
  } catch (cause) {
    const { message, syscall } = cause as NodeJS.ErrnoException
    // An error of the system is one of the path: those of the network are within other errors.
    const remedy =
      syscall === undefined
        ? 'Run the command again.'
        : 'Give the path of a file in a folder that you can write to.'
    throw new StepError(step, path, `the 3D file was not saved: ${message}`, remedy, { cause })
  }
  return bytes
}
