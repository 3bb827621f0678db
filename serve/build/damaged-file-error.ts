import { DamagedFile } from '../../catalog/damaged-file.ts'
import { type ApiError, notAvailable } from '../../http/error-codes.ts'
import { RasterFault } from '../../rasters/raster-fault.ts'

/** Error 503 for a damaged or missing file of the build; null for any other error. */
export function toDamagedFileError(error: unknown): ApiError | null {
  if (!(error instanceof DamagedFile) && !(error instanceof RasterFault)) return null
  return notAvailable(
    'A file of the build that this answer needs is damaged or missing.',
    'Try again shortly: the request is answered as soon as the file is restored.',
  )
}
