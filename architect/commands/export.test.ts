import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatch } from '../../terminal/dispatch.ts'
import { SILENT } from '../../terminal/progress.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { bakeScene } from '../bake/bake-scene.ts'
import { sceneIfc } from '../ifc/scene-ifc.ts'
import { newScene } from '../scene/scene.ts'
import { writeScene } from '../scene/scene-file.ts'
import { exportCommand } from './export.ts'

const HOUSE = smallHouse()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'architect-'))
  writeFileSync(path('house.json'), writeScene(HOUSE))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)

async function run(...argv: string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const code = await dispatch([exportCommand], ['export', ...argv], {
    program: 'plat-architect',
    out: { progress: SILENT, print: (text) => void printed.push(text) },
    printError: (text) => void errors.push(text),
  })
  return { code, out: printed.join('\n'), error: errors.join('\n') }
}

test('export writes the IFC file next to the scene, or where --out states', async () => {
  const expected = sceneIfc(HOUSE, { name: 'A test' })
  const first = await run(path('house.json'), '--ifc')
  expect(first).toMatchObject({ code: 0, error: '' })
  expect(first.out).toMatch(/house\.ifc: IFC4, \d+ kB\.$/)
  expect(readFileSync(path('house.ifc'), 'utf8')).toBe(expected)
  const target = path('models/other.ifc')
  const second = await run(path('house.json'), '--ifc', '-o', target, '--json')
  expect(JSON.parse(second.out)).toEqual({
    ok: true,
    file: target,
    format: 'ifc',
    bytes: expected.length,
  })
  expect(readFileSync(target, 'utf8')).toBe(expected)
  expect(readdirSync(folder).sort()).toEqual(['house.ifc', 'house.json', 'models'])
})

test('export writes the same GLB file as the bake', async () => {
  const baked = await bakeScene(HOUSE)
  if (baked.kind === 'empty') throw new Error('the house has solids')
  expect(await run(path('house.json'), '--glb')).toMatchObject({ code: 0, error: '' })
  expect(readFileSync(path('house.glb')).equals(baked.glb)).toBe(true)
})

test('a scene without anything to draw has no GLB file', async () => {
  writeFileSync(path('house.json'), writeScene(newScene('Empty', '00000001')))
  const { code, error } = await run(path('house.json'), '--glb')
  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('nothing to draw') })
  expect(readdirSync(folder)).toEqual(['house.json'])
})

test('a scene whose walls are on no level is refused with its fault', async () => {
  const { level_2: _, ...nodes } = HOUSE.nodes
  writeFileSync(path('house.json'), writeScene({ ...HOUSE, nodes }))
  const { code, error } = await run(path('house.json'), '--ifc')
  expect({ code, error }).toEqual({ code: 1, error: expect.stringContaining('is not well-formed') })
  expect(error).toContain('level_2')
  expect(readdirSync(folder)).toEqual(['house.json'])
})

test.each([
  ['no format', ['house.json'], 2, 'Give one format: --ifc or --glb.'],
  ['no scene', ['--ifc'], 2, 'Give the path of one scene file.'],
  ['the scene as target', ['house.json', '--ifc', '--out', 'house.json'], 2, 'another path than'],
  ['a file that is missing', ['other.json', '--ifc'], 1, 'cannot be read'],
  ['a folder as target', ['house.json', '--ifc', '--out', 'folder'], 2, 'got the folder'],
])('%s is refused with a sentence, and nothing is written', async (_case, argv, code, message) => {
  mkdirSync(path('folder'))
  const inFolder = argv.map((each) => (each.startsWith('--') ? each : path(each)))
  const { code: exit, error } = await run(...inFolder)
  expect({ exit, error }).toEqual({ exit: code, error: expect.stringContaining(message) })
  expect(readdirSync(folder).sort()).toEqual(['folder', 'house.json'])
  expect(readFileSync(path('house.json'), 'utf8')).toBe(writeScene(HOUSE))
})
