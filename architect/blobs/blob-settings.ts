import { isAbsolute, join } from 'node:path'
import { type S3Place, S3Setting } from '../../storage/s3-place.ts'

/** Where blobs are stored. Plain values, so that they can be sent to a thread. */
export type BlobPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Place)

type Environment = Record<string, string | undefined>

const ofSetting = (name: string) => new S3Setting('read the settings of the blobs', name)
const BLOBS = ofSetting('PLAT_BLOBS')
const ENDPOINT = ofSetting('PLAT_S3_ENDPOINT')
const REGION = ofSetting('AWS_REGION')

/**
 * Reads and validates the settings. Throws `StepError` that names the setting and an example.
 * Credentials are not settings of ours: the client of S3 reads them where AWS's tools do.
 */
export function blobSettings(environment: Environment, home: string): BlobPlace {
  const place = environment.PLAT_BLOBS
  if (place && /^s3:/i.test(place)) {
    const bucket = BLOBS.bucket(place)
    const region = REGION.region(environment.AWS_REGION)
    const endpoint = ENDPOINT.endpoint(environment.PLAT_S3_ENDPOINT)
    return { kind: 's3', ...bucket, endpoint, region, path_style: endpoint !== null }
  }
  if (environment.PLAT_S3_ENDPOINT)
    throw ENDPOINT.wrong(
      'is set, but PLAT_BLOBS names no bucket',
      'nothing, or set PLAT_BLOBS to s3://bucket/prefix',
    )
  if (!place) return { kind: 'folder', folder: join(home, 'architect', 'blobs') }
  if (isAbsolute(place)) return { kind: 'folder', folder: place }
  throw BLOBS.wrong(
    'is neither the whole path of a folder nor a bucket',
    '/srv/blobs or s3://bucket/prefix',
  )
}
