import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { member, organization } from '../../accounts/database/schema.ts'
import { dispatch } from '../../terminal/dispatch.ts'
import { SILENT } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { ServiceClient } from '../client/service-client.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { applyCommand } from './apply.ts'
import { loginCommand } from './login.ts'
import { logoutCommand } from './logout.ts'
import { publishCommand } from './publish.ts'
import { pullCommand } from './pull.ts'
import { pushCommand } from './push.ts'
import { redoCommand, undoCommand } from './undo.ts'

const COMMANDS = [
  applyCommand,
  loginCommand,
  logoutCommand,
  publishCommand,
  pullCommand,
  pushCommand,
  redoCommand,
  undoCommand,
]
const WALL = '{"start": [20, 0], "end": [24, 0]}'
const OTHER_WALL = '{"start": [20, 5], "end": [24, 5]}'

onEmbeddedEngine((engine) => {
  let service: ProjectsService
  let url: string
  let folder: string
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    url = await service.opened.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => service?.close())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'architect-'))
    writeFileSync(path('house.json'), writeScene(smallHouse()))
    vi.stubEnv('XDG_CONFIG_HOME', path('config'))
    vi.stubEnv('PLAT_ARCHITECT_KEY', service.key)
    expect(await run('login', '--url', url)).toMatchObject({ code: 0, error: '' })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const path = (name: string) => join(folder, name)

  const hashAt = (name: string) => {
    const read = readScene(readFileSync(path(name), 'utf8'))
    if (!('scene' in read)) throw new Error(JSON.stringify(read.faults))
    return sceneHash(read.scene)
  }
  /** As on another machine: `other.json`, which is linked to the same project. */
  const copyOfHouse = () => {
    for (const end of ['json', 'project.json'])
      copyFileSync(path(`house.${end}`), path(`other.${end}`))
  }
  const push = async (name: string, ...more: string[]) =>
    JSON.parse((await run('push', path(name), '--json', ...more)).out)

  async function run(...argv: string[]) {
    const printed: string[] = []
    const errors: string[] = []
    const notes: string[] = []
    const progress = { ...SILENT, note: (text: string) => void notes.push(text) }
    const code = await dispatch(COMMANDS, argv, {
      program: 'plat-architect',
      out: { progress, print: (text) => void printed.push(text) },
      printError: (text) => void errors.push(text),
    })
    const [shown, error, note] = [printed, errors, notes].map((lines) => lines.join('\n'))
    const result = { code, out: shown, error, note }
    expect(shown + error + note).not.toContain(service.key)
    return result
  }

  test('publish saves the GLB file anywhere but over the scene, its history or its link', async () => {
    expect(await run('push', path('house.json'))).toMatchObject({ code: 0 })
    await run('apply', path('house.json'), 'create_wall', '--json', WALL)
    const files = () =>
      Object.fromEntries(
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => [name, readFileSync(path(name), 'utf8')]),
      )
    const before = files()
    const own = Object.keys(before)
    expect(own.sort()).toEqual(['house.history.json', 'house.json', 'house.project.json'])
    for (const [target, problem] of [
      ...own.map((name) => [`config/../${name}`, 'another path than that of the scene']),
      ...['/', 'config', 'new/'].map((name) => [name, 'the path of a file, got the folder']),
      ['house.json/house.glb', 'must be a path in a folder'],
    ]) {
      const refused = await run(
        ...['publish', path('house.json'), '--download', `${folder}/${target}`],
      )
      expect(refused).toMatchObject({ code: 2, error: expect.stringContaining(problem) })
    }
    expect(files()).toEqual(before)
    const [{ publishedVersion }] = (await service.json('/api/scenes')).scenes
    expect(publishedVersion).toBeNull()
  })

  test('the login is a file of its owner alone, and logout removes it', async () => {
    const file = path('config/plat/architect.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, key: service.key })
    expect(await run('logout')).toMatchObject({ code: 0 })
    expect(await run('push', path('house.json'))).toMatchObject({ code: 1 })
    expect(readdirSync(folder).sort()).toEqual(['config', 'house.json'])
  })

  test('a wrong key and a service that is not there are refused, and the login stays', async () => {
    vi.stubEnv('PLAT_ARCHITECT_KEY', 'sk_arch_of_nobody_at_all')
    const wrong = await run('login', '--url', url)
    expect(wrong).toMatchObject({
      code: 1,
      error: expect.stringMatching(/401 invalid_api_key, req_/),
    })
    expect(wrong.error).not.toContain('sk_arch_of_nobody')
    const inClear = await run('login', '--url', 'http://0.0.0.0:2')
    expect(inClear).toMatchObject({ code: 1, note: expect.stringContaining('without encryption') })
    const absent = await run('login', '--url', 'http://127.0.0.1:2')
    expect(absent).toMatchObject({ code: 1, error: expect.stringContaining('cannot be reached') })
    expect(JSON.parse(readFileSync(path('config/plat/architect.json'), 'utf8')).key).toBe(
      service.key,
    )
  })

  test('a scene is pushed, published and pulled, and an unchanged one sends nothing', async () => {
    const made = await push('house.json')
    expect(made).toMatchObject({ did: 'created', draftVersion: 0 })
    const id = made.projectId
    expect((await service.json(id)).sceneHash).toBe(hashAt('house.json'))
    expect(await push('house.json')).toMatchObject({ projectId: id, did: 'nothing' })
    await run('apply', path('house.json'), 'create_wall', WALL)
    const pushed = await push('house.json', '--save', 'With a wall')
    expect(pushed).toMatchObject({ did: 'pushed', draftVersion: 1, version: 1, didSave: true })
    expect((await service.json(id)).sceneHash).toBe(hashAt('house.json'))
    const published = await run('publish', path('house.json'), '--download', path('house.glb'))
    expect(published).toMatchObject({ code: 0, error: '' })
    expect(readFileSync(path('house.glb')).subarray(0, 4).toString()).toBe('glTF')
    expect(await run('pull', id, '-o', path('copy.json'))).toMatchObject({ code: 0, error: '' })
    expect(readFileSync(path('copy.json'), 'utf8')).toBe(readFileSync(path('house.json'), 'utf8'))
  })

  test('changes that were made elsewhere are stated and not overwritten', async () => {
    const { projectId: id } = await push('house.json')
    copyOfHouse()
    await run('apply', path('house.json'), 'create_wall', WALL)
    await run('apply', path('other.json'), 'create_wall', OTHER_WALL)
    await push('house.json')
    const there = hashAt('house.json')
    const refused = await run('push', path('other.json'))
    expect(refused).toMatchObject({
      code: 1,
      error: expect.stringContaining('created there: wall_'),
    })
    expect(refused.error).toContain('changed in the file too')
    expect((await service.json(id)).sceneHash).toBe(there)
    const dirty = await run('pull', path('other.json'))
    expect(dirty).toMatchObject({ code: 1, error: expect.stringContaining('were not pushed') })
    const own = hashAt('other.json')
    expect(await run('pull', path('other.json'), '--force')).toMatchObject({ code: 0 })
    expect(hashAt('other.json')).toBe(there)
    expect(await run('undo', path('other.json'))).toMatchObject({ code: 0 })
    expect(hashAt('other.json')).toBe(own)
    const undone = await run('push', path('other.json'))
    expect(undone).toMatchObject({ code: 1, error: refused.error })
    expect((await service.json(id)).sceneHash).toBe(there)
    expect(await push('other.json', '--force')).toMatchObject({ did: 'pushed', draftVersion: 2 })
    await run('apply', path('house.json'), 'create_wall', OTHER_WALL)
    expect(await push('house.json', '--force')).toMatchObject({ did: 'pushed', draftVersion: 3 })
  })

  test('a pull that was undone is not in the file that is pushed, and a redone one is', async () => {
    const { projectId: id } = await push('house.json')
    copyOfHouse()
    for (const wall of [WALL, OTHER_WALL]) {
      await run('apply', path('other.json'), 'create_wall', wall)
      await push('other.json')
      expect(await run('pull', path('house.json'))).toMatchObject({ code: 0 })
    }
    const there = hashAt('other.json')
    const change = () => run('apply', path('house.json'), 'set_building', '{"label": "Mine"}')
    for (const created of ['wall_13', 'wall_12, wall_13']) {
      expect(await run('undo', path('house.json'))).toMatchObject({ code: 0 })
      expect(await push('house.json')).toMatchObject({ did: 'nothing', isDraftChanged: true })
      await change()
      expect(await run('push', path('house.json'))).toMatchObject({
        code: 1,
        error: expect.stringContaining(`created there: ${created}`),
      })
      await run('undo', path('house.json'))
    }
    expect((await service.json(id)).sceneHash).toBe(there)
    expect(await run('pull', path('house.json'))).toMatchObject({ code: 0 })
    await run('undo', path('house.json'))
    expect(await run('redo', path('house.json'))).toMatchObject({ code: 0 })
    await change()
    expect(await push('house.json')).toMatchObject({ did: 'pushed', draftVersion: 3 })
  })

  test('a push of an unchanged file states how the draft is now, and saves no other', async () => {
    const { projectId: id } = await push('house.json')
    copyOfHouse()
    await run('apply', path('other.json'), 'create_wall', WALL)
    await push('other.json')
    expect(await run('push', path('house.json'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/nothing to push.* changed elsewhere .* version 1: .* pull /),
    })
    const now = { did: 'nothing', draftVersion: 1, isDraftChanged: true }
    expect(await push('house.json')).toMatchObject(now)
    const refused = await run('push', path('house.json'), '--save', 'Mine')
    expect(refused).toMatchObject({
      code: 1,
      error: expect.stringMatching(/changed elsewhere[\s\S]*plat-architect pull/),
    })
    expect((await service.json(`${id}/versions`)).versions).toEqual([])
    expect(await run('pull', path('house.json'))).toMatchObject({ code: 0 })
    expect(await push('house.json', '--save', 'Ours')).toMatchObject({ version: 1 })
  })

  test('a push of an unchanged file finds that the project or the service is gone', async () => {
    const { projectId: id } = await push('house.json')
    expect((await service.send(id, { method: 'DELETE' })).statusCode).toBe(204)
    expect(await run('push', path('house.json'))).toMatchObject({
      code: 1,
      error: expect.stringMatching(/404 project_not_found, req_/),
    })
    for (const file of ['house.project.json', 'config/plat/architect.json'])
      writeFileSync(
        path(file),
        readFileSync(path(file), 'utf8').replaceAll(url, 'http://127.0.0.1:2'),
      )
    expect(await run('push', path('house.json'))).toMatchObject({
      code: 1,
      error: expect.stringContaining('cannot be reached: ECONNREFUSED'),
    })
  })

  test('a push goes to the project it names, over its draft only by force', async () => {
    const { projectId: id } = await push('house.json')
    await run('apply', path('house.json'), 'create_wall', WALL)
    writeFileSync(path('other.json'), readFileSync(path('house.json')))
    const refused = await run('push', path('other.json'), '--project', id)
    expect(refused).toMatchObject({
      code: 1,
      error: expect.stringContaining(`the project ${id} was changed elsewhere`),
    })
    expect(existsSync(path('other.project.json'))).toBe(false)
    expect(await push('other.json', '--project', id, '--force')).toMatchObject({
      projectId: id,
      did: 'pushed',
      draftVersion: 1,
    })
    expect((await service.json(id)).sceneHash).toBe(hashAt('other.json'))
    expect(await run('push', path('other.json'), '--project', 'prj_other')).toMatchObject({
      code: 1,
      error: expect.stringContaining(`is linked to ${id}, not to prj_other`),
    })
  })

  test('a new project belongs to the organization that is named', async () => {
    const refused = await run('push', path('house.json'), '--organization', 'org_of_others')
    expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/4\d\d \w+, req_/) })
    expect(existsSync(path('house.project.json'))).toBe(false)
    const { tables } = service.accounts.database
    const organizationId = 'office'
    await tables.insert(organization).values({ id: organizationId, name: 'Office', slug: 'office' })
    const owner = { id: 'office-owner', organizationId, userId: service.personId, role: 'owner' }
    await tables.insert(member).values(owner)
    const { projectId } = await push('house.json', '--organization', organizationId, '--name', 'A')
    expect(await service.json(projectId)).toMatchObject({
      name: 'A',
      owner: { kind: 'organization', id: organizationId },
    })
  })

  test('a version is pulled by number, and the draft after it without force', async () => {
    const { projectId: id } = await push('house.json', '--save', 'First')
    const first = hashAt('house.json')
    await run('apply', path('house.json'), 'create_wall', WALL)
    await push('house.json', '--save', 'Second')
    const second = hashAt('house.json')
    const pull = (...more: string[]) => run('pull', path('house.json'), ...more)
    expect(await pull('--version', '1')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`version 1 of ${id}`),
    })
    expect(hashAt('house.json')).toBe(first)
    expect(await pull('--version', 'published')).toMatchObject({ code: 1 })
    expect(await pull('--version', '7')).toMatchObject({ code: 1 })
    expect(hashAt('house.json')).toBe(first)
    expect(await pull('--version', 'latest')).toMatchObject({ code: 0 })
    expect(hashAt('house.json')).toBe(second)
    expect(await pull('--version', '1')).toMatchObject({ code: 0 })
    expect(await pull()).toMatchObject({ code: 0, out: expect.stringContaining('the draft') })
    expect(hashAt('house.json')).toBe(second)
  })

  test('a push whose version is not saved states that the draft was pushed', async () => {
    const long = 'x'.repeat(201)
    const refused = await run('push', path('house.json'), '--save', long)
    expect(refused).toMatchObject({
      code: 2,
      error: expect.stringContaining('--save must have at most 200 characters, got 201'),
    })
    expect(existsSync(path('house.project.json'))).toBe(false)
    const { projectId: id } = await push('house.json')
    const published = await run('publish', path('house.json'), '--label', long)
    expect(published).toMatchObject({ code: 2, error: expect.stringContaining('--label must') })
    await run('apply', path('house.json'), 'create_wall', WALL)
    const lost = new StepError('push', url, 'cannot be reached: no answer', 'Run it again.')
    const save = vi.spyOn(ServiceClient.prototype, 'save').mockRejectedValueOnce(lost)
    const failed = await run('push', path('house.json'), '--save', 'A')
    save.mockRestore()
    expect(failed).toMatchObject({
      code: 1,
      error: expect.stringMatching(/was pushed, .* at version 1; .*[\s\S]*remedy {2}Run it again/),
    })
    expect((await service.json(id)).sceneHash).toBe(hashAt('house.json'))
    expect(await push('house.json', '--save', 'A')).toMatchObject({ did: 'nothing', version: 1 })
  })

  if (isLongRun)
    test('a version whose 3D file cannot be fetched or saved is stated as published', async () => {
      await push('house.json')
      const publish = (target: string) =>
        run('publish', path('house.json'), '--download', path(target))
      const key = await service.keyOf(service.personId, ['projects:edit', 'projects:publish'])
      vi.stubEnv('PLAT_ARCHITECT_KEY', key)
      await run('login', '--url', url)
      const hidden = await publish('house.glb')
      expect(hidden).toMatchObject({
        code: 1,
        error: expect.stringMatching(/version 1 is published.*[\s\S]*scope projects:download/),
      })
      vi.stubEnv('PLAT_ARCHITECT_KEY', service.key)
      await run('login', '--url', url)
      const tooLong = await publish(`${'x'.repeat(300)}.glb`)
      expect(tooLong).toMatchObject({
        code: 1,
        error: expect.stringMatching(
          /version 1 is published.*[\s\S]*remedy {2}Give the path of a file.*[\s\S]*ENAMETOOLONG/,
        ),
      })
    })

  test('a push whose answer was lost is found to be done', async () => {
    const { projectId: id } = await push('house.json')
    const link = readFileSync(path('house.project.json'))
    await run('apply', path('house.json'), 'create_wall', WALL)
    await push('house.json')
    writeFileSync(path('house.project.json'), link)
    expect(await push('house.json')).toMatchObject({ did: 'nothing', draftVersion: 1 })
    expect((await service.json(id)).draftVersion).toBe(1)
  })

  test('a project that is not there is named, and nothing is written', async () => {
    const { error, code } = await run('pull', 'prj_nothing', '-o', path('new.json'))
    expect({ code, error }).toEqual({
      code: 1,
      error: expect.stringMatching(/404 project_not_found, req_/),
    })
    const noFile = await run('pull', 'prj_nothing')
    expect(noFile).toMatchObject({
      code: 1,
      error: expect.stringContaining('plat-architect pull prj_nothing -o <file>.json'),
    })
    expect(await run('pull', path('house.json'))).toMatchObject({
      code: 1,
      error: expect.stringContaining(`pull <project id> -o ${path('house.json')}`),
    })
    expect(readdirSync(folder).sort()).toEqual(['config', 'house.json'])
  })
})
