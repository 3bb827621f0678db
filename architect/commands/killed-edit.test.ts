import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLongRun } from '../../tests/long-run.ts'
import type { DraftState } from '../operations/draft.ts'
import { isRefused, type Success } from '../operations/draft-answer.ts'
import { nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { changeScene, createScene, openScene } from './scene-on-disk.ts'

/** The process dies at the step with this number: it and all later ones fail. */
const disk = { steps: 0, dies: Infinity }
function step(): void {
  if (++disk.steps >= disk.dies) throw new Error('killed')
}

const real = { open: fs.open, rename: fs.rename, rm: fs.rm }
/** Each write, sync, rename and removal of a file is a step; those of the mutex are not. */
const counted = {
  open: async (path: string, flags: string) => {
    step()
    const handle = await real.open(path, flags)
    const { writeFile, sync } = handle
    handle.writeFile = async (content) => {
      step()
      await writeFile.call(handle, content)
    }
    handle.sync = async () => {
      step()
      await sync.call(handle)
    }
    return handle
  },
  rename: async (from: string, to: string) => {
    step()
    await real.rename(from, to)
  },
  rm: async (path: string, options: object) => {
    if (!path.includes('.lock')) step()
    await real.rm(path, options)
  },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'architect-'))
  Object.assign(fs, counted)
  syncBuiltinESMExports()
})
afterEach(() => {
  Object.assign(fs, real)
  syncBuiltinESMExports()
  disk.dies = Infinity
  rmSync(folder, { recursive: true })
})

const HOUSE = 'house.json'
const path = (place = folder) => join(place, HOUSE)

async function createWall(operationId: string, x: number, place = folder): Promise<Success> {
  const wall = { start: [x, 0], end: [x, 4] }
  const answer = await changeScene(path(place), 'test', (draft, note) => {
    expect(note).toBeUndefined()
    return draft.apply('create_wall', wall, { operationId })
  })
  if (isRefused(answer)) throw new Error(answer.error.message)
  return answer
}

const travel = (which: 'undo' | 'redo', place = folder) =>
  changeScene(path(place), 'test', (draft) => draft[which]())

async function hashOf(place = folder): Promise<string> {
  return sceneHash(await openScene(path(place), 'test'))
}

/** Two walls, of which the second is undone, so that there is an edit to undo and one to redo. */
async function twoWalls(place: string): Promise<void> {
  await createScene(path(place), 'A house')
  await createWall('first', 0, place)
  await createWall('second', 3, place)
  await travel('undo', place)
}

/** True when the work ended before that step. */
async function killedAt(step: number, work: () => Promise<unknown>): Promise<boolean> {
  disk.steps = 0
  disk.dies = step
  const hasEnded = await work().then(
    () => true,
    () => false,
  )
  disk.dies = Infinity
  return hasEnded
}

test('an edit that is killed at any step is either done or not, with its history and its id', async () => {
  const start = join(folder, 'start')
  await twoWalls(start)
  const before = await hashOf(start)
  const outcomes = { done: 0, undone: 0 }
  let step = 1
  for (; ; step++) {
    const place = join(folder, `${step}`)
    cpSync(start, place, { recursive: true })
    const hasEnded = await killedAt(step, () => createWall('third', 6, place))
    const isDone = (await hashOf(place)) !== before
    outcomes[isDone ? 'done' : 'undone']++
    const other = join(folder, `${step}-other`)
    cpSync(place, other, { recursive: true })
    // What could be undone or redone before can be after.
    expect(isRefused(await travel(isDone ? 'undo' : 'redo', other))).toBe(false)
    expect((await hashOf(other)) === before).toBe(isDone)
    // The repeated call edits once, and so does one from before.
    expect((await createWall('third', 6, place)).repeated === true).toBe(isDone)
    expect(await createWall('first', 0, place)).toMatchObject({ repeated: true })
    expect(nodesOf(await openScene(path(place), 'test'), 'wall')).toHaveLength(2)
    await travel('undo', place)
    expect(await hashOf(place)).toBe(before)
    expect(readdirSync(place).sort()).toEqual(['house.history.json', HOUSE])
    if (hasEnded) break
  }
  // Two files are written, each in five steps, and one is moved away and removed.
  expect(step).toBeGreaterThan(11)
  expect(outcomes.done).toBeGreaterThan(1)
  expect(outcomes.undone).toBeGreaterThan(5)
})

if (isLongRun)
  test('a second kill at any step of the repeat loses nothing either', async () => {
    const start = join(folder, 'start')
    await twoWalls(start)
    const before = await hashOf(start)
    for (let first = 1; first < 14; first += 2)
      for (let second = 1; second < 14; second += 2) {
        const place = join(folder, `${first}-${second}`)
        cpSync(start, place, { recursive: true })
        await killedAt(first, () => createWall('third', 6, place))
        await killedAt(second, () => createWall('third', 6, place))
        await createWall('third', 6, place)
        expect(nodesOf(await openScene(path(place), 'test'), 'wall')).toHaveLength(2)
        await travel('undo', place)
        expect(await hashOf(place)).toBe(before)
      }
  })

test('the answer to an edit that changed nothing is stored as well', async () => {
  await createScene(path(), 'A house')
  await createWall('first', 0)
  const paint = { ids: ['wall_3'], preset: 'brick_red' }
  const set = (operationId?: string) =>
    changeScene(path(), 'test', (draft) => draft.apply('set_material', paint, { operationId }))
  await set()
  expect(await set('red')).toMatchObject({ changes: { updated: [] } })
  await travel('undo')
  expect(await set('red')).toMatchObject({ repeated: true })
})

test('no id is used again after a kill, also where the nodes are the same as before', async () => {
  await createScene(path(), 'A house')
  const createAndDelete = () =>
    changeScene(path(), 'test', (draft) => {
      draft.apply('create_wall', { start: [0, 0], end: [4, 0] })
      draft.apply('delete_node', { ids: ['wall_3'] })
    })
  // Killed after the history was written: six steps later than its beginning.
  await killedAt(7, createAndDelete)
  expect((await createWall('next', 0)).wallIds).toEqual(['wall_4'])
})

test('a history of an earlier version, without a counter of ids, is still read', async () => {
  await createScene(path(), 'A house')
  await createWall('first', 0)
  const own = join(folder, 'house.history.json')
  const { lastId, ...file } = JSON.parse(readFileSync(own, 'utf8')) as {
    lastId: number
    state: DraftState
  }
  expect(lastId).toBe(3)
  writeFileSync(own, JSON.stringify(file))
  expect(await createWall('first', 0)).toMatchObject({ repeated: true })
})
