import { StepError } from '../terminal/step-error.ts'
import { serviceAddress } from '../values/service-address.ts'

/** A part of a bucket. Plain values, so that they can be sent to a thread. */
export interface S3Place {
  bucket: string
  /** Begins the keys of all objects, without a slash at its end; empty for the whole bucket. */
  prefix: string
  /** Address of a service other than Amazon's, or null. */
  endpoint: string | null
  region: string
  /** The bucket is a part of the path and not of the host: most other services need that. */
  path_style: boolean
}

const DEFAULT_REGION = 'us-east-1'
/** Amazon's rule: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Parts of a prefix, of characters that need no escape in an address, and not `.` or `..`. */
const PREFIX = /^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/
/** A key has 1,024 bytes at most, and the longest name of an object takes 121 of them. */
const PREFIX_CHARACTERS_MAX = 900

/** Reads the parts of a place in S3. Errors name the setting and never quote its value. */
export class S3Setting {
  private readonly step: string
  private readonly setting: string

  /** `step` is what the settings are read for, and `setting` the one that is read. */
  constructor(step: string, setting: string) {
    this.step = step
    this.setting = setting
  }

  /** The bucket and prefix of `s3://bucket/prefix`. */
  bucket(text: string): Pick<S3Place, 'bucket' | 'prefix'> {
    const [, bucket, rest] = /^s3:\/\/([^/]*)(.*)$/i.exec(text) ?? []
    if (bucket === undefined || !BUCKET.test(bucket) || bucket.includes('..'))
      throw this.wrong('does not name a bucket of S3', 's3://bucket/prefix')
    const prefix = rest.replace(/^\/|\/$/g, '')
    if (prefix && (!PREFIX.test(prefix) || prefix.length > PREFIX_CHARACTERS_MAX))
      throw this.wrong(
        'has a prefix of other characters than letters, digits and `_ . - /`, or a too long one',
        's3://bucket/plat/blobs',
      )
    return { bucket, prefix }
  }

  region(text: string | undefined): string {
    const region = text || DEFAULT_REGION
    if (/^[a-z0-9-]{1,40}$/.test(region)) return region
    throw this.wrong('is not the name of a region', DEFAULT_REGION)
  }

  /** The address of a service, or null where it is Amazon's. */
  endpoint(text: string | null | undefined): string | null {
    if (!text) return null
    if (serviceAddress(text) !== null) return text.replace(/\/+$/, '')
    throw this.wrong(
      'is not an address of http or https without credentials',
      'https://s3.example.com',
    )
  }

  /** The error of the setting. It does not quote the value, which may hold a password. */
  wrong(problem: string, example: string): StepError {
    const remedy = `Set it, for example to ${example}.`
    return new StepError(this.step, this.setting, problem, remedy)
  }
}
