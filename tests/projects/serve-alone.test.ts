import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { onEachEngine, onEmbeddedEngine, putAccounts } from '../accounts/accounts-on.ts'
import { runPlat } from '../end-to-end/command-run.ts'
import { isLongRun } from '../long-run.ts'
import { ServiceProcess } from '../servers/service-process.ts'

const SCENE = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'architect/examples/studio/scene.json'), 'utf8'),
)
const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  let home: string
  const started: ServiceProcess[] = []
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'plat-alone-'))
    const { database, secret } = await engine.settings()
    if (database.kind !== 'postgresql') return isLongRun ? undefined : await putAccounts(home)
    vi.stubEnv('DATABASE_URL', database.url)
    vi.stubEnv('PLAT_AUTH_SECRET', secret!)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    rmSync(home, { recursive: true, force: true })
  })

  async function serve() {
    // Optimising the embedded database's WebAssembly takes a quarter of the start.
    const script = ['--liftoff-only', 'architect/plat-architect.ts', 'serve', '--quiet']
    const service = await ServiceProcess.spawn({ home, script })
    started.push(service)
    return service
  }
  async function send({ port }: ServiceProcess, path: string, key?: string, body?: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    return { status: answer?.status ?? null, text: (await answer?.text()) ?? '' }
  }
  /** The key of an operator, made while the service runs. */
  async function createdKey(): Promise<string> {
    const args = ['keys', 'create', '--name', 'own', '--kind', 'architect']
    const scopes = ['--scopes', 'projects:edit,projects:publish,projects:download']
    const made = await runPlat(home, [...args, ...scopes])
    const key = /sk_arch_\w+/.exec(made.output)?.[0]
    expect(key, made.output).toBeDefined()
    return key!
  }
  const running = async (service: ServiceProcess) => {
    const state = async () => (await send(service, '/api/scenes')).status
    await expect.poll(state, { interval: 50 }).toBe(401)
  }

  const outlived = isLongRun ? ', and its projects outlive it' : ''
  test(`plat-architect serve runs the projects with their page and reference${outlived}`, async () => {
    const first = await serve()
    await running(first)
    const profile = { name: 'Mason', purpose: 'Houses', client: 'tests' }
    const agent = await send(first, '/api/auth/agent/register', undefined, profile)
    const { apiKey, starterProjectId } = JSON.parse(agent.text)
    expect((await send(first, `/api/scenes/${starterProjectId}`, apiKey)).status).toBe(200)
    const key = isLongRun ? await createdKey() : apiKey
    const project = await send(first, '/api/scenes', key, { name: 'House', scene: SCENE })
    expect(project.status).toBe(201)
    const { id } = JSON.parse(project.text)
    expect((await send(first, '/projects')).text).toContain('<title>')
    const described = JSON.parse((await send(first, '/openapi.json')).text)
    expect(Object.keys(described.paths)).toContain('/scenes/{id}/glb')

    if (engine.name === 'PGlite' && isLongRun) {
      // It waits some seconds for the first to end.
      const second = await serve()
      const output = text(second.child.stderr!)
      expect((await second.ended)[0]).toBe(1)
      expect(await output).toContain(`${first.child.pid}`)
    }
    if (engine.name === 'PostgreSQL') {
      // A PostgreSQL has as many processes as are needed.
      const second = await serve()
      await running(second)
      expect((await send(second, `/api/scenes/${id}`, key)).status).toBe(200)
      second.child.kill('SIGTERM')
      expect(await second.ended).toEqual([0, null])
    }

    first.child.kill('SIGTERM')
    expect(await first.ended).toEqual([0, null])
    if (!isLongRun) return
    const again = await serve()
    await running(again)
    const scene = await send(again, `/api/scenes/${id}/scene`, key)
    expect(JSON.parse(scene.text)).toEqual(SCENE)
  })
})
