import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dispatch } from '../../terminal/dispatch.ts'
import { SILENT } from '../../terminal/progress.ts'
import { readScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { applyCommand } from './apply.ts'
import { newCommand } from './new.ts'
import { readCommand } from './read.ts'
import { showCommand } from './show.ts'
import { toolsCommand } from './tools.ts'
import { redoCommand, undoCommand } from './undo.ts'
import { validateCommand } from './validate.ts'
import { verifyCommand } from './verify.ts'
import { viewCommand } from './view.ts'

const COMMANDS = [
  newCommand,
  applyCommand,
  showCommand,
  readCommand,
  viewCommand,
  verifyCommand,
  validateCommand,
  undoCommand,
  redoCommand,
  toolsCommand,
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'architect-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs one command in the folder; returns its exit code and its output. */
async function run(...argv: string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const code = await dispatch(COMMANDS, argv, {
    program: 'plat-architect',
    out: { progress: SILENT, print: (text) => void printed.push(text) },
    printError: (text) => void errors.push(text),
  })
  return { code, out: printed.join('\n'), error: errors.join('\n') }
}

const path = (name: string) => join(folder, name)
const HOUSE = 'house.json'
function hashOf(name: string) {
  const read = readScene(readFileSync(path(name), 'utf8'))
  if (!('scene' in read)) throw new Error(JSON.stringify(read.faults))
  return sceneHash(read.scene)
}
const WALL = '{"start": [0, 0], "end": [4, 0]}'

test('new does not overwrite an existing scene', async () => {
  const first = await run('new', path(HOUSE), '--name', 'A house')
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toContain('level_2')
  expect(await run('new', path(HOUSE))).toMatchObject({ code: 1 })
})

test('an edit is written, undone and redone by separate commands', async () => {
  await run('new', path(HOUSE))
  const empty = hashOf(HOUSE)
  expect(await run('apply', path(HOUSE), 'create_wall', WALL)).toMatchObject({ code: 0 })
  const walled = hashOf(HOUSE)
  expect(walled).not.toBe(empty)
  expect((await run('undo', path(HOUSE))).code).toBe(0)
  expect(hashOf(HOUSE)).toBe(empty)
  expect((await run('redo', path(HOUSE))).code).toBe(0)
  expect(hashOf(HOUSE)).toBe(walled)
  expect((await run('redo', path(HOUSE))).error).toContain('redo failed')
})

test('a refusal writes nothing, prints its code and exits with 1', async () => {
  await run('new', path(HOUSE))
  const before = readFileSync(path(HOUSE), 'utf8')
  const refused = await run('apply', path(HOUSE), 'add_door', '{"wallId": "wall_99"}')
  expect(refused.code).toBe(1)
  expect(refused.out).toMatch(/add_door is refused: .*\(/)
  const json = JSON.parse((await run('apply', path(HOUSE), 'creat_wall', '{}', '--json')).out)
  expect(json.error).toMatchObject({ mutationApplied: false })
  expect(json.error.message).toContain('create_wall')
  expect(readFileSync(path(HOUSE), 'utf8')).toBe(before)
})

test('calls with the same operationId edit once', async () => {
  await run('new', path(HOUSE))
  const call = ['apply', path(HOUSE), 'create_wall', WALL, '--operation-id', 'w1', '--json']
  const first = JSON.parse((await run(...call)).out)
  const walled = hashOf(HOUSE)
  const second = JSON.parse((await run(...call)).out)
  expect(second).toMatchObject({ ok: true, wallIds: first.wallIds, repeated: true })
  expect(hashOf(HOUSE)).toBe(walled)
})

test('an edit for another version of the scene is refused', async () => {
  await run('new', path(HOUSE))
  await run('apply', path(HOUSE), 'create_wall', WALL)
  const late = await run('apply', path(HOUSE), 'create_wall', WALL, '--expected-version', '0')
  expect(late).toMatchObject({ code: 1 })
  expect(late.out).toContain('version_conflict')
})

const CALLS = [
  '{"tool": "create_wall", "as": "south", "arguments": {"start": [0, 0], "end": [4, 0]}}',
  '{"tool": "set_material", "arguments": {"ids": "$south.wallIds", "preset": "brick_red"}}',
  '{"tool": "delete_node", "arguments": {"ids": ["wall_99"]}}',
  '{"tool": "create_wall", "arguments": {"start": [0, 0], "end": [0, -4]}}',
]

test('a file of calls stops at the first refusal and saves the calls before it', async () => {
  await run('new', path(HOUSE))
  writeFileSync(path('calls.ndjson'), CALLS.join('\n'))
  const stopped = await run('apply', path(HOUSE), '--operations', path('calls.ndjson'))
  expect(stopped.code).toBe(1)
  expect(stopped.out).toContain('3  delete_node is refused')
  expect(stopped.out).toContain('2 of 4 calls were made and saved')
  expect((await run('show', path(HOUSE), '--node', 'wall_3')).code).toBe(0)
  expect(readFileSync(path(HOUSE), 'utf8').match(/brick_red/g)).toHaveLength(1)
})

test('with --atomic nothing is written when one call is refused', async () => {
  await run('new', path(HOUSE))
  const empty = readFileSync(path(HOUSE), 'utf8')
  writeFileSync(path('calls.ndjson'), CALLS.join('\n'))
  const args = ['apply', path(HOUSE), '--operations', path('calls.ndjson'), '--atomic']
  expect((await run(...args)).out).toContain('nothing was written')
  expect(readFileSync(path(HOUSE), 'utf8')).toBe(empty)
  const last = (await run(...args, '--json')).out.split('\n').at(-1)!
  expect(JSON.parse(last)).toEqual({ calls: 4, done: 0, ok: false })
})

test('simultaneous edits of one file are all saved', async () => {
  await run('new', path(HOUSE))
  const walls = [0, 1, 2, 3].map((index) =>
    run(
      'apply',
      path(HOUSE),
      'create_wall',
      `{"start": [${index * 3}, 5], "end": [${index * 3}, 9]}`,
    ),
  )
  expect((await Promise.all(walls)).map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(readFileSync(path(HOUSE), 'utf8').match(/"kind":"wall"/g)).toHaveLength(4)
  expect(readdirSync(folder).sort()).toEqual(['house.history.json', 'house.json'])
})

test('a scene that was edited by hand is accepted, without edits to undo', async () => {
  await run('new', path(HOUSE))
  await run('apply', path(HOUSE), 'create_wall', WALL)
  const text = readFileSync(path(HOUSE), 'utf8').replace('"thickness":0.15', '"thickness":0.2')
  writeFileSync(path(HOUSE), text)
  expect((await run('undo', path(HOUSE))).error).toContain('There is no edit left')
  expect(readFileSync(path(HOUSE), 'utf8')).toBe(text)
})

test('a file that is not a scene is reported with its faults', async () => {
  writeFileSync(
    path(HOUSE),
    '{"format": "plat-scene/1", "lastId": 0, "nodes": {"wall_1": {"id": "wall_1"}}}',
  )
  const broken = await run('validate', path(HOUSE))
  expect(broken.code).toBe(1)
  expect(broken.error).toContain('nodes.wall_1.kind')
  expect((await run('validate', path('none.json'))).error).toContain('cannot be read')
})

test('verify exits with 1 when there are errors, and with 2 for a wrong option', async () => {
  await run('new', path(HOUSE))
  expect((await run('validate', path(HOUSE))).code).toBe(0)
  const answer = JSON.parse((await run('verify', path(HOUSE), '--json')).out)
  expect(answer.ok).toBe(answer.counts.error === 0)
  expect((await run('verify', path(HOUSE), '--severity', 'bad')).code).toBe(2)
})

test('every edit is listed with its arguments, and a wrong name gets the nearest one', async () => {
  expect((await run('tools')).out).toContain('create_room')
  const one = await run('tools', 'create_room')
  expect(one.out).toContain('polygon')
  expect(one.out).toContain('overlaps_room')
  expect((await run('tools', 'create_rom')).error).toContain('Did you mean "create_room"')
  const { tools } = JSON.parse((await run('tools', 'create_wall', '--json')).out)
  expect(tools[0].inputSchema.required).toEqual(['start', 'end'])
})

test('every read is listed with its arguments and its answer', async () => {
  const list = (await run('tools')).out
  for (const name of ['get_walls', 'measure', 'verify_scene']) expect(list).toContain(name)
  const one = (await run('tools', 'get_walls')).out
  expect(one).toMatch(/Arguments:.*zoneId\?.*Answer:.*freeSpans.*Errors:.*stale_cursor/s)
  const { instructions, tools } = JSON.parse((await run('tools', '--json')).out)
  expect(instructions).toContain('[x, z]')
  const isReadOnly = (name: string) =>
    tools.find((tool: { name: string }) => tool.name === name).isReadOnly
  expect([isReadOnly('get_walls'), isReadOnly('create_wall')]).toEqual([true, false])
})

test('a read is a table, or JSON in the unit of the call', async () => {
  await run('new', path(HOUSE))
  await run('apply', path(HOUSE), 'create_wall', WALL)
  const table = await run('read', path(HOUSE), 'get_walls')
  expect(table).toMatchObject({ code: 0, error: '' })
  expect(table.out).toMatch(/^id +levelId +start +end +length/)
  expect(table.out).toContain('1 of 1 walls. Lengths in m, areas in m², volumes in m³.')
  const json = await run('read', path(HOUSE), 'get_walls', '{"unit": "cm"}', '--json')
  expect(JSON.parse(json.out)).toMatchObject({ unit: 'cm', total: 1, walls: [{ length: 400 }] })
})

test('a read pages with the cursor that it prints', async () => {
  await run('new', path(HOUSE))
  await run('apply', path(HOUSE), 'create_wall', WALL)
  const first = await run('read', path(HOUSE), 'find_nodes', '{"limit": 3}')
  const cursor = /\{"cursor": "[\w-]+"\}/.exec(first.out)![0]
  const arguments_ = JSON.stringify({ limit: 3, ...JSON.parse(cursor) })
  expect((await run('read', path(HOUSE), 'find_nodes', arguments_)).out).toContain('1 of 4 nodes.')
})

test('a read without an answer exits with 1 and states why, a wrong call with 2', async () => {
  await run('new', path(HOUSE))
  const unknown = await run('read', path(HOUSE), 'get_node', '{"id": "levl_2"}')
  expect(unknown).toMatchObject({ code: 1 })
  expect(unknown.out).toContain('did you mean level_2 (Ground floor)? (node_not_found)')
  const json = JSON.parse((await run('read', path(HOUSE), 'get_wals', '{}', '--json')).out)
  expect(json.error).toMatchObject({ code: 'unknown_read', candidates: [{ id: 'get_walls' }] })
  expect(await run('read', path(HOUSE))).toMatchObject({ code: 2 })
  expect(await run('read', path(HOUSE), 'get_walls', '[]')).toMatchObject({ code: 2 })
})

test('show has the figures of the reads', async () => {
  await run('new', path(HOUSE))
  await run('apply', path(HOUSE), 'create_wall', WALL)
  const json = async (...argv: string[]) => JSON.parse((await run(...argv, '--json')).out)
  for (const [option, name] of [
    ['--rooms', 'get_zones'],
    ['--walls', 'get_walls'],
    ['--quantities', 'quantities'],
  ])
    expect(await json('show', path(HOUSE), option)).toEqual(await json('read', path(HOUSE), name))
  expect((await run('show', path(HOUSE), '--walls')).out).toContain('wall_3')
  expect((await run('show', path(HOUSE), '--level', 'level_9')).code).toBe(2)
})

test('figures of show have at most four decimals: oblique walls give areas of any digits', async () => {
  await run('new', path(HOUSE), '--name', 'A house')
  const polygon = '[[0, 0], [5.3333, 0.7], [4, -4.1], [0.2, -3.9]]'
  await run('apply', path(HOUSE), 'create_room', `{"name": "A", "polygon": ${polygon}}`)
  const { out } = await run('show', path(HOUSE), '--quantities', '--json')
  expect(JSON.parse(out).levels).toHaveLength(1)
  const by = async (list: string) =>
    (await run('read', path(HOUSE), 'quantities', `{"by": "${list}"}`, '--json')).out
  const [rooms, materials] = [await by('room'), await by('material')]
  expect(JSON.parse(rooms).rooms).toHaveLength(1)
  expect(JSON.parse(materials).materials.length).toBeGreaterThan(0)
  for (const text of [out, rooms, materials]) expect(text.match(/\d\.\d{5,}/g)).toBeNull()
})

test('a scene of 400 walls from one point is refused by show and view with a sentence', async () => {
  await run('new', path(HOUSE), '--name', 'A star')
  const scene = JSON.parse(readFileSync(path(HOUSE), 'utf8'))
  for (let i = 0; i < 400; i++) {
    const angle = (2 * Math.PI * i) / 400
    const end = [Math.cos(angle), Math.sin(angle)].map((value) => Math.round(value * 5e4) / 1e4)
    const id = `wall_${100 + i}`
    const fields = { kind: 'wall', parent: 'level_2', thickness: 0.2, sagitta: 0 }
    scene.nodes[id] = { id, ...fields, start: [0, 0], end }
  }
  scene.lastId = 1000
  writeFileSync(path(HOUSE), JSON.stringify(scene))
  for (const call of [
    ['show', '--quantities'],
    ['view', '--out', path('star.png')],
  ]) {
    const [name, ...rest] = call
    const { code, error } = await run(name, path(HOUSE), ...rest)
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('pairs of walls lie over one another'),
    ])
  }
})

test('fields of an answer that are absent are not printed', async () => {
  await run('new', path(HOUSE), '--name', 'A house')
  const room = (label: string, west: number) =>
    JSON.stringify({
      label,
      polygon: [
        [west, 0],
        [west + 3, 0],
        [west + 3, -3],
        [west, -3],
      ],
    })
  await run('apply', path(HOUSE), 'create_room', room('West', 0))
  await run('apply', path(HOUSE), 'create_room', room('East', 3))
  await run('apply', path(HOUSE), 'add_door', '{"zoneId": "West", "to": "East"}')
  const { out } = await run('apply', path(HOUSE), 'merge_rooms', '{"zoneIds": ["West", "East"]}')
  // The door between them has no label.
  expect(out).toContain('removedOpenings')
  expect(out).not.toContain('undefined')
})
