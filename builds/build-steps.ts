import type { Manifest } from '../catalog/manifest.ts'
import { Remembered } from '../values/remembered.ts'
import { fingerprintOf } from './partition-inputs.ts'
import {
  linkFiles,
  type OutdatedResult,
  type ResultStore,
  type StoredResult,
} from './result-store.ts'

/** The modules that the results of a step depend on, besides its inputs. */
export const STEP_MODULES = {
  coverage: ['builds/coverage-rows.ts'],
  pack: ['pipelines/stages/pack.ts'],
  content: ['builds/column-content.ts'],
  addresses: ['builds/address-tables.ts'],
  search: ['builds/search-index.ts'],
  // Of a pack with several partitions the inputs have hashes of the rows, not of the pack.
  facts: ['builds/derived-tables.ts', 'builds/rows-anew.ts', 'pipelines/stages/pack.ts'],
  archive: ['pipelines/stages/tile.ts'],
  audit: ['builds/audit.ts'],
  land: ['builds/land-audit.ts'],
  tiles: ['pipelines/stages/tile.ts'],
} as const

export type StepName = keyof typeof STEP_MODULES

/** Hash of the code of each step. */
export type StepCode = Record<StepName, string>

/** A file of a build that is not on this machine: its result, and the names of all its files. */
interface AbsentFile {
  store: ResultStore
  result: Placed
  nameOf: (file: string) => string
}

type Make<Value> = (folder: string, outdated: OutdatedResult<Value> | null) => Promise<Value>

/** A result whose files are placed in a build. */
type Placed = Pick<StoredResult<unknown>, 'folder' | 'files'>

/**
 * The steps of one build, each done once for the same code and inputs. A step writes files into a
 * folder at their paths in the build, and they are linked into the build.
 */
export class BuildSteps {
  /** Numbers of results that this run made, and of those that were stored, by step. */
  readonly counts: Manifest['steps'] = {}
  private readonly code: StepCode
  private readonly store: ResultStore
  private readonly folder: string
  /** Files by their path in the build. */
  private readonly absent = new Map<string, AbsentFile>()
  private readonly found = new Remembered()
  /** Folders of the results that were placed. */
  private readonly placed = new Set<string>()

  constructor(code: StepCode, store: ResultStore, folder: string) {
    this.code = code
    this.store = store
    this.folder = folder
  }

  /**
   * `inputs` are all that the result depends on besides the code and what `isCurrent` compares.
   * `make` returns what is JSON, and gets the stored result that `isCurrent` refused.
   */
  async run<Value>(
    step: StepName,
    inputs: unknown,
    make: Make<Value>,
    isCurrent?: (value: Value) => boolean,
  ): Promise<StoredResult<Value>> {
    const result = await this.named(step, inputs, make, isCurrent)
    await this.place(result, this.store)
    this.count(step, result)
    return result
  }

  /** Runs a step whose files are not those of the build; they are on this machine then. */
  async find<Value>(
    step: StepName,
    inputs: unknown,
    make: (folder: string) => Promise<Value>,
  ): Promise<StoredResult<Value>> {
    const result = await this.named(step, inputs, make)
    await this.store.bring(result)
    return result
  }

  private named<Value>(
    step: StepName,
    inputs: unknown,
    make: Make<Value>,
    isCurrent?: (value: Value) => boolean,
  ): Promise<StoredResult<Value>> {
    const fingerprint = fingerprintOf(JSON.stringify([this.code[step], inputs]))
    const name = `${step}-${fingerprint}`
    return this.found.once(name, () => this.store.find(name, make, isCurrent))
  }

  /**
   * Links the files of a result into the build, once. Those that only another machine has are
   * linked when `bring` names one of them.
   */
  async place(
    result: Placed,
    store: ResultStore,
    nameOf = (file: string): string => file,
  ): Promise<void> {
    if (this.placed.has(result.folder)) return
    this.placed.add(result.folder)
    if (store.isHere(result)) return await linkFiles(result, this.folder, nameOf)
    for (const { file } of result.files) this.absent.set(nameOf(file), { store, result, nameOf })
  }

  /** Brings files of the build from other machines, before they are read; all by default. */
  async bring(files: Iterable<string> = [...this.absent.keys()]): Promise<void> {
    for (const file of files) {
      const absent = this.absent.get(file)
      if (!absent) continue
      const { store, result, nameOf } = absent
      await store.bring(result)
      await linkFiles(result, this.folder, nameOf)
      for (const each of result.files) this.absent.delete(nameOf(each.file))
    }
  }

  /** Counts a result of a step. */
  count(step: string, { isNew }: Pick<StoredResult<unknown>, 'isNew'>): void {
    this.counts[step] ??= { made: 0, stored: 0 }
    this.counts[step][isNew ? 'made' : 'stored']++
  }
}
