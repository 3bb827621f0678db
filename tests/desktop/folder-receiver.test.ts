import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { sceneOfGlb } from '../../architect/bake/scene-of-glb.ts'
import { importIntoFolder } from '../../architect/desktop/folder-import.ts'
import { readGlb } from '../../architect/desktop/glb-check.ts'
import { OriginRules } from '../../architect/desktop/origin-rules.ts'
import { startReceiver } from '../../architect/desktop/receiver.ts'
import { sceneHash } from '../../architect/scene/scene-hash.ts'
import { RECEIVER_PORTS } from '../../http/receiver-ports.ts'
import { smallHouse } from '../houses/small-house.ts'
import { houseGlb } from './faulty-glbs.ts'
import { testImportContract } from './import-contract.ts'
import { endedJob, sendFile, type TestReceiver } from './test-receiver.ts'

async function openFolder(folder: string): Promise<TestReceiver> {
  const rules = new OriginRules()
  const { port, close } = await startReceiver({
    app: 'folder',
    version: '0.1.0',
    addon: '0.1.0',
    rules,
    work: (file) => importIntoFolder(folder, file),
  })
  return {
    app: 'folder',
    port,
    close,
    allow: async (origin) => rules.allow(origin),
    ignore: async (origin) => rules.ignore(origin),
    waiting: async () => rules.waitingOrigins(),
    contents: async () =>
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name)).toString('base64').slice(-400)]),
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'plat-received-'))

describe('the folder receiver', () => {
  const folder = newFolder()
  afterAll(() => rmSync(folder, { recursive: true }))
  testImportContract(() => openFolder(folder))

  test('has the files of the projects, whole, by name and id', async () => {
    expect(readdirSync(folder).sort()).toEqual([
      'building.a-house-1.glb',
      'building.site_k3x9.glb',
      'ein-häuschen-小屋.another.glb',
    ])
    const read = sceneOfGlb(await readGlb(join(folder, 'building.a-house-1.glb')))
    if ('problem' in read) throw new Error(read.problem)
    expect(sceneHash(read.scene)).toBe(sceneHash(smallHouse()))
  })
})

describe('receivers', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  test('take the next free port, and state that none is', async () => {
    const folder = newFolder()
    closing.push(() => rmSync(folder, { recursive: true }))
    const ports: number[] = []
    for (;;) {
      const opened = await openFolder(folder).catch((error) => error as Error)
      if (opened instanceof Error) {
        expect(opened.message).toMatch(/ports 27412 to 27416.*all are in use/)
        break
      }
      closing.push(() => opened.close())
      ports.push(opened.port)
    }
    expect(ports).toEqual([...ports].sort())
    expect(ports.every((port) => RECEIVER_PORTS.includes(port))).toBe(true)
  })

  test('pass a port that another program has', async () => {
    const other = createServer().listen(RECEIVER_PORTS[0], '127.0.0.1')
    closing.push(() => new Promise((resolve) => other.close(resolve)))
    await new Promise((resolve) => other.on('listening', resolve).on('error', resolve))
    const folder = newFolder()
    closing.push(() => rmSync(folder, { recursive: true }))
    const receiver = await openFolder(folder)
    closing.push(() => receiver.close())
    expect(receiver.port).toBeGreaterThan(RECEIVER_PORTS[0])
  })

  test.skipIf(process.getuid?.() !== 0)(
    'whose disk is full state it, and what was there stays',
    async () => {
      const folder = newFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
      closing.push(() => {
        execFileSync('umount', [folder])
        rmSync(folder, { recursive: true })
      })
      mkdirSync(folder, { recursive: true })
      const receiver = await openFolder(folder)
      closing.push(() => receiver.close())
      const house = await houseGlb()
      const headers = { 'x-svc-project-id': 'full' }
      expect(
        await endedJob(receiver.port, await sendFile(receiver.port, house, headers)),
      ).toMatchObject({ state: 'done' })
      const before = await receiver.contents()
      writeFileSync(join(folder, 'rest'), Buffer.alloc(256 * 1024 - house.length - 8_192))
      const job = await endedJob(receiver.port, await sendFile(receiver.port, house, headers))
      expect(job).toMatchObject({ state: 'failed', error: { code: 'storage_full' } })
      rmSync(join(folder, 'rest'))
      expect(await receiver.contents()).toEqual(before)
    },
  )
})
