import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../catalog/plat-home.ts'
import { dispatch } from '../terminal/dispatch.ts'
import { SILENT } from '../terminal/progress.ts'
import { isLongRun } from '../tests/long-run.ts'
import { COMMANDS } from './index.ts'

/**
 * Writes the address of every module that the process loaded to standard error, as its last line.
 */
const RECORDER = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(loaded)))`

/** Files that `plat <args>` loads in a process of its own, by their paths in the repository. */
async function filesLoadedBy(args: string[]): Promise<string[]> {
  const recorder = `data:text/javascript,${encodeURIComponent(RECORDER)}`
  const command = ['--import', recorder, join(PROJECT_ROOT, 'plat.ts'), ...args]
  const run = promisify(execFile)(process.execPath, command)
  const { stderr } = await run.catch((error: { stderr: string }) => error)
  const loaded: string[] = JSON.parse(stderr.slice(stderr.lastIndexOf('\n')))
  return loaded
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(PROJECT_ROOT, fileURLToPath(url)))
}

describe('help loads descriptions of commands and nothing of the product', () => {
  const OTHERS = [
    { args: ['help'] },
    { args: ['foo'] },
    { args: ['help', 'serve'] },
    { args: ['dossier', '--jsno'] },
  ]
  test.each([{ args: [] }, { args: ['build', '--help'] }, ...(isLongRun ? OTHERS : [])])(
    'plat $args',
    async ({ args }) => {
      const files = await filesLoadedBy(args)
      expect(files).toContain('commands/start.ts')
      const isLight = (path: string) =>
        /^(plat|commands\/[a-z-]+|terminal\/[a-z-]+|threads\/quick-imports)\.ts$/.test(path)
      expect(files.filter((path) => !isLight(path))).toEqual([])
    },
  )
})

describe('a wrong argument or setting fails before anything is opened or written', () => {
  let home: string
  beforeAll(() => {
    home = join(mkdtempSync(join(tmpdir(), 'plat-commands-')), 'home')
  })
  afterAll(() => rmSync(join(home, '..'), { recursive: true }))

  test.each([
    [['serve', '--port', 'http'], {}, /PORT=http/],
    [['serve', '--threads', '0'], {}, /--threads 0/],
    [['serve'], { PLAT_PACK_MEMORY: '2 GB' }, /PLAT_PACK_MEMORY/],
    [['serve'], { PLAT_LIVE: 'wether' }, /wether is not known\n +on +PLAT_LIVE/],
    [['serve'], { DATABASE_URL: 'mysql://db/plat' }, /DATABASE_URL/],
    [['start', '--port', '99999'], {}, /PORT=99999/],
    [['start'], { PLAT_DRAIN_SECONDS: 'soon' }, /PLAT_DRAIN_SECONDS=soon/],
    [['start'], { PLAT_CREDITS_START: '1e3' }, /PLAT_CREDITS_START/],
    [['build', '--workers', '65'], {}, /--workers must be a whole number from 1 to 64, got "65"/],
    [['plan', '--tiler', 'ogr'], {}, /--tiler must be tippecanoe, got "ogr"/],
    [['build', '--tiler', 'ogr'], {}, /--tiler must be tippecanoe, got "ogr"/],
    [['build', '--tiler', 'tippecanoe', '--queue'], {}, /--tiler is for whole builds on this/],
    [['build', '--tiler', 'tippecanoe'], { PATH: '/nowhere' }, /no such program on PATH/],
    [['build'], { PLAT_KEY_SECRET: 'short' }, /PLAT_KEY_SECRET/],
    [['push'], {}, /Name the store with --store, or set PLAT_STORE/],
    [['push'], { PLAT_STORE: 'store' }, /neither the whole path.*\n +on +PLAT_STORE/],
    [['pull', '--partitions', '--store', '/nowhere'], {}, /Name the partitions/],
    [['pull', 'a', '--store', '/nowhere/store'], {}, /is not a store of Plat/],
    [['pin', 'a', '--stored'], {}, /Name the store with --store, or set PLAT_STORE/],
    [['gc', '--store', '/nowhere'], {}, /State how many builds stay/],
    [['gc', '--keep', '0'], {}, /--keep must be a whole number from 1 to 1000, got "0"/],
    [['query', 'FROM parcels', '--csv', '--json'], {}, /Choose --csv or --json/],
    [['query', '--file', '/nowhere.sql'], {}, /\/nowhere\.sql/],
    [['dossier', '91,0'], {}, /91 is outside -90 to 90/],
    [['dossier', '30,-72', '--layers', 'noise'], {}, /There is no section "noise"/],
    [['dossier', '30,-72'], { PLAT_LIVE: 'wether' }, /wether is not known\n +on +PLAT_LIVE/],
    [['scorecard', '--state', 'Maine'], {}, /--state must be .*, got "Maine"/],
    [['scorecard', '--county', '19'], {}, /--county must be five FIPS digits, got "19"/],
    [['archives', 'diff', 'old.pmtiles'], {}, /Name an action: diff <old> <new>, or apply/],
    [['archives', 'apply', 'old.pmtiles', 'a.patch'], {}, /Name the file to write: --out <new>/],
    [['sources', 'take'], {}, /Name the action: check/],
    [['sources', 'check', 'fema-nfl'], {}, /no such lock.*\n.*\n.*Did you mean fema-nfhl/],
    [['keys', 'create', '--name', 'ci', '--expires-in-days', '400'], {}, /--expires-in-days/],
    [['keys', 'list'], { DATABASE_URL: 'mysql://db/plat' }, /DATABASE_URL/],
  ])('%j %j', async (argv, environment, message) => {
    for (const [name, value] of Object.entries({ ...environment, PLAT_HOME: home }))
      vi.stubEnv(name, value)
    const errors: string[] = []
    const code = await dispatch(COMMANDS, argv, {
      out: { progress: SILENT, print() {} },
      printError: (text) => void errors.push(text),
    }).finally(() => vi.unstubAllEnvs())
    expect(code).toBeGreaterThan(0)
    expect(errors.join('\n')).toMatch(message)
    expect(existsSync(home)).toBe(false)
  })
})
