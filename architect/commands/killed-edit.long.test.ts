import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { isRefused } from '../operations/draft-answer.ts'
import { nodesOf } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { changeScene, createScene, openScene } from './scene-on-disk.ts'

const KILLS = 100
/** A scene is made anew after this many: a draft stores 1,000 answers. */
const KILLS_OF_A_SCENE = 10
const CREATED = ['create_wall', { start: [0, 0], end: [4, 0] }, { operationId: 'wall' }] as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'architect-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const MODULE = JSON.stringify(new URL('./scene-on-disk.ts', import.meta.url))
const paint = (edit: number) => ({
  ids: ['wall_3'],
  color: `#${(edit + 1).toString(16).padStart(6, '0')}`,
})

/** A process that paints the wall in one colour after the other until it is killed. */
function painter(path: string, from: number) {
  const code = `import { changeScene } from ${MODULE}
    const paint = (edit) => ({ ids: ['wall_3'], color: '#' + (edit + 1).toString(16).padStart(6, '0') })
    for (let edit = ${from}; edit < ${from + 90}; edit++) {
      await changeScene(${JSON.stringify(path)}, 'test', (draft) =>
        draft.apply('set_material', paint(edit), { operationId: 'paint' + edit }))
      console.log(edit)
    }`
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('after each of 100 kills every edit can be undone, and none is made twice', async () => {
  const random = seededRandom(20261122)
  let done = 0
  let unconfirmed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const path = join(folder, `house-${Math.floor(kill / KILLS_OF_A_SCENE)}.json`)
    if (kill % KILLS_OF_A_SCENE === 0) {
      await createScene(path, 'A house')
      await changeScene(path, 'test', (draft) => draft.apply(...CREATED))
      done = 0
    }
    const child = painter(path, done)
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    await once(child.stdout, 'data')
    await sleep(random() * 150)
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
    const confirmed = Number(printed.trim().split('\n').at(-1)) + 1
    // What was confirmed is there, and at most the edit after it.
    const { undo, version } = await changeScene(path, 'test', (draft, note) => {
      expect(note).toBeUndefined()
      return draft.state
    })
    const made = undo.length - 1
    expect(version).toBe(undo.length)
    expect([confirmed, confirmed + 1]).toContain(made)
    if (made > confirmed) unconfirmed++
    // A repeat of each edit since the last kill, and of the one that was killed, edits once.
    await changeScene(path, 'test', (draft) => {
      for (let edit = done; edit <= confirmed; edit++) {
        const answer = draft.apply('set_material', paint(edit), { operationId: `paint${edit}` })
        if (isRefused(answer)) throw new Error(answer.error.message)
        expect(answer.repeated === true).toBe(edit < made)
      }
    })
    done = confirmed + 1
    const copy = await changeScene(path, 'test', (draft) => {
      expect(draft.state.undo).toHaveLength(done + 1)
      return draft.scene
    })
    expect(nodesOf(copy, 'wall')[0].finishes?.body.color).toBe(paint(confirmed).color)
    if (kill % KILLS_OF_A_SCENE < KILLS_OF_A_SCENE - 1) continue
    await changeScene(path, 'test', (draft) => draft.undo(done))
    const plain = await openScene(path, 'test')
    expect(nodesOf(plain, 'wall')[0].finishes).toBeUndefined()
    await changeScene(path, 'test', (draft) => draft.redo(done))
    expect(sceneHash(await openScene(path, 'test'))).toBe(sceneHash(copy))
  }
  // Some of the kills came between the write of the scene and its confirmation.
  expect(unconfirmed).toBeGreaterThan(0)
}, 300_000)
