import { hash } from 'node:crypto'
import type { Source } from '../catalog/source.ts'
import type { PartitionBase } from '../pipelines/partition.ts'
import { distinct } from '../values/distinct.ts'
import { packageName } from './code/locked-packages.ts'
import type { UsedCode } from './code/used-code.ts'

/** The part of a source that a partition states; the rest is copied into each build. */
export type StatedSource = Pick<Source, 'id' | 'title' | 'attribution' | 'fictional'>

/** All that the bytes of a partition depend on. A stored partition has them in `inputs.json`. */
export interface PartitionInputs {
  secretFingerprint: string
  partition: string
  definition: PartitionBase
  /** SHA-256 of each lock, by id. */
  locks: Record<string, string>
  source: StatedSource
  code: UsedCode
}

export const INPUTS_FILE = 'inputs.json'

/** Names that a reason lists before it counts the others. */
const LISTED_NAMES = 3

/** The first 16 hexadecimal digits of the SHA-256 of a text. */
export function fingerprintOf(text: string): string {
  return hash('sha256', text).slice(0, 16)
}

/** Describes the differences between two inputs, for people: `another lock: bangor-flood`. */
export function describeChange(before: PartitionInputs, now: PartitionInputs): string {
  const { files, packages } = now.code
  const changes = [
    named('another lock', differing(before.locks, now.locks)),
    isEqual(before.definition, now.definition) ? null : 'another partition file',
    isEqual(before.source, now.source)
      ? null
      : `another title or attribution of the source ${now.source.id}`,
    before.secretFingerprint === now.secretFingerprint ? null : 'another key secret',
    named('other code', differing(before.code.files, files)),
    named('other packages', differing(before.code.packages, packages).map(packageName)),
  ]
  return changes.filter((each) => each !== null).join('; ')
}

function named(what: string, names: readonly string[]): string | null {
  if (names.length === 0) return null
  const more = names.length - LISTED_NAMES
  const listed = names.slice(0, LISTED_NAMES).join(', ')
  return `${what}: ${listed}${more > 0 ? ` and ${more} more` : ''}`
}

/** Names whose values differ, or that only one side has; sorted. */
function differing(a: Record<string, string>, b: Record<string, string>): string[] {
  return distinct([...Object.keys(a), ...Object.keys(b)])
    .filter((name) => a[name] !== b[name])
    .sort()
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
