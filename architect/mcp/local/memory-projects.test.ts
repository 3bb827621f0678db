import { expect, test } from 'vitest'
import { draftChange } from '../../../tests/projects/store-ground.ts'
import { LOCAL_VIEWER as viewer } from './local-tools.ts'
import { MemoryProjects } from './memory-projects.ts'

const BYTES = 100

/** A scene whose blob has 100 bytes. */
async function stored(projects: MemoryProjects, text: string) {
  const sceneBlob = await projects.blobs.put(Buffer.from(text.padEnd(BYTES, '.')))
  return { sceneHash: text, sceneBlob, nodes: 3, bytes: BYTES }
}

test('scenes to undo to give way to drafts and versions, the least used first', async () => {
  const projects = new MemoryProjects(4 * BYTES)
  const idle = await projects.add(viewer, { name: 'Idle', ...(await stored(projects, 'idle')) })
  const { id } = await projects.add(viewer, { name: 'House', ...(await stored(projects, '0')) })
  for (let edit = 0; edit < 4; edit++) {
    const scene = await stored(projects, `${edit + 1}`)
    await projects.commit(viewer, { ...draftChange(id, edit, `${edit}`), scene })
  }
  expect(await projects.blobs.get(idle.draft.sceneBlob)).toHaveLength(BYTES)
  const history = { projectId: id, kind: 'undo', steps: 10 } as const
  const { steps, total } = await projects.history(viewer, history)
  expect([total, ...steps.map(({ sceneHash }) => sceneHash)]).toEqual([2, '3', '2'])
  for (const name of ['A', 'B'])
    await projects.add(viewer, { name, ...(await stored(projects, name)) })
  await expect(projects.history(viewer, history)).rejects.toMatchObject({ code: 'nothing_to_undo' })
  await expect(stored(projects, 'one too many')).rejects.toMatchObject({ code: 'limit_exceeded' })
  expect(await projects.blobs.get(idle.draft.sceneBlob)).toHaveLength(BYTES)
})
