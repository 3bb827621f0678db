import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { type ApiError, notAvailable } from '../../http/error-codes.ts'
import { RasterFault } from '../../rasters/raster-fault.ts'

/** Error 503 for a file of the build that cannot be read now; null for any other error. */
export function toUnavailableFileError(error: unknown): ApiError | null {
  const isFault = error instanceof RasterFault
  const file = isFault ? new UnavailableFile('damaged', '', error.problem) : error
  if (!(file instanceof UnavailableFile)) return null
  const hint = `Try again shortly: the request is answered ${file.until}.`
  return notAvailable(file.sentence('this answer needs'), hint)
}
