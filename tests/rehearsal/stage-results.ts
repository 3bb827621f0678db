import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../catalog/atomic-file.ts'

/**
 * Results of the stages of a rehearsal in its folder. A run that was killed goes on after the last
 * one; a run with other parameters or of another commit starts anew.
 */
export class StageResults {
  private readonly file: string
  private readonly key: string
  private readonly results: Record<string, unknown> = {}

  constructor(folder: string, parameters: object) {
    mkdirSync(folder, { recursive: true })
    this.file = join(folder, 'stages.json')
    this.key = JSON.stringify(parameters)
    if (!existsSync(this.file)) return
    const { key, results } = JSON.parse(readFileSync(this.file, 'utf8'))
    if (key === this.key) this.results = results
    else console.log(`${this.file} is of other parameters or another commit: starting anew`)
  }

  /** True where no earlier run has begun with the same parameters. */
  get isFresh(): boolean {
    return Object.keys(this.results).length === 0
  }

  /** Finds the result of a stage, or runs it. */
  async run<Result>(stage: string, make: () => Promise<Result>): Promise<Result> {
    if (!(stage in this.results)) {
      console.log(`${new Date().toISOString().slice(0, 19)}: ${stage}`)
      this.results[stage] = await make()
      const text = JSON.stringify({ key: this.key, results: this.results })
      await replaceFile(this.file, text)
    }
    return this.results[stage] as Result
  }
}
