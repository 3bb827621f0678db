import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { CLIENT_KINDS, type ToolClientOfTest, ToolService } from './tool-service.ts'

const ROOMS = [
  { label: 'Living room', roomType: 'living' },
  { label: 'Kitchen', roomType: 'kitchen' },
  { label: 'Bedroom', roomType: 'bedroom' },
  { label: 'Bathroom', roomType: 'bathroom' },
]

onEmbeddedEngine((engine) => {
  let service: ToolService
  beforeAll(async () => {
    service = await ToolService.open(engine)
  })
  afterAll(() => service.close())

  describe.each(CLIENT_KINDS.filter((kind) => isLongRun || kind !== 'v2 of 2025'))(
    'a client %s',
    (kind) => {
      let client: ToolClientOfTest
      let projectId: string

      test('lists the tools in one order, with what holds for all', async () => {
        client = await service.client(kind)
        const tools = await client.list()
        expect(tools.map(({ name }) => name).slice(0, 3)).toEqual([
          'list_scenes',
          'load_scene',
          'create_project',
        ])
        expect(JSON.stringify({ tools }).length).toBeLessThan(30_000)
        expect(client.instructions()).toContain('svc://agent-guide')
      })

      test('designs a building from start to saved version', async () => {
        const made = await client.call('create_project', {
          name: 'House',
          operationId: `p ${kind}`.replaceAll(' ', '.'),
        })
        expect(made.json).toMatchObject({ ok: true, name: 'House', draftVersion: 0 })
        projectId = made.json.projectId
        const handle = { projectId }
        const laid = await client.call('plan_layout', {
          ...handle,
          rooms: ROOMS,
          operationId: 'l1',
        })
        expect(laid.json).toMatchObject({ ok: true, projectId, draftVersion: 1, persisted: true })
        expect(JSON.stringify(laid.json).length).toBeLessThanOrEqual(4096)
        const zones = await client.call('get_zones', handle)
        expect(zones.json.zones.map(({ label }: { label: string }) => label)).toEqual(
          expect.arrayContaining(['Kitchen', 'Bathroom']),
        )
        expect((await client.call('verify_scene', handle)).json).toMatchObject({ ok: true })
        const saved = await client.call('save_scene', {
          ...handle,
          name: 'First',
          operationId: 's1',
        })
        expect(saved.json).toMatchObject({ version: 1, label: 'First', didSave: true })
        const status = await client.call('get_project_status', handle)
        expect(status.json).toMatchObject({ latestVersion: 1, unsavedChanges: false })
        expect(status.json.lastOperations.map(({ tool }: { tool: string }) => tool)).toEqual([
          'save_scene',
          'plan_layout',
          'create_project',
        ])
      })

      test('sees the building', async () => {
        const view = await client.call('view_scene', { projectId, view: 'plan' })
        expect(view.content[1]).toMatchObject({ type: 'image', mimeType: 'image/png' })
        expect(view.json.visibleIds.length).toBeGreaterThan(5)
      })
    },
  )
})
