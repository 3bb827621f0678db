import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatch } from '../../terminal/dispatch.ts'
import { SILENT } from '../../terminal/progress.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { bakeScene } from '../bake/bake-scene.ts'
import { readScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { importGlbCommand } from './import-glb.ts'

const HOUSE = smallHouse()

let folder: string
let glb: Uint8Array
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'architect-'))
  const baked = await bakeScene(HOUSE)
  if (baked.kind === 'empty') throw new Error('the house has solids')
  glb = baked.glb
  writeFileSync(path('house.glb'), glb)
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)

async function run(...argv: string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const code = await dispatch([importGlbCommand], ['import-glb', ...argv], {
    program: 'plat-architect',
    out: { progress: SILENT, print: (text) => void printed.push(text) },
    printError: (text) => void errors.push(text),
  })
  return { code, out: printed.join('\n'), error: errors.join('\n') }
}

test('import-glb writes the scene that was baked, and no file twice', async () => {
  const target = path('copy.json')
  const made = await run(path('house.glb'), '--out', target, '--json')
  expect(JSON.parse(made.out)).toEqual({
    ok: true,
    file: target,
    nodes: Object.keys(HOUSE.nodes).length,
    graphHash: sceneHash(HOUSE),
  })
  const read = readScene(readFileSync(target, 'utf8'))
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  expect(sceneHash(read.scene)).toBe(sceneHash(HOUSE))
  expect((await run(path('house.glb'))).out).toContain(path('house.json'))
  const again = await run(path('house.glb'), '--out', target)
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining('exists already') })
})

test.each([
  ['gone.glb', null, 'cannot be read'],
  ['page.glb', '<!doctype html><title>404</title>', 'is not a GLB file: it begins with "<!do"'],
  ['cut.glb', 2_000, 'it was cut'],
])('import-glb refuses %s', async (name, content, message) => {
  if (content !== null)
    writeFileSync(path(name), typeof content === 'number' ? glb.subarray(0, content) : content)
  const { code, error } = await run(path(name), '--out', path('copy.json'))
  expect(code).toBe(1)
  expect(error).toContain(message)
})

test('import-glb needs one file', async () => {
  expect((await run()).code).toBe(2)
})
