import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lock, productionPackages } from '../builds/code/locked-packages.ts'
import { pinBuild } from '../builds/pin.ts'
import { inherited, readDockerfile } from './dockerfile-reading.ts'
import { copySample, dropHome } from './end-to-end/build-home.ts'
import { ImageStages, UNPRIVILEGED } from './image-stages.ts'

const root = dirname(import.meta.dirname)
const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const COMPILER = ['gdal-config', 'g++', 'make', 'python3'].every((program) =>
  ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, program))),
)
/** Two minutes on two quiet cores. */
const COMPILED_WITHIN_MS = 3_600_000

let folder: string
let image: ImageStages
let service: ReturnType<ImageStages['start']> | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-image-'))
  image = new ImageStages(stages, root, folder)
})
afterAll(async () => {
  service?.kill('SIGKILL')
  // The read-only folders belong to a user without rights; root and their owner may remove them.
  execFileSync('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

/** The strings of the last instruction of a name, which are in brackets. */
function commandOf(stage: string, word: string): string[] {
  const { rest } = inherited(stages, stage).findLast((each) => each.word === word)!
  return JSON.parse(rest.slice(rest.indexOf('[')))
}

describe('the image that serves', () => {
  let port: number
  let settings: Record<string, string>
  const health = () => image.ran('serve', commandOf('serve', 'HEALTHCHECK'), { PORT: `${port}` })

  beforeAll(async () => {
    const { home, build } = await copySample('image')
    await pinBuild(build, { home })
    await cp(home, image.volume, { recursive: true })
    await dropHome(home)
    const { uid, gid } = UNPRIVILEGED
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, image.volume])
    await image.make('serve')
    image.freeze('serve')
    const probe = createServer().listen(0)
    await once(probe, 'listening')
    port = (probe.address() as { port: number }).port
    probe.close()
    settings = {
      PORT: `${port}`,
      PLAT_LIVE: 'none',
      PLAT_EMAIL: 'log',
      PLAT_PUBLIC_URL: 'https://plat.example.com',
      // A folder that does not exist: only the volume is writable.
      TMPDIR: join(folder, 'nowhere'),
    }
  })

  test('is made by its commands, but one that makes the volume', () => {
    expect(image.leftOut).toEqual(['install -d -o node -g node /var/lib/plat'])
  })

  test('has the packages of the lock file that run there, and no other', () => {
    const installed: Lock = JSON.parse(
      readFileSync(join(folder, 'serve/node_modules/.package-lock.json'), 'utf8'),
    ).packages
    const paths = Object.keys(installed).filter((path) => /node_modules\/(?!@plat\/)/.test(path))
    const wanted = productionPackages(lock, ['', 'serve', 'accounts', 'architect'])
    const isOfPlatform = (path: string) => !lock[path]?.os && !lock[path]?.cpu
    expect(paths.filter(isOfPlatform).sort()).toEqual(wanted.filter(isOfPlatform))
    expect(wanted).toEqual(expect.arrayContaining(paths))
    for (const path of paths) {
      expect([path, installed[path].version]).toEqual([path, lock[path].version])
      expect(existsSync(join(folder, 'serve', path, 'package.json')), path).toBe(true)
    }
    const bytes = execFileSync('du', ['-sm', join(folder, 'serve')], { encoding: 'utf8' })
    console.log(`image: ${bytes.split('\t')[0]} MB above its base`)
  })

  test('has neither tests nor the source of the page, and the notices', () => {
    const find = (...args: string[]) =>
      execFileSync('find', [join(folder, 'serve'), ...args], { encoding: 'utf8' }).trim()
    expect(find('-name', '*.test.ts')).toBe('')
    expect(find('-path', '*/serve/web')).toBe('')
    expect(find('-name', 'third-party-notices.txt').split('\n')).toHaveLength(3)
  })

  test('lists its commands, and names the missing ones', async () => {
    const help = await image.ran('serve', ['node', 'plat.ts', 'help'])
    expect([help.code, help.output]).toEqual([0, expect.stringMatching(/^ +serve /m)])
    expect(help.output).not.toMatch(/^ +build /m)
    const build = await image.ran('serve', ['node', 'plat.ts', 'build'])
    expect([build.code, build.output]).toEqual([1, expect.stringMatching(/builds/)])
    expect(build.output).not.toMatch(/^ +at /m)
  })

  test('serves from a read-only tree, and ends with 0 on SIGTERM', async () => {
    expect((await health()).code).toBe(1)
    const command = [...commandOf('serve', 'ENTRYPOINT'), ...commandOf('serve', 'CMD')]
    service = image.start('serve', command, settings)
    const ended = once(service, 'exit')
    let output = ''
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (bytes) => {
        output += bytes
      })
    await expect.poll(() => (service?.exitCode === null ? output : 'ended')).toMatch(/answers at/)
    const base = `http://127.0.0.1:${port}`
    expect(await health()).toEqual({ code: 0, output: '' })
    expect((await image.ran('serve', commandOf('serve', 'HEALTHCHECK'), { PORT: '1' })).code).toBe(
      1,
    )

    expect((await fetch(`${base}/api/v1/health`)).status).toBe(200)
    const page = await (await fetch(`${base}/`)).text()
    expect(page).toContain('<title>Plat')
    const [script] = /\/assets\/[\w-]+\.js/.exec(page)!
    expect((await fetch(base + script)).status).toBe(200)
    expect(await (await fetch(`${base}/third-party-notices.txt`)).text()).toContain('maplibre-gl')

    const keys = ['node', 'plat.ts', 'keys', 'create', '--name', 'image']
    const made = await image.ran('serve', keys, settings)
    expect(made.code, made.output).toBe(0)
    const [key] = /sk_map_\w+/.exec(made.output)!
    const dossier = await fetch(`${base}/api/v1/location?ll=29.9863009,-71.9643746`, {
      headers: { 'x-api-key': key },
    })
    expect(dossier.status).toBe(200)
    const { layers } = (await dossier.json()) as { layers: Record<string, { status: string }> }
    expect([layers.parcel.status, layers.flood.status]).toEqual(['available', 'available'])

    expect(await (await fetch(`${base}/projects`)).text()).toContain('<title>Plat projects')
    const scopes = 'projects:edit,projects:publish,projects:download'
    const architect = ['--kind', 'architect', '--scopes', scopes]
    const [, token] = /(sk_arch_\w+)/.exec(
      (await image.ran('serve', [...keys, ...architect], settings)).output,
    )!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const scene = JSON.parse(
      readFileSync(join(root, 'architect/examples/studio/scene.json'), 'utf8'),
    )
    const body = JSON.stringify({ name: 'Studio', scene })
    const project = await fetch(`${base}/api/scenes`, { method: 'POST', headers, body })
    const { id } = (await project.json()) as { id: string }
    await fetch(`${base}/api/scenes/${id}/publish`, { method: 'POST', headers })
    const glb = async () =>
      (await fetch(`${base}/api/scenes/${id}/glb`, { headers, redirect: 'manual' })).status
    await expect.poll(glb).toBe(307)

    service.kill('SIGTERM')
    expect(await ended, output).toEqual([0, null])
  })
})

describe('the image that builds', () => {
  test.skipIf(!COMPILER)(
    'builds parcels, with the binding compiled against the GDAL of the system',
    { timeout: COMPILED_WITHIN_MS },
    async () => {
      await image.make('build')
      expect(image.leftOut.filter((rest) => rest.includes('apt-get'))).toHaveLength(1)
      image.freeze('build')
      const gdal = "console.log((await import('gdal-async')).default.version)"
      const [node, ...program] = commandOf('build', 'ENTRYPOINT')
      const version = await image.ran('build', [node, '--input-type=module', '-e', gdal])
      const ofSystem = execFileSync('gdal-config', ['--version'], { encoding: 'utf8' })
      expect([version.code, version.output]).toEqual([0, expect.stringContaining(ofSystem.trim())])
      const build = [node, ...program, ...commandOf('build', 'CMD'), 'parcel/sample']
      const built = await image.ran('build', build)
      expect(built.code, built.output).toBe(0)
    },
  )
})
