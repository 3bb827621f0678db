// A process that runs tests in a copy of the tree, one file of them at a time, in one long-lived
// vitest. Started by lane-process.ts; its end, and that of all it started, is the end of the lane.
import { join } from 'node:path'
import { createVitest } from 'vitest/node'

/**
 * Runs test files in turn until one fails. `changed` is what was written since the last request.
 */
export interface LaneRequest {
  tests: string[]
  changed: string[]
}

/** The first failure, or null where all tests passed. */
export interface LaneResponse {
  failed: Failed | null
}

interface Failed {
  file: string
  test: string
  /** True when it failed because something did not happen in time. */
  isLate: boolean
}

const root = process.argv[2]
let first: { test: string; messages: string[] } | null = null

const vitest = await createVitest(
  'test',
  {
    root,
    config: join(root, 'vitest.config.ts'),
    watch: false,
    // A process for each test file: none sees the last mutant.
    isolate: true,
    fileParallelism: false,
    update: 'none',
    reporters: [
      {
        onTestCaseResult(test) {
          const { state, errors = [] } = test.result()
          if (state !== 'failed' || first !== null) return
          first = { test: test.fullName, messages: errors.map(({ message }) => message) }
          void vitest.cancelCurrentRun('test-failure')
        },
      },
    ],
    onConsoleLog: () => false,
  },
  { cacheDir: join(root, '.plat/vite'), logLevel: 'silent' },
)
await vitest.standalone()

async function run({ tests, changed }: LaneRequest): Promise<LaneResponse> {
  for (const path of changed) vitest.invalidateFile(join(root, path))
  for (const file of tests) {
    const failed = await runFile(file)
    if (failed) return { failed }
  }
  return { failed: null }
}

async function runFile(file: string): Promise<Failed | null> {
  first = null
  const specification = vitest.getRootProject().createSpecification(join(root, file))
  const { unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The result lists the modules of earlier runs too: only this one counts.
  const module = specification.testModule
  const failure = first as { test: string; messages: string[] } | null
  if (failure === null && module?.ok() && unhandledErrors.length === 0) return null
  const messages = failure?.messages ?? module?.errors().map(({ message }) => message) ?? []
  const isLate = messages.length > 0 && messages.every((each) => /timed out/i.test(each))
  return { file, test: failure?.test ?? 'outside of its tests', isLate }
}

process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (request: LaneRequest) => {
  process.send?.(await run(request))
})
process.send?.('ready')
