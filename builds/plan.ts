import { createHash, hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { missingFiles, openBuild } from '../catalog/build-folder.ts'
import { LOCKS_FOLDER, type Lock, lockSha256, readLock } from '../catalog/lock.ts'
import { PROJECT_ROOT, platHome } from '../catalog/plat-home.ts'
import { readSource, type Source } from '../catalog/source.ts'
import { PIPELINES } from '../pipelines/index.ts'
import type { PartitionBase } from '../pipelines/partition.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import { GDAL_VERSION } from '../pipelines/stages/gdal.ts'
import type { CommandOutput } from '../terminal/command.ts'
import { nearestWord } from '../terminal/nearest-word.ts'
import { StepError } from '../terminal/step-error.ts'
import { keySecret } from './key-secret.ts'
import { partitionStore } from './partition-store.ts'

/** One partition of one layer, and the fingerprint of everything that its bytes depend on. */
export interface PartitionJob {
  pipeline: Pipeline
  partition: string
  definition: PartitionBase
  lock: Lock
  /** Locks of the assets that other publishers' files give, by id. */
  otherLocks: Lock[]
  /** Source of the rows; the lock's own unless the partition names another. */
  source: Source
  fingerprint: string
  /** Whether the result of an earlier run is stored. */
  isHeld: boolean
}

export interface BuildPlan {
  /** Id of the build: the requested names and a hash of all fingerprints. */
  build: string
  jobs: PartitionJob[]
  /** Hash of all code that makes tables, of the lockfile and of the engines' versions. */
  code: string
  secretFingerprint: string
  /**
   * Partition files that cannot be read and were not named, as `<layer>/<partition>: <problem>`.
   */
  faulty: string[]
  /** True when the build exists and passed its audits, so that nothing needs to run. */
  exists: boolean
}

/** Inputs of a plan; tests of wrong input pass their own. */
export interface BuildInputs {
  pipelines: readonly Pipeline[]
  locks: string
}

const COMMITTED: BuildInputs = { pipelines: PIPELINES, locks: LOCKS_FOLDER }

/** The packages whose code a table's bytes depend on. */
const CODE_PACKAGES = [
  'threads',
  'catalog',
  'values',
  'images',
  'geometry',
  'packs',
  'rasters',
  'upstream',
  'layers',
  'lookup',
  'geocoder',
  'dossier',
  'pipelines',
  'builds',
]
const CODE_FILES = /\.(ts|json)$/
const NOT_CODE = /\.test\.ts$|\/(locks|sources|fixtures|partitions)\//
/** A build id stays readable: longer lists of names are counted instead. */
const MAX_NAMES_LENGTH = 40

/**
 * Plans `plat build <names>`. A name is a partition id (`bangor`) or one of a partition's `places`,
 * which selects those partitions of every layer, or of one layer (`flood/bangor`). Throws
 * `StepError` for a name that no partition file has.
 */
export async function planBuild(
  names: readonly string[],
  home = platHome(),
  from: BuildInputs = COMMITTED,
): Promise<BuildPlan> {
  const { found, faulty } = await findPartitions(names, from.pipelines)
  const [code, secret] = [await codeFingerprint(), keySecret()]
  const secretFingerprint = fingerprintOf(Buffer.from(secret).toString('hex'))
  const jobs: PartitionJob[] = []
  for (const { pipeline, partition, definition } of found) {
    const lock = await readLock(definition.lock, from.locks)
    const otherLocks: Lock[] = []
    for (const id of definition.other_locks) otherLocks.push(await readLock(id, from.locks))
    const source = await readSource(definition.source ?? lock.source)
    const inputs = {
      code,
      secretFingerprint,
      partition,
      definition,
      locks: [lock, ...otherLocks].map(lockSha256),
      source,
    }
    const fingerprint = fingerprintOf(JSON.stringify(inputs))
    const isHeld = await exists(
      join(partitionStore(home), `${pipeline.id}-${fingerprint}`, 'done.json'),
    )
    jobs.push({ pipeline, partition, definition, lock, otherLocks, source, fingerprint, isHeld })
  }
  const joined = [...new Set(names)].sort().join('.').replaceAll('/', '-')
  const label = joined.length > MAX_NAMES_LENGTH ? `${names.length}-partitions` : joined
  const build = `${label}-${fingerprintOf(jobs.map((job) => job.fingerprint).join()).slice(0, 12)}`
  return { build, jobs, code, secretFingerprint, faulty, exists: await isSound(build, home) }
}

/** Notes the partition files that cannot be read and are left out of the build. */
export function noteFaulty(
  { faulty }: Pick<BuildPlan, 'faulty'>,
  { progress }: Pick<CommandOutput, 'progress'>,
): void {
  for (const problem of faulty) progress.note(`Left out, and not part of this build: ${problem}`)
}

type Found = Pick<PartitionJob, 'pipeline' | 'partition' | 'definition'>

/** Finds the named partitions. Throws the error of a named file; other faulty files are listed. */
async function findPartitions(names: readonly string[], pipelines: readonly Pipeline[]) {
  const all: Found[] = []
  const faulty: string[] = []
  for (const pipeline of pipelines) {
    const partitions = await pipeline.partitions()
    for (const [partition, definition] of partitions) all.push({ pipeline, partition, definition })
    for (const [partition, { names: own, error }] of partitions.faulty) {
      const isRequested = [...own].some(
        (name) => names.includes(name) || names.includes(`${pipeline.id}/${name}`),
      )
      if (isRequested) throw error
      faulty.push(`${pipeline.id}/${partition}: ${error.message}`)
    }
  }
  const unknown = names.filter((name) => !all.some((each) => isNamed(each, name)))
  if (unknown.length > 0) throw unknownNames(unknown, all)
  return { found: all.filter((each) => names.some((name) => isNamed(each, name))), faulty }
}

/** The error of names that no partition has: the nearest name for each, and all names. */
function unknownNames(unknown: readonly string[], all: readonly Found[]): StepError {
  const names = unique(all.flatMap(namesOf))
  const layered = unique(all.flatMap((each) => namesOf(each).map((name) => layerName(each, name))))
  const layers = all.map(({ pipeline }) => pipeline.id)
  const nearest = unknown.flatMap((name) => {
    if (layers.includes(name)) return []
    const near = nearestWord(name, name.includes('/') ? layered : [...names, ...layered])
    return near === null ? [] : [unknown.length === 1 ? near : `${near} for ${name}`]
  })
  const didYouMean = nearest.length > 0 ? `Did you mean ${nearest.join(', ')}? ` : ''
  const layer = layers.find((id) => id === unknown[0].split('/')[0])
  const own = layered.filter((name) => name.startsWith(`${layer}/`))
  const list =
    layer === undefined
      ? `All names: ${names.join(', ')}; or those of one layer, such as ${layered[0]}.`
      : `All names of the layer ${layer}: ${own.join(', ')}.`
  const problem =
    unknown.length === 1 ? 'there is no such partition' : 'there are no such partitions'
  return new StepError('plan the build', unknown.join(', '), problem, `${didYouMean}${list}`)
}

function isNamed(found: Found, name: string): boolean {
  return namesOf(found).some((each) => name === each || name === layerName(found, each))
}

function namesOf({ partition, definition }: Found): string[] {
  return [partition, ...definition.places]
}

function layerName({ pipeline }: Found, name: string): string {
  return `${pipeline.id}/${name}`
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

async function codeFingerprint(): Promise<string> {
  const digest = createHash('sha256')
  digest.update(`node ${process.versions.node} gdal ${GDAL_VERSION}`)
  digest.update(await readFile(join(PROJECT_ROOT, 'package-lock.json')))
  for (const name of CODE_PACKAGES) {
    const entries = await readdir(join(PROJECT_ROOT, name), {
      recursive: true,
      withFileTypes: true,
    })
    const files = entries
      .filter((entry) => entry.isFile() && CODE_FILES.test(entry.name))
      .map((entry) => relative(PROJECT_ROOT, join(entry.parentPath, entry.name)))
      .filter((file) => !NOT_CODE.test(file))
      .sort()
    for (const file of files) digest.update(file).update(await readFile(join(PROJECT_ROOT, file)))
  }
  return digest.digest('hex').slice(0, 16)
}

function fingerprintOf(text: string): string {
  return hash('sha256', text).slice(0, 16)
}

/**
 * True for a build that passed its audits and is complete; others are made again from stored
 * partitions.
 */
export async function isSound(build: string, home: string): Promise<boolean> {
  const found = await openBuild(build, home).catch(() => null)
  if (!found?.manifest.audits.every(({ passed }) => passed)) return false
  return (await missingFiles(found)).length === 0
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}
