import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Duration of one test file in seconds: its imports, its hooks and its tests. */
export interface FileTime {
  file: string
  seconds: number
}

/**
 * Writes the duration of each test file to the file that `PLAT_TEST_TIMES` names: a `FileTime[]`.
 */
export default class TimeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.PLAT_TEST_TIMES
    if (!path) return
    const times = modules.map((module): FileTime => {
      const { collectDuration, duration } = module.diagnostic()
      return {
        file: relative(process.cwd(), module.moduleId),
        seconds: (collectDuration + duration) / 1000,
      }
    })
    writeFileSync(path, JSON.stringify(times))
  }
}
