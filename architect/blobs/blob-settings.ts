import { isAbsolute, join } from 'node:path'
import { serviceAddress } from '../../http/called-service.ts'
import { StepError } from '../../terminal/step-error.ts'

/** Where blobs are stored. Plain values, so that they can be sent to a thread. */
export type BlobPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Place)

export interface S3Place {
  bucket: string
  /** Begins the keys of all blobs, without a slash at its end; empty for the whole bucket. */
  prefix: string
  /** Address of a service other than Amazon's, or null. */
  endpoint: string | null
  region: string
  /** The bucket is a part of the path and not of the host: most other services need that. */
  path_style: boolean
}

type Environment = Record<string, string | undefined>

const STEP = 'read the settings of the blobs'
const DEFAULT_REGION = 'us-east-1'
/** Amazon's rule: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Parts of a prefix, of characters that need no escape in an address, and not `.` or `..`. */
const PREFIX = /^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/
/** A key has 1,024 bytes at most, and a blob takes 65 of them. */
const PREFIX_CHARACTERS_MAX = 900

/**
 * Reads and validates the settings. Throws `StepError` that names the setting and an example.
 * Credentials are not settings of ours: the client of S3 reads them where AWS's tools do.
 */
export function blobSettings(environment: Environment, home: string): BlobPlace {
  const place = environment.PLAT_BLOBS
  if (place && /^s3:/i.test(place)) return { kind: 's3', ...s3Place(environment, place) }
  if (environment.PLAT_S3_ENDPOINT)
    throw wrong(
      'PLAT_S3_ENDPOINT',
      'is set, but PLAT_BLOBS names no bucket',
      'nothing, or set PLAT_BLOBS to s3://bucket/prefix',
    )
  if (!place) return { kind: 'folder', folder: join(home, 'architect', 'blobs') }
  if (isAbsolute(place)) return { kind: 'folder', folder: place }
  throw wrong(
    'PLAT_BLOBS',
    'is neither the whole path of a folder nor a bucket',
    '/srv/blobs or s3://bucket/prefix',
  )
}

function s3Place(environment: Environment, place: string): S3Place {
  const [, bucket, rest] = /^s3:\/\/([^/]*)(.*)$/i.exec(place) ?? []
  if (bucket === undefined || !BUCKET.test(bucket) || bucket.includes('..'))
    throw wrong('PLAT_BLOBS', 'does not name a bucket of S3', 's3://bucket/prefix')
  const prefix = rest.replace(/^\/|\/$/g, '')
  if (prefix && (!PREFIX.test(prefix) || prefix.length > PREFIX_CHARACTERS_MAX))
    throw wrong(
      'PLAT_BLOBS',
      'has a prefix of other characters than letters, digits and `_ . - /`, or a too long one',
      's3://bucket/plat/blobs',
    )
  const region = environment.AWS_REGION || DEFAULT_REGION
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    throw wrong('AWS_REGION', 'is not the name of a region', DEFAULT_REGION)
  const endpoint = endpointOf(environment)
  return { bucket, prefix, endpoint, region, path_style: endpoint !== null }
}

function endpointOf(environment: Environment): string | null {
  const text = environment.PLAT_S3_ENDPOINT
  if (!text) return null
  if (serviceAddress(text) !== null) return text.replace(/\/+$/, '')
  throw wrong(
    'PLAT_S3_ENDPOINT',
    'is not an address of http or https without credentials',
    'https://s3.example.com',
  )
}

/** The error of a setting. It does not quote the value, which may hold a password. */
function wrong(setting: string, problem: string, example: string): StepError {
  return new StepError(STEP, setting, problem, `Set it, for example to ${example}.`)
}
