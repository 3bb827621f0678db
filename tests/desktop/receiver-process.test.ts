// The process of the add-on that receives files, without Blender: the test has the place of it.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { freePorts } from '../servers/service-process.ts'
import { houseGlb, NOT_GLB } from './faulty-glbs.ts'
import { endedJob, send, sendFile } from './test-receiver.ts'

const ADDON = join(PROJECT_ROOT, 'architect/desktop/blender/plat_import')
/** That of the system, which starts sooner than a chooser of versions. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const HAS_PYTHON = spawnSync(PYTHON, ['--version']).status === 0
const SECRET = 'a-secret'
const PAGE = 'https://plat.example'

interface Message {
  port?: number
  problem?: string
  waiting?: string[]
  allowed?: Record<string, number>
  id?: string
  file?: { path: string; name: string; project_id: string | null; version: string | null }
}

/** The process, and what it has sent to Blender. */
class Process {
  readonly folder: string
  readonly spool: string
  readonly origins: string
  readonly messages: Message[] = []
  private readonly child: ChildProcess
  private readonly listener: Server
  private socket: Socket | null = null

  private constructor(folder: string, listener: Server) {
    this.folder = folder
    this.listener = listener
    this.spool = join(folder, 'spool')
    this.origins = join(folder, 'origins.json')
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
    this.child = spawn(PYTHON, ['-E', '-s', '-m', 'receiving'], { cwd: ADDON, env })
  }

  /** Starts it, and waits for its port or its problem. */
  static async open(folder: string, ports: number[]): Promise<Process> {
    const listener = createServer()
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const opened = new Process(folder, listener)
    mkdirSync(opened.spool, { recursive: true })
    const given = {
      port: (listener.address() as AddressInfo).port,
      secret: SECRET,
      spool: opened.spool,
      version: '3.4.1',
      ports,
      origins_path: opened.origins,
      hosted: null,
    }
    opened.child.stdin!.end(`${JSON.stringify(given)}\n`)
    const [socket] = (await once(listener, 'connection')) as [Socket]
    opened.socket = socket
    const lines = createInterface(socket)
    lines.once('line', (line) => expect(line.startsWith(`${SECRET}{`)).toBe(true))
    lines.on('line', (line) => opened.messages.push(JSON.parse(line.replace(SECRET, ''))))
    await expect.poll(() => opened.messages.some(({ port, problem }) => port || problem)).toBe(true)
    return opened
  }

  get port(): number {
    return this.messages.find(({ port }) => port !== undefined)!.port!
  }

  get files(): Message[] {
    return this.messages.filter(({ file }) => file)
  }

  /** Sends a message as Blender does. */
  command(message: unknown): void {
    this.socket!.write(`${JSON.stringify(message)}\n`)
  }

  /** Blender ends, or is killed. */
  async close(): Promise<void> {
    const ended = this.child.exitCode === null ? once(this.child, 'exit') : null
    this.socket!.destroy()
    await ended
    this.listener.close()
  }
}

