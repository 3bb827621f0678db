import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StepError } from '../terminal/step-error.ts'
import type { LocalFile } from './object-storage.ts'
import { verifiedStream } from './verified-stream.ts'

/**
 * The bytes of a file of this machine. The stream fails with `StepError` before its last chunk
 * where they are not those that the file must have. `onBytes` receives how many were read.
 */
export function fileStream(
  { path, bytes, sha256 }: LocalFile,
  onBytes?: (count: number) => void,
): Readable {
  const failed = (problem: string, cause?: unknown) => {
    const remedy = 'Find out what is wrong with `plat verify`, and build or pull it again.'
    return new StepError('read the file', path, problem, remedy, { cause })
  }
  return verifiedStream({
    chunks: createReadStream(path),
    bytes,
    hash: sha256,
    silence_ms: null,
    onBytes,
    failureOf: (error) => failed('cannot be read', error),
    damage: failed,
  })
}
