import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { pinBuild } from '../../builds/pin.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { copySample, dropHome } from '../../tests/end-to-end/build-home.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ServiceProcess } from '../../tests/servers/service-process.ts'

const SCRIPT = join(import.meta.dirname, 'compile-service.ts')
/** Threads of the service that start with a request: a plan, a view. */
const LATER = ['planner-worker.ts', 'view-worker.ts']

test('each thread that a service starts is loaded', () => {
  const text = readFileSync(SCRIPT, 'utf8')
  const packages = '{accounts,architect,lookup,serve,storage}'
  const started = globSync(`${packages}/**/*-{thread,threads}.ts`, { cwd: PROJECT_ROOT }).flatMap(
    (file) =>
      [...readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(/new URL\('\.\/(.*?\.ts)'/g)]
        .map(([, name]) => join(PROJECT_ROOT, file, '..', name))
        .filter((path) => !LATER.some((name) => path.endsWith(`/${name}`))),
  )
  expect(started.length).toBeGreaterThan(5)
  for (const path of started) expect(text).toContain(`'${relative(import.meta.dirname, path)}'`)
})

if (isLongRun)
  test('a service loads next to nothing that was not compiled', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plat-compiled-'))
    const sample = await copySample('compiled')
    const environment = { NODE_COMPILE_CACHE: folder }
    const entries = async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ).length
    try {
      await pinBuild(sample.build, { home: sample.home })
      await promisify(execFile)(process.execPath, [SCRIPT], {
        env: { ...process.env, ...environment },
      })
      const before = await entries()
      expect(before).toBeGreaterThan(3_000)
      const service = await ServiceProcess.start({ home: sample.home, environment })
      service.child.kill('SIGTERM')
      await service.ended
      expect((await entries()) - before).toBeLessThan(before / 10)
    } finally {
      await dropHome(sample.home)
      await rm(folder, { recursive: true })
    }
  })
