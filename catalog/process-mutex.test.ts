import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLongRun } from '../tests/long-run.ts'
import { withProcessMutex } from './process-mutex.ts'

let folder: string
let path: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-lock-'))
  path = join(folder, 'pin.lock')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})
const options = { step: 'test', wait_ms: 120_000 }
const now = { step: 'test', wait_ms: 0 }
const MODULE = JSON.stringify(new URL('./process-mutex.ts', import.meta.url))

/** A process that runs `script`, in which `acquire(wait_ms)` takes the lock. */
function run(script: string, wrapper: string[] = []): ChildProcess {
  const code = `import { acquireProcessMutex } from ${MODULE}
    const acquire = (wait_ms) => acquireProcessMutex(${JSON.stringify(path)}, { step: 'test', wait_ms })
    ${script}`
  const [program, ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', code]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

/** A process that holds the lock until it is killed or its standard input ends. */
async function holder(wrapper: string[] = []): Promise<ChildProcess> {
  const child = run(
    `const release = await acquire(120_000)
     console.log('held')
     process.stdin.on('end', release).resume()`,
    wrapper,
  )
  await once(child.stdout!, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('one holder at a time, and nothing is left when all are done', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 5))
    inside--
  }
  await Promise.all(Array.from({ length: 8 }, () => withProcessMutex(path, options, work)))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('work that fails gives the lock back', async () => {
  const failing = withProcessMutex(path, options, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await readdir(folder)).toEqual([])
})

test('a holder that lives is waited for, within the bound, and then named', async () => {
  await withProcessMutex(path, options, async () => {
    const second = withProcessMutex(path, { step: 'move the pin', wait_ms: 60 }, async () => 1)
    await expect(second).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining(`is held by process ${process.pid} on ${hostname()} since `),
    })
    // Looking at the lock has not released it.
    await expect(withProcessMutex(path, now, async () => 1)).rejects.toThrow(/is held by/)
    const other = run(
      `await acquire(0).then(() => console.log('mine'), (e) => console.log(e.message))`,
    )
    expect(await text(other.stdout!)).toContain(`is held by process ${process.pid} `)
  })
})

test('the threads of a process exclude each other, and one that ends holds nothing', async () => {
  const code = `import { parentPort } from 'node:worker_threads'
    import { acquireProcessMutex } from ${MODULE}
    await acquireProcessMutex(${JSON.stringify(path)}, { step: 'test', wait_ms: 0 })
    parentPort.postMessage('held')
    parentPort.on('message', () => {})`
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  const thread = new Worker(url)
  try {
    expect(await once(thread, 'message')).toEqual(['held'])
    await expect(withProcessMutex(path, now, async () => 1)).rejects.toThrow(/is held by process/)
  } finally {
    await thread.terminate()
  }
  expect(await withProcessMutex(path, options, async () => 'mine')).toBe('mine')
})

test('processes that take turns never meet, though each removes the file of its lock', async () => {
  const turns = run.bind(
    null,
    `import { open, rm } from 'node:fs/promises'
     for (let turn = 0; turn < ${isLongRun ? 60 : 10}; turn++) {
       const release = await acquire(120_000)
       const inside = await open(${JSON.stringify(join(folder, 'inside'))}, 'wx')
       await inside.close()
       await rm(${JSON.stringify(join(folder, 'inside'))})
       await release()
     }
     console.log('done')`,
  )
  const printed = [1, 2, 3].map(() => text(turns().stdout!))
  expect(await Promise.all(printed)).toEqual(['done\n', 'done\n', 'done\n'])
  expect(await readdir(folder)).toEqual([])
})

test('a file that a holder removed while another opened it is not mistaken for the lock', async () => {
  const { exec } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(function (
    this: DatabaseSync,
    sql,
  ) {
    rmSync(`${path}.sqlite`)
    writeFileSync(`${path}.sqlite`, '')
    exec.call(this, sql)
  })
  try {
    writeFileSync(`${path}.sqlite`, '')
    await withProcessMutex(path, options, async () => {
      await expect(withProcessMutex(path, now, async () => 1)).rejects.toThrow(/is held by/)
    })
  } finally {
    vi.restoreAllMocks()
  }
})

