import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type S3Place, S3Setting } from './s3-place.ts'

/** Where builds are stored for other machines: a folder or a part of a bucket. */
export type StoragePlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Place)

const STEP = 'read the place of the store'
const FIELDS = ['endpoint', 'region', 'path_style']
const EXAMPLES =
  '/srv/plat-store, file:///srv/plat-store or s3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1&path_style=true'

/**
 * Reads the name of a place: a whole path, a `file:` address, or
 * `s3://bucket/prefix?endpoint=...&region=...&path_style=true`. Without `endpoint` it is Amazon's,
 * without `region` that of `AWS_REGION`; `path_style` is true unless it is Amazon's. `setting` is
 * the one that has the text: errors name it and do not quote its value. Throws `StepError`.
 */
export function storagePlace(
  text: string,
  setting: string,
  environment: Record<string, string | undefined>,
): StoragePlace {
  const setup = new S3Setting(STEP, setting)
  if (/^s3:/i.test(text)) return { kind: 's3', ...s3Place(text, setup, environment.AWS_REGION) }
  if (isAbsolute(text)) return { kind: 'folder', folder: text }
  const isFile = /^file:\/\/\//i.test(text) && URL.canParse(text)
  if (isFile) return { kind: 'folder', folder: fileURLToPath(text) }
  throw setup.wrong('is neither the whole path of a folder nor a bucket', EXAMPLES)
}

function s3Place(text: string, setup: S3Setting, defaultRegion: string | undefined): S3Place {
  const [address, query = ''] = text.split('?', 2)
  const fields = new URLSearchParams(query)
  const names = [...fields.keys()]
  const isKnown = names.every((name) => FIELDS.includes(name))
  if (!isKnown || new Set(names).size < names.length)
    throw setup.wrong(`may have each of ${FIELDS.join(', ')} once after its \`?\``, EXAMPLES)
  const endpoint = setup.endpoint(fields.get('endpoint'))
  const style = fields.get('path_style') ?? `${endpoint !== null}`
  if (style !== 'true' && style !== 'false')
    throw setup.wrong('has another path_style than true or false', EXAMPLES)
  return {
    ...setup.bucket(address),
    endpoint,
    region: setup.region(fields.get('region') ?? defaultRegion),
    path_style: style === 'true',
  }
}
