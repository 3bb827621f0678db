import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { call, openSession, rpc } from './rpc.ts'
import { ToolService } from './tool-service.ts'

const GUIDE = readFileSync(
  new URL('../../architect/mcp/resources/agent-guide.md', import.meta.url),
  'utf8',
)
const BAKE_MS = 60_000
/** Names from nothing to a file: an agent that has read only the guide knows no other. */
const NAMES = [
  ...['/api/auth/agent/register', '/api/scenes/{id}/publish', '/api/scenes/{id}/glb'],
  ...['load_scene', 'plan_layout', 'verify_scene', 'save_scene', 'Authorization: Bearer '],
]

/** A name or route that the guide states. */
function known(name: string): string {
  expect(GUIDE, `the guide does not state ${name}`).toContain(name)
  return name
}

test.each(NAMES)('the guide states %s', (name) => {
  known(name)
})

if (isLongRun)
  onEmbeddedEngine((engine) => {
    let service: ToolService
    beforeAll(async () => {
      service = await ToolService.open(engine)
    })
    afterAll(() => service.close())

    test('an agent comes from nothing to a published 3D file by what the guide states', async () => {
      const route = (path: string) => new URL(known(path), service.origin)
      const registered = await fetch(route('/api/auth/agent/register'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Mason', purpose: 'Designs houses', client: 'tests 1.0' }),
      })
      const { apiKey, starterProjectId } = (await registered.json()) as Record<string, string>
      const session = await openSession(service.address, apiKey)
      const headers = { 'mcp-session-id': session }
      const send = async (tool: string, given: object = {}) => {
        const body = call(known(tool), given)
        const { message } = await rpc(service.address, apiKey, body, headers)
        const answer = JSON.parse(message.result.content[0].text)
        expect(answer.error).toBeUndefined()
        return answer
      }
      // The instructions of the server name it.
      const uri = 'svc://agent-guide'
      const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
      const { message } = await rpc(service.address, apiKey, read, headers)
      expect(message.result.contents[0].text).toBe(GUIDE)

      await send('load_scene', { id: starterProjectId })
      const rooms = ['living', 'kitchen', 'bedroom', 'bathroom'].map((roomType) => ({
        label: roomType,
        roomType,
      }))
      await send('plan_layout', { rooms, furnish: true, operationId: 'layout-1' })
      const verified = await repaired(send)
      expect(verified.issues.filter(({ severity }: Issue) => severity === 'error')).toEqual([])
      const saved = await send('save_scene', { name: 'First design', operationId: 'save-1' })
      expect(saved).toMatchObject({ version: 1, didSave: true })

      const authorization = `${known('Authorization: Bearer ').split(': ')[1]}${apiKey}`
      const project = (path: string) =>
        new URL(known(path).replace('{id}', starterProjectId), service.origin)
      const published = await fetch(project('/api/scenes/{id}/publish'), {
        method: 'POST',
        headers: { authorization },
      })
      expect(await published.json()).toMatchObject({ publishedVersion: 1 })
      const file = await whenBaked(project('/api/scenes/{id}/glb'), authorization)
      expect(file.subarray(0, 4).toString()).toBe('glTF')
      expect(file.length).toBeGreaterThan(10_000)
    })

    interface Issue {
      severity: string
      fix?: { tool: string; arguments: object }
    }

    /** Sends the fixes of errors until there are none, as the guide states. */
    async function repaired(send: (tool: string, given?: object) => Promise<{ issues: Issue[] }>) {
      for (let rounds = 0; ; rounds++) {
        const verified = await send('verify_scene')
        const fix = verified.issues.find(({ severity, fix }) => severity === 'error' && fix)?.fix
        if (!fix || rounds === 5) return verified
        await send(fix.tool, fix.arguments)
      }
    }

    async function whenBaked(address: URL, authorization: string): Promise<Buffer> {
      const until = Date.now() + BAKE_MS
      for (;;) {
        const answer = await fetch(address, { headers: { authorization }, redirect: 'manual' })
        if (answer.status === 307) {
          const file = await fetch(new URL(answer.headers.get('location')!, service.origin))
          return Buffer.from(await file.arrayBuffer())
        }
        expect(answer.status).toBe(202)
        expect(Date.now()).toBeLessThan(until)
        await sleep(200)
      }
    }
  })
