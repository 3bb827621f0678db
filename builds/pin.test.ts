import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildFolder, openPinned } from '../catalog/build-folder.ts'
import { PREVIOUS_PINS_MAX, pinFile, readPin } from '../catalog/pin.ts'
import { exampleManifest, packFile, writeExampleBuild } from '../tests/fixtures/example-build.ts'
import { isLongRun } from '../tests/long-run.ts'
import { pinBuild, rollbackPin } from './pin.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-pin-'))
  for (const id of ['a', 'b', 'c']) await writeExampleBuild(home, id)
})
afterEach(() => rm(home, { recursive: true, force: true }))

test('the pinned build is the one that opens', async () => {
  await pinBuild('a', { home })
  await pinBuild('b', { home, now: new Date('2026-11-20T10:00:00Z') })
  expect((await openPinned(home)).id).toBe('b')
  const pin = await readPin(home)
  expect(pin).toMatchObject({ build: 'b', pinned_at: '2026-11-20T10:00:00.000Z' })
  expect(pin?.previous.map((before) => before.build)).toEqual(['a'])
})

test('pinning what is pinned changes no byte', async () => {
  await pinBuild('a', { home })
  const before = await readFile(pinFile(home), 'utf8')
  await pinBuild('a', { home })
  expect(await readFile(pinFile(home), 'utf8')).toBe(before)
})

test('the history of pins is bounded', async () => {
  for (let at = 0; at < PREVIOUS_PINS_MAX + 5; at++) await pinBuild(at % 2 ? 'a' : 'b', { home })
  expect((await readPin(home))?.previous).toHaveLength(PREVIOUS_PINS_MAX)
})

describe('a build that may not be served is refused and the pin stays', () => {
  async function refused(id: string, reason: RegExp): Promise<void> {
    await pinBuild('a', { home })
    const before = await readFile(pinFile(home), 'utf8')
    const attempt = pinBuild(id, { home })
    await expect(attempt).rejects.toMatchObject({ name: 'StepError' })
    await expect(attempt).rejects.toThrow(reason)
    expect(await readFile(pinFile(home), 'utf8')).toBe(before)
  }

  test('a build that is not there', () => refused('nowhere', /there is no such build/))

  test('a half build', async () => {
    await mkdir(buildFolder('half', home).folder)
    await refused('half', /manifest\.json: cannot be read/)
  })

  test('a build with a failed audit', async () => {
    const { audits } = exampleManifest('x')
    const failed = { ...audits[0], name: 'area_total', passed: false, measured: 0.8, limit: 0.9 }
    await writeExampleBuild(home, 'failed', { audits: [...audits, failed] })
    await refused('failed', /1 failed audit: area_total of flood_zones measured 0.8, limit 0.9/)
  })

  test('a build that lost a file', async () => {
    await rm(packFile(buildFolder('b', home).folder, 'flood_zones'))
    await refused('b', /packs\/flood_zones\.pack is absent/)
  })
})

describe('rolling back', () => {
  test('walks further back each time, and the build left behind can be pinned again', async () => {
    for (const id of ['a', 'b', 'c']) await pinBuild(id, { home })
    expect(await rollbackPin({ home })).toMatchObject({ from: 'c', pin: { build: 'b' } })
    expect((await rollbackPin({ home })).pin.build).toBe('a')
    await expect(rollbackPin({ home })).rejects.toThrow(/no build was pinned before/)
    expect((await pinBuild('c', { home })).build).toBe('c')
  })

  test('passes over a build that is gone, and reports it', async () => {
    for (const id of ['a', 'b', 'c']) await pinBuild(id, { home })
    await rm(buildFolder('b', home).folder, { recursive: true })
    const { pin, skipped } = await rollbackPin({ home })
    expect(pin.build).toBe('a')
    expect(skipped).toEqual([{ build: 'b', reason: expect.stringContaining('no such build') }])
  })

  test('with nothing sound to go back to the pin stays', async () => {
    for (const id of ['a', 'b']) await pinBuild(id, { home })
    await rm(buildFolder('a', home).folder, { recursive: true })
    await expect(rollbackPin({ home })).rejects.toThrow(/none is sound: a/)
    expect((await readPin(home))?.build).toBe('b')
  })

  test('without a pin it fails with that reason', async () => {
    await expect(rollbackPin({ home })).rejects.toThrow(/no build is pinned/)
  })
})

describe('processes that are killed or compete', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  async function churn(...builds: string[]): Promise<ChildProcess> {
    const script = fileURLToPath(new URL('../tests/fixtures/pin-churn.ts', import.meta.url))
    const child = spawn(process.execPath, [script, home, ...builds])
    children.push(child)
    await once(child.stdout, 'data')
    return child
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  const holderOf = () => {
    try {
      return JSON.parse(readFileSync(join(home, 'pin.lock'), 'utf8')).pid as number
    } catch {
      return null
    }
  }
  const isWriting = (pid: number) => readdirSync(home).some((name) => name.includes(`.${pid}.`))

  test.each([
    ...(isLongRun ? [['as it holds the lock', () => true] as const] : []),
    ['as it writes the new pin', isWriting] as const,
  ])('kill -9 %s leaves the old pin or the new one, and blocks nobody', async (_when, isThen) => {
    await pinBuild('a', { home })
    // A kill can come a moment late: those that left the lock behind hit a pin in mid-move.
    for (let caught = 0; caught < (isLongRun ? 5 : 1); ) {
      const child = await churn('a', 'b')
      const isCaught = () => holderOf() === child.pid && isThen(child.pid!)
      while (child.exitCode === null && !isCaught()) await turn()
      expect(child.exitCode).toBeNull()
      await kill(child)
      expect((await readPin(home))?.build).toMatch(/^[ab]$/)
      if (isCaught()) caught++
    }
    expect((await pinBuild('c', { home })).build).toBe('c')
    expect((await readdir(home)).sort()).toEqual(['builds', 'pin.json'])
  })

  test('two writers at once never tear the pin nor lose each other’s history', async () => {
    await pinBuild('c', { home })
    const writers = await Promise.all([churn('a', 'b'), churn('b', 'c')])
    const seen = new Set<string>()
    const moved = new Set<string>()
    for (
      let reads = 0;
      reads < 150 || seen.size < 3 || moved.size < (isLongRun ? 20 : 8);
      reads++
    ) {
      const pin = await readPin(home)
      expect(pin).not.toBeNull()
      const [before] = pin!.previous
      if (before !== undefined) expect(before.build).not.toBe(pin!.build)
      seen.add(pin!.build)
      moved.add(pin!.pinned_at)
      await turn()
    }
    await Promise.all(writers.map(kill))
  })
})
