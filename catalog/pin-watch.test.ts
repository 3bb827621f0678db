import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFile } from './atomic-file.ts'
import { type Pin, pinFile } from './pin.ts'
import { type PinWatch, watchPin } from './pin-watch.ts'

let home: string
let seen: (string | null)[]
let problems: unknown[]
let pinWatch: PinWatch | undefined

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-watch-'))
  seen = []
  problems = []
})
afterEach(async () => {
  pinWatch?.close()
  await rm(home, { recursive: true, force: true })
})

function follow(): void {
  const onChange = (pin: Pin | null) => seen.push(pin?.build ?? null)
  pinWatch = watchPin(home, onChange, { poll_ms: 20, onError: (error) => problems.push(error) })
}

async function movePin(build: string): Promise<void> {
  const pin = { build, pinned_at: '2026-11-20T00:00:00.000Z', previous: [] }
  await replaceFile(pinFile(home), JSON.stringify(pin))
}

/** The pin is read once more: what was not announced by then is not going to be. */
const settle = () => pinWatch?.look()

test('every move is announced once, and the pin it began with is not', async () => {
  await movePin('a')
  follow()
  await settle()
  expect(seen).toEqual([])
  await movePin('b')
  await expect.poll(() => seen).toEqual(['b'])
  await movePin('c')
  await expect.poll(() => seen).toEqual(['b', 'c'])
  await settle()
  expect(seen).toEqual(['b', 'c'])
})

test('a home that does not exist yet is followed once it does', async () => {
  await rm(home, { recursive: true })
  follow()
  await settle()
  await movePin('a')
  await expect.poll(() => seen).toEqual(['a'])
})

test('a torn pin is reported once and is not a change; the next valid one is', async () => {
  await movePin('a')
  follow()
  await settle()
  // In one move: of a file that is written while it is read there are two problems.
  await replaceFile(pinFile(home), '{"build":')
  await expect.poll(() => problems).toHaveLength(1)
  await settle()
  expect(problems).toHaveLength(1)
  expect(seen).toEqual([])
  await movePin('b')
  await expect.poll(() => seen).toEqual(['b'])
})

test('after closing nothing is announced', async () => {
  await movePin('a')
  follow()
  await settle()
  pinWatch?.close()
  const others: (string | null)[] = []
  const other = watchPin(home, (pin) => others.push(pin?.build ?? null), { poll_ms: 20 })
  await other.look()
  await movePin('b')
  await expect.poll(() => others).toEqual(['b'])
  other.close()
  expect(seen).toEqual([])
})
