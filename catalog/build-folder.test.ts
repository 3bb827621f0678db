import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exampleManifest, packFile, writeExampleBuild } from '../tests/fixtures/example-build.ts'
import { buildFolder, listBuilds, missingFiles, openBuild, openPinned } from './build-folder.ts'
import { readLock } from './lock.ts'
import { Manifest, manifestLock, writeManifest } from './manifest.ts'
import { readSource } from './source.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('a manifest', () => {
  test('is read back as it was written', async () => {
    const manifest = await writeExampleBuild(home, 'b1')
    expect((await openBuild('b1', home)).manifest).toEqual(manifest)
  })

  test('of another format is refused with its number, before anything else in it is judged', async () => {
    const { folder } = buildFolder('b1', home)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'manifest.json'), '{"format": 3, "anything": true}')
    await expect(openBuild('b1', home)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining('is of format 3, this program reads 1 and 2'),
    })
  })

  test('of the first format, as builds in service have it, is read', async () => {
    const source = await readSource('sample-county')
    const manifest = await writeExampleBuild(home, 'b1')
    const { cadence_days: _, ...older } = source
    const { steps: __, ...rest } = { ...manifest, format: 1, sources: [older] }
    await writeFile(buildFolder('b1', home).manifestFile, JSON.stringify(rest))
    expect((await openBuild('b1', home)).manifest).toEqual({
      ...{ ...manifest, format: 1, steps: {} },
      sources: [{ ...source, cadence_days: null }],
    })
  })

  test('with a wrong field names that field', async () => {
    const manifest = await writeExampleBuild(home, 'b1')
    const { manifestFile } = buildFolder('b1', home)
    const text = JSON.stringify({ ...manifest, packs: [{ ...manifest.packs[0], rows: -3 }] })
    await writeFile(manifestFile, text)
    await expect(openBuild('b1', home)).rejects.toThrow(/packs\.0\.rows/)
  })

  test('of which one sign is another is refused, but for one made before it had a sum', async () => {
    const manifest = await writeExampleBuild(home, 'b1')
    const { manifestFile, folder } = buildFolder('b1', home)
    const text = await readFile(manifestFile, 'utf8')
    for (const [from, to] of [
      ['"bytes": 4', '"bytes": 5'],
      ['"passed": true', '"passed": false'],
      ['flood_zones.pack', 'flood_zonez.pack'],
      [manifest.packs[0].sha256, manifest.packs[0].sha256.replace(/^./, '0')],
    ]) {
      expect(text).toContain(from)
      await writeFile(manifestFile, text.replace(from, to))
      await expect(openBuild('b1', home)).rejects.toThrow('does not match its own sha256')
    }
    await writeFile(manifestFile, JSON.stringify(manifest))
    expect((await openBuild('b1', home)).manifest).toEqual(manifest)
    await writeManifest(folder, manifest)
    expect((await openBuild('b1', home)).manifest).toEqual(manifest)
  })

  test('identifies a lock, and dates our copy by its oldest asset', async () => {
    const lock = await readLock('bangor-me-2013')
    const [first, ...rest] = lock.assets
    const older = { ...lock, assets: [{ ...first, retrieved_at: '2020-01-01T00:00:00Z' }, ...rest] }
    const described = manifestLock(older)
    expect(described).toMatchObject({ id: lock.id, retrieved_at: '2020-01-01T00:00:00Z' })
    expect(described.sha256).not.toBe(manifestLock(lock).sha256)
  })

  test('cannot name a file outside its build', () => {
    for (const file of ['../b2/x.pack', '/etc/hosts', 'packs/../../x']) {
      const [pack] = exampleManifest('b1').packs
      const manifest = exampleManifest('b1', { packs: [{ ...pack, file }] })
      expect(Manifest.safeParse(manifest).success, file).toBe(false)
    }
  })

  test('that is wrong is never written', async () => {
    const { folder } = buildFolder('b1', home)
    await mkdir(folder, { recursive: true })
    const wrong = exampleManifest('b1', { created_at: 'yesterday' })
    await expect(writeManifest(folder, wrong)).rejects.toThrow()
    await expect(readFile(join(folder, 'manifest.json'))).rejects.toThrow('ENOENT')
  })
})

describe('opening builds', () => {
  test('a folder without a manifest is a half build: listed by name, never opened', async () => {
    await writeExampleBuild(home, 'whole')
    await mkdir(buildFolder('half', home).folder)
    const { builds, halves } = await listBuilds(home)
    expect(builds.map((build) => build.id)).toEqual(['whole'])
    expect(halves).toEqual([{ id: 'half', reason: expect.stringContaining('cannot be read') }])
    await expect(openBuild('half', home)).rejects.toMatchObject({ name: 'StepError' })
  })

  test('builds are listed oldest first', async () => {
    await writeExampleBuild(home, 'a', { created_at: '2026-03-01T00:00:00.000Z' })
    await writeExampleBuild(home, 'z', { created_at: '2026-01-01T00:00:00.000Z' })
    const { builds } = await listBuilds(home)
    expect(builds.map((build) => build.id)).toEqual(['z', 'a'])
  })

  test('a home without builds is an empty list', async () => {
    expect(await listBuilds(join(home, 'nowhere'))).toEqual({ builds: [], halves: [] })
  })

  test('a build under another name than its own is refused', async () => {
    await writeExampleBuild(home, 'b1')
    await rename(buildFolder('b1', home).folder, buildFolder('b2', home).folder)
    await expect(openBuild('b2', home)).rejects.toThrow(/its manifest is of build b1/)
  })

  test('an unknown build is refused with the id that is nearest', async () => {
    await writeExampleBuild(home, 'sample-3f9a1c22ab10')
    const seeBuilds = 'See `plat builds` for what there is, or make one with `plat build`.'
    const remedyFor = (id: string) =>
      openBuild(id, home).then(
        () => 'opened',
        ({ remedy }) => remedy,
      )
    const nearest = `Did you mean sample-3f9a1c22ab10? ${seeBuilds}`
    expect(await remedyFor('sample')).toBe(nearest)
    expect(await remedyFor('sample-3f9a1c22ab01')).toBe(nearest)
    expect(await remedyFor('nowhere')).toBe(seeBuilds)
    await rm(home, { recursive: true })
    expect(await remedyFor('sample')).toBe(seeBuilds)
  })

  test('an id that is a path is refused', async () => {
    await expect(openBuild('../assets', home)).rejects.toThrow(/is not a build id/)
  })

  test('without a pin there is nothing to serve, and the remedy is how to pin a build', async () => {
    await expect(openPinned(home)).rejects.toMatchObject({
      remedy: expect.stringContaining('plat pin'),
    })
  })

  test('files that are absent or cut short are named', async () => {
    await writeExampleBuild(home, 'b1')
    const build = await openBuild('b1', home)
    expect(await missingFiles(build)).toEqual([])
    await writeFile(packFile(build.paths.folder, 'flood_zones'), 'PA')
    await rm(build.paths.databaseFile)
    expect(await missingFiles(build)).toEqual([
      'packs/flood_zones.pack has 2 of 4 bytes',
      'dossier-b1.duckdb is absent',
    ])
  })
})
