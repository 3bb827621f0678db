import type { Manifest } from '../catalog/manifest.ts'
import { fingerprintOf } from './partition-inputs.ts'
import { linkFiles, type ResultStore, type StoredResult } from './result-store.ts'

/** The modules that the results of a step depend on, besides its inputs. */
export const STEP_MODULES = {
  coverage: ['builds/coverage-rows.ts'],
  pack: ['pipelines/stages/pack.ts'],
  addresses: ['builds/address-tables.ts'],
  search: ['builds/search-index.ts'],
  facts: ['builds/derived-tables.ts', 'builds/derived-sources.ts'],
  archive: ['pipelines/stages/tile.ts'],
  audit: ['builds/audit.ts'],
  land: ['builds/land-audit.ts'],
} as const

export type StepName = keyof typeof STEP_MODULES

/** Hash of the code of each step. */
export type StepCode = Record<StepName, string>

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

  constructor(code: StepCode, store: ResultStore, folder: string) {
    this.code = code
    this.store = store
    this.folder = folder
  }

  /**
   * `inputs` are all that the result depends on besides the code and what `isCurrent` compares.
   * `make` returns what is JSON.
   */
  async run<Value>(
    step: StepName,
    inputs: unknown,
    make: (folder: string) => Promise<Value>,
    isCurrent?: (value: Value) => boolean,
  ): Promise<StoredResult<Value>> {
    const fingerprint = fingerprintOf(JSON.stringify([this.code[step], inputs]))
    const result = await this.store.find(`${step}-${fingerprint}`, make, isCurrent)
    await linkFiles(result, this.folder)
    this.count(step, result)
    return result
  }

  /** Counts a result of a step. */
  count(step: string, { isNew }: Pick<StoredResult<unknown>, 'isNew'>): void {
    this.counts[step] ??= { made: 0, stored: 0 }
    this.counts[step][isNew ? 'made' : 'stored']++
  }
}
