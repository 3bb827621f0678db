import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pinTown, writeTown } from '../fixtures/example-town.ts'

const ROOT = dirname(dirname(import.meta.dirname))
/** Space for the town's builds and accounts with a key, and nothing more. */
const DISK = 'size=96m'

let disk: string
let home: string
const mount = (...args: string[]) => spawnSync('mount', args).status === 0
const probe = mkdtempSync(join(tmpdir(), 'plat-disk-'))
const canMount = mount('-t', 'tmpfs', '-o', DISK, 'plat', probe)
if (canMount) spawnSync('umount', [probe])
rmSync(probe, { recursive: true })

interface Run {
  code: number
  out: string
  error: string
}

async function plat(args: string[], wrapper: string[] = [], options = ''): Promise<Run> {
  const [program, ...rest] = [...wrapper, process.execPath, 'plat.ts', ...args]
  const env = { ...process.env, PLAT_HOME: home, NODE_OPTIONS: options, HOME: disk }
  const child = spawn(program, rest, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, out, error }
}

/** A quota, which takes a file system of its own: every new file and write below the home fails. */
const QUOTA = `import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const refused = (path) => String(path).startsWith(process.env.PLAT_HOME)
  const fail = (path) => { throw Object.assign(new Error('EDQUOT: disk quota exceeded, open'), { code: 'EDQUOT', errno: -122, syscall: 'open', path: String(path) }) }
  const isWriting = (flags) => typeof flags === 'string' ? /[wa+]/.test(flags) : (flags & 3) !== 0
  const { open, writeFile } = fs.promises
  const { openSync, open: openCallback } = fs
  fs.promises.open = async (path, flags, ...rest) => isWriting(flags ?? 'r') && refused(path) ? fail(path) : open(path, flags, ...rest)
  fs.promises.writeFile = async (path, ...rest) => refused(path) ? fail(path) : writeFile(path, ...rest)
  fs.openSync = (path, flags, ...rest) => isWriting(flags ?? 'r') && refused(path) ? fail(path) : openSync(path, flags, ...rest)
  syncBuiltinESMExports()`

const FAULTS: [string, { begin(): void; wrapper?: string[]; options?: string; end(): void }][] = [
  [
    'no space is left on the disk',
    {
      begin: () => void spawnSync('dd', ['if=/dev/zero', `of=${disk}/full`, 'bs=4k']),
      end: () => rmSync(join(disk, 'full')),
    },
  ],
  [
    'the file system is read-only',
    {
      begin: () => void mount('-o', 'remount,ro', disk),
      end: () => void mount('-o', 'remount,rw', disk),
    },
  ],
  [
    'this user lacks the right to it',
    {
      begin: () => chmodSync(disk, 0o755),
      wrapper: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'],
      end: () => {},
    },
  ],
  [
    'the disk quota is used up',
    {
      begin: () => {},
      options: `--import=data:text/javascript,${encodeURIComponent(QUOTA)}`,
      end: () => {},
    },
  ],
]
const COMMANDS: [string, string[]][] = [
  ['pin', ['pin', 'b1']],
  ['rollback', ['rollback']],
  ['keys', ['keys', 'create', '--name', 'second']],
  ['build', ['build', 'sample-points']],
]

describe.skipIf(!canMount)('commands on a disk that refuses (needs a right to mount)', () => {
  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'plat-disk-'))
    mount('-t', 'tmpfs', '-o', DISK, 'plat', disk)
    home = join(disk, 'home')
    mkdirSync(home)
    for (const build of ['b1', 'b2']) await writeTown(home, build)
    await pinTown(home, 'b1')
    expect((await plat(['pin', 'b2'])).code).toBe(0)
    expect((await plat(['keys', 'create', '--name', 'first'])).code).toBe(0)
  }, 240_000)
  afterAll(() => {
    spawnSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  const cases = FAULTS.flatMap(([problem, fault]) =>
    COMMANDS.map(([name, args]) => ({ problem, fault, name, args })),
  )
  test.each(cases)(
    '$name: $problem',
    async ({ problem, fault, args }) => {
      const pin = readFileSync(join(home, 'pin.json'), 'utf8')
      const builds = (await plat(['builds'])).out
      fault.begin()
      let run: Run
      try {
        run = await plat(args, fault.wrapper, fault.options)
      } finally {
        fault.end()
      }
      expect(run).toMatchObject({ code: 1, out: '' })
      const lines = run.error.trimEnd().split('\n')
      const at = lines.findIndex((line) => / failed: /.test(line))
      // A step that describes its own failure names the system's code.
      expect(lines.slice(at).join('\n')).toMatch(
        /^.+ failed: .*\n {2}on {6}.+\n {2}remedy {2}.{20}/m,
      )
      expect(lines.slice(at).join('\n')).toMatch(
        new RegExp(`${problem}|\\bE(NOSPC|ROFS|ACCES|DQUOT)\\b`),
      )
      expect(run.error).not.toMatch(/^\s+at |undefined|\[object/m)
      // Nothing has changed.
      expect(readFileSync(join(home, 'pin.json'), 'utf8')).toBe(pin)
      expect((await plat(['builds'])).out).toBe(builds)
      const { out } = await plat(['keys', 'list', '--all'])
      expect(out).toContain('first')
      expect(out).not.toContain('second')
    },
    240_000,
  )
})

test('results that cannot be written fail, results whose reader has gone do not', async () => {
  for (const [redirect, code, words] of [
    ['> /dev/full', 1, /^write the output failed: no space is left on the disk$/m],
    ['| head -c 1 > /dev/null; exit $PIPESTATUS', 0, /^$/],
    ['2> /dev/full', 0, /^$/],
  ] as const) {
    const command = `"${process.execPath}" plat.ts help ${redirect}`
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
    expect([redirect, status]).toEqual([redirect, code])
    expect(stderr.replace(/^ {2}.+\n?/gm, '')).toMatch(words)
    expect(stderr).not.toMatch(/^\s+at /m)
  }
})