test.each([0, 60])(
  'on a file system that numbers its files anew at each look the wait of %i ms ends',
  async (wait_ms) => {
    const { exec } = DatabaseSync.prototype
    let tries = 0
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
      // Far above the tries of a bounded wait: ends the test where it would never end.
      if (++tries > 1_000) throw new Error('tried without end')
      rmSync(`${path}.sqlite`)
      writeFileSync(`${path}.sqlite`, '')
      exec.call(this, sql)
    })
    try {
      const refused = withProcessMutex(path, { step: 'test', wait_ms }, async () => 1)
      await expect(refused).rejects.toThrow('its file system has no locks')
    } finally {
      vi.restoreAllMocks()
    }
  },
)

test('a lock that was never held is taken without waiting', async () => {
  expect(await withProcessMutex(path, now, async () => 'mine')).toBe('mine')
  expect(await withProcessMutex(path, now, async () => 'again')).toBe('again')
})

test('the lock of a killed process is free at once, and goes to one of many', async () => {
  for (let round = 0; round < (isLongRun ? 20 : 2); round++) {
    await kill(await holder())
    expect(JSON.parse(await readFile(path, 'utf8')).pid).toBe(children.at(-1)!.pid)
    let inside = 0
    const heirs = Array.from({ length: 4 }, () =>
      withProcessMutex(path, options, async () => {
        expect(++inside).toBe(1)
        await new Promise((resolve) => setTimeout(resolve, 2))
        inside--
      }),
    )
    await Promise.all(heirs)
    expect(await readdir(folder)).toEqual([])
  }
})

const NAMESPACES = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const HOSTNAME = ['--uts', 'sh', '-c', 'hostname elsewhere && exec "$@"', 'sh']
const canUnshare = spawnSync('unshare', [...NAMESPACES.slice(1), ...HOSTNAME, 'true']).status === 0

describe.skipIf(!canUnshare)('in another container (needs a right to unshare)', () => {
  const CONTAINERS: [what: string, wrapper: string[], host: string][] = [
    ['with another host name', [...NAMESPACES, ...HOSTNAME], 'elsewhere'],
    ['with the same host name', NAMESPACES, hostname()],
  ]
  test.each(isLongRun ? CONTAINERS : CONTAINERS.slice(0, 1))(
    '%s a holder that lives holds, and one that was killed does not',
    async (_what, wrapper, host) => {
      const far = await holder(wrapper)
      const { pid } = JSON.parse(await readFile(path, 'utf8'))
      expect(pid).toBeLessThan(10)
      const refused = withProcessMutex(path, { step: 'test', wait_ms: 60 }, async () => 1)
      await expect(refused).rejects.toThrow(`is held by process ${pid} on ${host} since`)
      await kill(far)
      expect(await withProcessMutex(path, options, async () => 'mine')).toBe('mine')
    },
  )

  test('a process there is refused while one here holds', async () => {
    await withProcessMutex(path, options, async () => {
      const far = run(
        `await acquire(60).then(() => console.log('mine'), (e) => console.log(e.message))`,
        NAMESPACES,
      )
      expect(await text(far.stdout!)).toContain(`is held by process ${process.pid} on`)
    })
  })
})

describe('a lock of a former version, which was a symbolic link', () => {
  test.each([
    ['of a dead process', { pid: 0x3fffff, host: hostname(), started: '1', token: 'dead' }],
    ['of a pid that another has now', { pid: process.pid, host: hostname(), started: '1' }],
    ['of another host', { pid: 1, host: 'another-machine', started: '1', token: 'far' }],
    ['of a system without /proc', { pid: process.pid, host: hostname(), started: '' }],
    ['of no process at all', 'what?'],
  ])('%s does not hold', async (_what, left) => {
    await symlink(JSON.stringify(left), path)
    const described = withProcessMutex(path, now, () => readFile(path, 'utf8'))
    expect(JSON.parse(await described)).toMatchObject({ pid: process.pid, host: hostname() })
    expect(await readdir(folder)).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')(
    'of a process that runs here is respected',
    async () => {
      const stat = await readFile('/proc/self/stat', 'utf8')
      const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
      await symlink(JSON.stringify({ pid: process.pid, host: 'here', started, token: 'x' }), path)
      const refused = withProcessMutex(path, now, async () => 1)
      await expect(refused).rejects.toThrow(`is held by process ${process.pid} on here`)
    },
  )
})
