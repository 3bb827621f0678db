import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { COMMANDS } from '../../commands/index.ts'
import { isLongRun } from '../long-run.ts'

const SCRIPT = '.ci/rebuild'
/** Deadline of three rebuilds, each in a home of its own that has no generated county yet. */
const REBUILDS_MS = 580_000
const WORKFLOW = '.github/workflows/rebuild.yml'

/** The calls of `plat` in a file: the command and its options. */
async function callsIn(file: string): Promise<{ name: string; options: string[] }[]> {
  const text = await readFile(join(PROJECT_ROOT, file), 'utf8')
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'))
  return lines.flatMap((line) => {
    const call = /(?:^|[\s(])plat (?:-- )?([a-z].*)/.exec(line)
    if (!call) return []
    const [name, ...words] = call[1].split(/\s+/)
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
    return [{ name, options: options.map((option) => option.replace(/[^a-z-].*$/, '')) }]
  })
}

test.each([
  [SCRIPT, 15],
  [WORKFLOW, 8],
])('every command of %s exists, with its options', async (file, count) => {
  const calls = await callsIn(file)
  expect(calls).toHaveLength(count)
  for (const { name, options } of calls) {
    const command = COMMANDS.find((each) => each.name === name)
    expect(command, name).toBeDefined()
    for (const option of options)
      expect(Object.keys(command!.options), `${name} --${option}`).toContain(option)
  }
})

test('the workflow ends with the script, and its partitions have the steps of the script', async () => {
  const workflow = await readFile(join(PROJECT_ROOT, WORKFLOW), 'utf8')
  expect(workflow.trimEnd()).toMatch(/ \.ci\/rebuild \$NAMES$/)
  const script = (await callsIn(SCRIPT)).map(({ name, options }) => [name, ...options].join(' '))
  for (const { name, options } of await callsIn(WORKFLOW))
    if (name === 'build' || name === 'push') expect(script).toContain([name, ...options].join(' '))
})

describe('the script', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-rebuild-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function rebuild(home: string, names: readonly string[], store = join(folder, 'store')) {
    const report = join(folder, `${home}.md`)
    const env = {
      ...process.env,
      PLAT_HOME: join(folder, home),
      PLAT_STORE: store,
      PLAT_REPORT: report,
    }
    const { stdout } = await promisify(execFile)(join(PROJECT_ROOT, SCRIPT), names, { env })
    return { stdout, report: await readFile(report, 'utf8') }
  }

  test('needs names and a store', async () => {
    await expect(rebuild('none', [])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the partitions'),
    })
    await expect(rebuild('none', ['soils/sample'], '')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Set PLAT_STORE'),
    })
  })

  test.runIf(isLongRun)(
    'makes a build, finds nothing to do on another machine, and adds a layer to it',
    async () => {
      const first = await rebuild('one', ['soils/sample'])
      expect(first.stdout).toContain('none yet')
      expect(first.stdout).toContain('1 of 1 partitions made')
      const [build] = /soils-sample-[0-9a-f]{12}/.exec(first.report)!
      expect(first.report).toBe(`Pinned ${build}.\n`)

      const second = await rebuild('two', ['soils/sample'])
      expect(second.stdout).toContain('0 of 1 partitions made')
      expect(second.stdout).toContain('Nothing to do')
      expect(second.report).toContain(`${build} against ${build}. 0 of `)

      const third = await rebuild('three', ['soils/sample', 'wetlands/sample'])
      expect(third.stdout).toContain('1 of 2 partitions made')
      expect(third.report).toMatch(/\| wetlands \| - \| \d+ \| new \|/)
      expect(third.report).toMatch(/\| soil_map_units \| (\d+) \| \1 \| same \|/)
      expect(third.report).toMatch(/\nPinned .*wetlands-sample-[0-9a-f]{12}\.\n$/)
    },
    REBUILDS_MS,
  )
})
