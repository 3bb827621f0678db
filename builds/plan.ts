import { missingFiles, openBuild } from '../catalog/build-folder.ts'
import { LOCKS_FOLDER, type Lock, lockSha256, readLock } from '../catalog/lock.ts'
import { platHome } from '../catalog/plat-home.ts'
import { readSource, type Source } from '../catalog/source.ts'
import { PIPELINES } from '../pipelines/index.ts'
import type { PartitionBase } from '../pipelines/partition.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import type { CommandOutput } from '../terminal/command.ts'
import { nearestWord } from '../terminal/nearest-word.ts'
import { StepError } from '../terminal/step-error.ts'
import { STEP_MODULES, type StepCode, type StepName } from './build-steps.ts'
import { ProjectCode, type UsedCode } from './code/used-code.ts'
import { keySecret } from './key-secret.ts'
import { PartitionHistory } from './partition-history.ts'
import { fingerprintOf, type PartitionInputs } from './partition-inputs.ts'
import { type TilerRequest, type Tilers, tilersOf } from './tilers.ts'

/** One partition of one layer, and all that its bytes depend on. */
export interface PartitionJob {
  pipeline: Pipeline
  partition: string
  definition: PartitionBase
  lock: Lock
  /** Locks of the assets that other publishers' files give, by id. */
  otherLocks: Lock[]
  /** Source of the rows; the lock's own unless the partition names another. */
  source: Source
  inputs: PartitionInputs
  /** Hash of the inputs. */
  fingerprint: string
  /** Whether the result of an earlier run is stored. */
  isStored: boolean
  /** Why it runs, or why it does not. */
  reason: string
}

/** The lock of a job and those that give it further assets. */
export function locksOf({ lock, otherLocks }: Pick<PartitionJob, 'lock' | 'otherLocks'>): Lock[] {
  return [lock, ...otherLocks]
}

export interface BuildPlan {
  /** Id of the build: the requested names and a hash of all fingerprints. */
  build: string
  jobs: PartitionJob[]
  /** Hash of all code that makes a build of partitions, and of the packages it runs. */
  code: string
  /** Hashes of the code of the steps, and of the code that draws tiles. */
  stepCode: StepCode
  sliceCode: string
  secretFingerprint: string
  /** Who draws the archives that Plat's own tiler does not draw. */
  tilers: Tilers
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
  /** Folder of the source files; the committed ones where it is left out. */
  sources?: string
}

const COMMITTED: BuildInputs = { pipelines: PIPELINES, locks: LOCKS_FOLDER }

/** The modules that make a build; a partition has those of its pipeline. */
const BUILD_MODULE = 'builds/run.ts'
const SLICE_MODULE = 'pipelines/archive/tile-worker.ts'
const PARTITION_MODULE = 'builds/partition-job.ts'

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
  request: TilerRequest | null = null,
): Promise<BuildPlan> {
  const { found, faulty } = await findPartitions(names, from.pipelines)
  const tilers = tilersOf(request, found)
  const project = await ProjectCode.open()
  const secretFingerprint = fingerprintOf(Buffer.from(keySecret()).toString('hex'))
  const layerCode = new Map<string, UsedCode>()
  const history = new PartitionHistory(home)
  const jobs: PartitionJob[] = []
  for (const { pipeline, partition, definition } of found) {
    const lock = await readLock(definition.lock, from.locks)
    const otherLocks: Lock[] = []
    for (const id of definition.other_locks) otherLocks.push(await readLock(id, from.locks))
    const source = await readSource(definition.source ?? lock.source, from.sources)
    const code =
      layerCode.get(pipeline.id) ??
      (await project.usedBy(PARTITION_MODULE, `pipelines/${pipeline.id}/pipeline.ts`))
    layerCode.set(pipeline.id, code)
    const locks = Object.fromEntries(
      [lock, ...otherLocks].map((each) => [each.id, lockSha256(each)]),
    )
    const { id, title, attribution, fictional } = source
    const stated = { id, title, attribution, fictional }
    const inputs = { secretFingerprint, partition, definition, locks, source: stated, code }
    const fingerprint = fingerprintOf(JSON.stringify(inputs))
    const stored = await history.find(pipeline.id, fingerprint, inputs)
    jobs.push({
      pipeline,
      partition,
      definition,
      lock,
      otherLocks,
      source,
      inputs,
      fingerprint,
      ...stored,
    })
  }
  const codeOf = async (...modules: string[]) =>
    fingerprintOf(JSON.stringify(await project.usedBy(...modules)))
  const code = await codeOf(BUILD_MODULE)
  const sliceCode = await codeOf(SLICE_MODULE)
  const stepCode = {} as StepCode
  for (const step of Object.keys(STEP_MODULES) as StepName[])
    stepCode[step] = await codeOf(...STEP_MODULES[step])
  await project.close()
  const joined = [...new Set(names)].sort().join('.').replaceAll('/', '-')
  const label = joined.length > MAX_NAMES_LENGTH ? `${names.length}-partitions` : joined
  const sources = jobs.map(({ source }) => source)
  const fingerprints = jobs.map((job) => job.fingerprint)
  const chosen = tilers.size > 0 ? [[...tilers]] : []
  const content = fingerprintOf(JSON.stringify([code, fingerprints, sources, ...chosen]))
  const build = `${label}-${content.slice(0, 12)}`
  const exists = await isSound(build, home)
  return { build, jobs, code, stepCode, sliceCode, secretFingerprint, tilers, faulty, exists }
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

/**
 * True for a build that passed its audits and is complete; others are made again from stored
 * partitions.
 */
export async function isSound(build: string, home: string): Promise<boolean> {
  const found = await openBuild(build, home).catch(() => null)
  if (!found?.manifest.audits.every(({ passed }) => passed)) return false
  return (await missingFiles(found)).length === 0
}
