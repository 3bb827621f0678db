import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validateScene } from '../checks/validate.ts'
import { verifyScene } from '../checks/verify.ts'
import { readOperationLines } from '../commands/operation-lines.ts'
import { runCalls } from '../operations/calls/run-calls.ts'
import { Draft } from '../operations/draft.ts'
import { isRefused } from '../operations/draft-answer.ts'
import type { Kind } from '../scene/nodes.ts'
import { newScene, nodesOf } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'

interface Example {
  folder: string
  name: string
  /** Least number of nodes of each kind. */
  has: Partial<Record<Kind, number>>
  /** Number of expected warnings by code; the README of the example explains them. */
  warnings: Record<string, number>
}

const EXAMPLES: Example[] = [
  {
    folder: 'studio',
    name: 'Studio flat (fictional)',
    has: { zone: 5, door: 4, window: 3, item: 15, roof: 1 },
    warnings: {},
  },
  {
    folder: 'family-house',
    name: 'Family house (fictional)',
    has: { level: 2, zone: 15, door: 14, window: 18, item: 60, stair: 1, roof: 1, fence: 2 },
    warnings: {},
  },
  {
    folder: 'school',
    name: 'Small school (fictional)',
    has: { zone: 13, door: 15, window: 25, item: 150, roof: 1 },
    warnings: {},
  },
]

const pathOf = ({ folder }: Example, file: string) => join(import.meta.dirname, folder, file)
/** `UPDATE_GOLDENS=1 vitest run architect/examples` rewrites the scenes; then read the diff. */
const isUpdate = process.env.UPDATE_GOLDENS === '1'

describe.each(EXAMPLES)('$name', (example) => {
  const lines = readOperationLines(readFileSync(pathOf(example, 'operations.ndjson'), 'utf8'))
  const token = example.folder.replace(/[^a-z0-9]/g, '')
  const draft = new Draft(newScene(example.name, token))
  const empty = sceneHash(draft.scene)
  const answers = runCalls(draft, lines)

  test('every call is made', () => {
    const refused = answers.filter(({ answer }) => isRefused(answer))
    expect(refused).toEqual([])
    expect(answers).toHaveLength(lines.length)
  })

  test('the calls make the stored scene, to the byte', () => {
    const text = writeScene(draft.scene)
    if (isUpdate) writeFileSync(pathOf(example, 'scene.json'), text)
    expect(readFileSync(pathOf(example, 'scene.json'), 'utf8')).toBe(text)
    const read = readScene(text)
    expect('scene' in read && sceneHash(read.scene)).toBe(sceneHash(draft.scene))
  })

  test('it has the nodes that its README describes', () => {
    const short = Object.entries(example.has).flatMap(([kind, least]) => {
      const count = nodesOf(draft.scene, kind as Kind).length
      return count < least ? [`${count} of ${kind}, not ${least}`] : []
    })
    expect(short).toEqual([])
  })

  test('it is valid, has no errors, and only the expected warnings', () => {
    expect(validateScene(draft.scene)).toMatchObject({ valid: true })
    const { ok, issues } = verifyScene(draft.scene, { minSeverity: 'warning' })
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(ok).toBe(true)
    const codes = issues.map(({ code }) => code)
    const counts = Object.fromEntries(
      [...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]),
    )
    expect(counts).toEqual(example.warnings)
  })

  test('all of it can be undone and redone', () => {
    const full = sceneHash(draft.scene)
    const copy = new Draft(draft.scene, { state: draft.state })
    const { length } = copy.state.undo
    copy.undo(length)
    expect(sceneHash(copy.scene)).toBe(empty)
    copy.redo(length)
    expect(sceneHash(copy.scene)).toBe(full)
  })
})
