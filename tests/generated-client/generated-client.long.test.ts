import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYS, ScriptedAccounts } from '../accounts/scripted-accounts.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'
import { TOWN_LOCATIONS } from '../fixtures/example-town.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = ['dossier.ts', 'refused.ts']
const run = promisify(execFile)

/**
 * A program of a stranger: types generated from `openapi.json`, requests by `openapi-fetch`, and
 * the compiler of this repository. The generator has a package of its own, since it needs
 * TypeScript 5. The sources end in `.txt`: the types that they import are there in this test only.
 */
let folder: string
let town: ExampleApp
/** Base address of the API. */
let base: string
beforeAll(async () => {
  town = await openExampleApp({ accounts: new ScriptedAccounts() })
  base = `${await town.app.listen({ host: '127.0.0.1', port: 0 })}/api`
  folder = await mkdtemp(join(tmpdir(), 'plat-client-'))
  for (const file of FILES)
    await cp(join(import.meta.dirname, 'program', `${file}.txt`), join(folder, file))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const { body: described } = await town.get('/api/openapi.json')
  await writeFile(join(folder, 'openapi.ts'), astToString(await openapiTypes(described)))
})
afterAll(async () => {
  await town?.close()
  if (folder) await rm(folder, { recursive: true })
})

test('generated types narrow by status: what must compile does, and what must not does not', async () => {
  const options = '--noEmit --strict --skipLibCheck --target es2024 --module nodenext'.split(' ')
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { stdout } = await run(
    compiler,
    [...options, '--types', 'node', '--allowImportingTsExtensions', '--pretty', 'false', ...FILES],
    { cwd: folder },
  ).catch((failure: { stdout: string }) => failure)
  const found = [...stdout.matchAll(/^([\w./-]+)\((\d+),\d+\): error/gm)].map(
    ([, file, line]) => `${file}:${line}`,
  )
  const refused = (await readFile(join(folder, 'refused.ts'), 'utf8')).split('\n')
  const marked = refused.flatMap((line, i) =>
    line.endsWith('// refused') ? [`refused.ts:${i + 1}`] : [],
  )
  expect(marked).toHaveLength(10)
  expect([...new Set(found)], stdout).toEqual(marked)
})

test('a program with these types reads dossiers, and errors with their hints', async () => {
  const { lat, lng } = TOWN_LOCATIONS.lot
  const points = [`${lat},${lng}`, '0,-30', '91,0']
  const program = join(folder, 'dossier.ts')
  const { stdout } = await run(process.execPath, [program, base, KEYS.good, ...points])
  const { found, dossiers } = JSON.parse(stdout)
  expect(found).toBe(1)
  expect(dossiers).toEqual([
    { flood: 'mapped, parcel', failed: [], parcel: expect.stringMatching(/^pk_/) },
    { flood: expect.stringMatching(/^THE LOCATION LIES OUTSIDE/), failed: [], parcel: null },
    { code: 'invalid_request', hint: expect.stringContaining('latitude') },
  ])
})
