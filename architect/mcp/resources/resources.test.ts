import { expect, test, vi } from 'vitest'
import { LOCAL_VIEWER } from '../local/local-tools.ts'
import type { ToolServerParts } from '../own-tool.ts'
import { readResource, SCENE_RESOURCE_BYTES_MAX } from './resources.ts'

const client = { viewer: LOCAL_VIEWER, origin: 'https://plat.example', loaded: null }

function partsWith(bytes: number) {
  const text = vi.fn(async () => Buffer.from('{}'))
  const readDraft = async () => ({ sceneBlob: 'blob', bytes })
  const parts = { hasRoutes: true, store: { readDraft }, scenes: { text } }
  return { text, parts: parts as unknown as ToolServerParts }
}

test('a scene file that is too large for a resource is not read: its route is named', async () => {
  const { parts, text } = partsWith(SCENE_RESOURCE_BYTES_MAX + 1)
  await expect(readResource(parts, client, 'svc://projects/prj_1/scene')).rejects.toThrow(
    'GET https://plat.example/api/scenes/prj_1/scene',
  )
  expect(text).not.toHaveBeenCalled()
})

test('a scene file of the largest size is a resource', async () => {
  const { parts } = partsWith(SCENE_RESOURCE_BYTES_MAX)
  const { contents } = await readResource(parts, client, 'svc://projects/prj_1/scene')
  expect(contents).toEqual([
    { uri: 'svc://projects/prj_1/scene', mimeType: 'application/json', text: '{}' },
  ])
})