describe.skipIf(!HAS_PYTHON)('the process of the add-on that receives', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  let ports: number[]
  const newFolder = () => mkdtempSync(join(tmpdir(), 'plat-process-'))
  const open = async (folder = newFolder()) => {
    const opened = await Process.open(folder, ports)
    closing.push(async () => {
      await opened.close()
      rmSync(opened.folder, { recursive: true, force: true })
    })
    return opened
  }
  let house: Buffer
  beforeAll(async () => {
    house = await houseGlb()
    // Other tests have those of the protocol.
    ports = await freePorts(2)
  })

  test('refuses every file that is not a whole GLB, by name, and stores none', async () => {
    const { port, files, spool } = await open()
    for (const { what, bytes, message } of NOT_GLB) {
      const { status, body } = await sendFile(port, bytes(house))
      expect(body?.error?.message, what).toMatch(message)
      expect([status, body.error.code]).toEqual([400, 'not_glb'])
    }
    expect([files, readdirSync(spool)]).toEqual([[], []])
  })

  test('gives a file to Blender, and removes it when the import has ended', async () => {
    const opened = await open()
    const headers = { 'x-svc-project-id': 'a-house', 'x-svc-version': '7' }
    const sent = await sendFile(opened.port, house, headers)
    await expect.poll(() => opened.files).toHaveLength(1)
    const [{ id, file }] = opened.files
    expect(file).toEqual({
      path: expect.any(String),
      name: '',
      project_id: 'a-house',
      version: '7',
    })
    expect(sent).toMatchObject({ status: 202, body: { id, state: 'queued' } })
    expect(readdirSync(opened.spool)).toHaveLength(1)
    const summary = { objects: 3 }
    opened.command({ ended: id, summary, error: null })
    expect(await endedJob(opened.port, sent)).toEqual({ id, state: 'done', summary })
    expect(readdirSync(opened.spool)).toEqual([])
  })

  test('takes a second file while Blender is at one, and refuses a third', async () => {
    const opened = await open()
    const [first, second] = [await sendFile(opened.port, house), await sendFile(opened.port, house)]
    await expect.poll(() => opened.files).toHaveLength(2)
    const third = await sendFile(opened.port, house)
    expect([third.status, third.body.error.code]).toEqual([409, 'import_busy'])
    const error = { code: 'blender_busy', message: 'Blender is in Edit Mode.' }
    opened.command({ ended: opened.files[0].id, summary: null, error })
    expect(await endedJob(opened.port, first)).toMatchObject({ state: 'failed', error })
    expect((await sendFile(opened.port, house)).status).toBe(202)
    opened.command({ ended: opened.files[1].id, summary: {}, error: null })
    expect(await endedJob(opened.port, second)).toMatchObject({ state: 'done' })
  })

  test('stores the pages that may send, and starts with them; a faulty store has none', async () => {
    const first = await open()
    const headers = { origin: PAGE }
    expect((await send(first.port, '/svc/health', { headers })).body.allowed).toBe(false)
    await expect.poll(() => first.messages.at(-1)).toMatchObject({ waiting: [PAGE], allowed: {} })
    first.command({ allow: PAGE })
    await expect.poll(() => first.messages.at(-1)).toMatchObject({ waiting: [] })
    await first.close()
    const second = await open(first.folder)
    expect(second.messages[0]).toEqual({ waiting: [], allowed: { [PAGE]: 0 }, problem: '' })
    expect((await sendFile(second.port, house, headers)).status).toBe(202)
    await expect
      .poll(() => second.messages.findLast(({ allowed }) => allowed)!.allowed![PAGE])
      .toBeGreaterThan(1e9)
    await second.close()
    const faulty = ['', '[]', '{"null": 1}', `{"${PAGE}": "now"}`, `["${PAGE}"]`]
    const paths = faulty.map((text, at) => {
      const path = join(first.folder, `${at}.json`)
      writeFileSync(path, text)
      return path
    })
    const code = `import json, sys
from receiving.origins import OriginStore
print(json.dumps([OriginStore(path, None).read() for path in sys.argv[1:]]))`
    const read = execFileSync(PYTHON, ['-c', code, ...paths], { cwd: ADDON, encoding: 'utf8' })
    expect(JSON.parse(read)).toEqual(faulty.map(() => ({})))
  })

  test('shares the pages that may send with another Blender, also a revoked one', async () => {
    const headers = { origin: PAGE }
    const first = await open()
    first.command({ allow: PAGE })
    await expect.poll(() => first.messages.at(-1)!.allowed).toEqual({ [PAGE]: 0 })
    const second = await open(first.folder)
    expect((await send(second.port, '/svc/health', { headers })).body.allowed).toBe(true)
    first.command({ revoke: PAGE })
    await expect.poll(() => first.messages.at(-1)!.allowed).toEqual({})
    expect((await sendFile(second.port, house, headers)).status).toBe(403)
    expect(JSON.parse(readFileSync(first.origins, 'utf8'))).toEqual({})
  })

  test('a page that is revoked while its file comes does not send it', async () => {
    const opened = await open()
    opened.command({ allow: PAGE })
    await expect.poll(() => opened.messages.at(-1)!.allowed).toEqual({ [PAGE]: 0 })
    const headers = {
      'content-type': 'model/gltf-binary',
      'content-length': house.length,
      origin: PAGE,
    }
    const half = house.length >> 1
    const { status, body } = await send(
      opened.port,
      '/svc/import',
      { method: 'POST', headers },
      async (sent) => {
        sent.write(house.subarray(0, half))
        await expect.poll(() => readdirSync(opened.spool)).toHaveLength(1)
        opened.command({ revoke: PAGE })
        await expect.poll(() => opened.messages.at(-1)!.allowed).toEqual({})
        sent.end(house.subarray(half))
      },
    )
    expect([status, body.error.code]).toEqual([403, 'origin_not_allowed'])
    expect([opened.files, readdirSync(opened.spool)]).toEqual([[], []])
  })

  test('what is no request at all is refused with the error object', async () => {
    const { port } = await open()
    for (const [method, path, status] of [
      ['GET', `/${'a'.repeat(70_000)}`, 414],
      ['PROPFIND', '/svc/health', 501],
    ] as const) {
      const answer = await send(port, path, { method })
      expect(answer).toMatchObject({ status, headers: { 'x-should-retry': 'false' } })
      expect(answer.body.error).toMatchObject({
        code: 'invalid_input',
        message: expect.any(String),
      })
    }
  })

  test('ends with Blender, also in the middle of a file, and leaves nothing', async () => {
    const opened = await open()
    await sendFile(opened.port, house)
    const headers = { 'content-type': 'model/gltf-binary', 'content-length': house.length }
    const cut = send(opened.port, '/svc/import', { method: 'POST', headers }, (sent) =>
      sent.write(house.subarray(0, 1_000)),
    ).catch(() => null)
    await expect.poll(() => readdirSync(opened.spool)).toHaveLength(2)
    await opened.close()
    await cut
    expect(existsSync(opened.spool)).toBe(false)
  })

  test('listens on the next port that is free, and states that none is', async () => {
    expect([(await open()).port, (await open()).port]).toEqual(ports)
    expect((await open()).messages.at(-1)).toEqual({
      problem: `Cannot listen: ports ${ports.join(' to ')} are all in use.`,
    })
  })

  test.skipIf(process.getuid?.() !== 0)('states that the disk is full, and goes on', async () => {
    const folder = newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    closing.push(() => {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    })
    const opened = await Process.open(folder, ports)
    closing.push(() => opened.close())
    writeFileSync(join(folder, 'rest'), Buffer.alloc(256 * 1024 - house.length / 2 - 4_096))
    const { status, body } = await sendFile(opened.port, house)
    expect([status, body.error.code]).toEqual([507, 'storage_full'])
    expect(readdirSync(opened.spool)).toEqual([])
    opened.command({ allow: PAGE })
    await expect.poll(() => opened.messages.at(-1)!.allowed).toEqual({ [PAGE]: 0 })
    rmSync(join(folder, 'rest'))
    expect((await sendFile(opened.port, house)).status).toBe(202)
  })
})
