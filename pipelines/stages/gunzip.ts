import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StepError } from '../../terminal/step-error.ts'
import { RATIO_FREE_BYTES, type UnpackLimits, unpackError, writeError } from './unpack-checks.ts'

export interface GunzipRequest {
  file: string
  /** The asset's name, for messages. */
  name: string
  /** The file to make; it must not be there. */
  to: string
  signal?: AbortSignal
}

/**
 * Unpacks a gzip to a file, streaming; its CRC and length are checked on the way. A gzip does not
 * state how large it becomes (its length is stored modulo 4 GB), so the limits are enforced while
 * it is written. Returns the number of bytes. Throws `StepError` for one that is broken, cut short,
 * empty or a bomb.
 */
export async function gunzip(
  { file, name, to, signal }: GunzipRequest,
  { bytes_max, ratio_max }: Pick<UnpackLimits, 'bytes_max' | 'ratio_max'>,
  onBytes: (count: number) => void,
): Promise<number> {
  const packed = (await stat(file)).size
  const ratioBytes = Math.max(RATIO_FREE_BYTES, packed * ratio_max)
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      onBytes(chunk.length)
      if (bytes > bytes_max) done(unpackError(name, `unpacks to over ${bytes_max} bytes`))
      else if (bytes > ratioBytes)
        done(unpackError(name, `unpacks ${packed} bytes to more than ${ratio_max} to 1`))
      else done(null, chunk)
    },
  })
  try {
    const target = createWriteStream(to, { flags: 'wx' })
    await pipeline(createReadStream(file), createGunzip(), count, target, { signal })
  } catch (cause) {
    if (cause instanceof StepError || signal?.aborted) throw cause
    throw writeError(name, to, 'is not a sound gzip', cause)
  }
  if (bytes === 0) throw unpackError(name, 'is an empty gzip')
  return bytes
}
