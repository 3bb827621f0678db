import { existsSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBuild } from '../../builds/verify.ts'
import { type OpenBuild, openBuild } from '../../catalog/build-folder.ts'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { SILENT } from '../../terminal/progress.ts'
import { buildIn, dropHome, makeHome } from './build-home.ts'

const hasReal = existsSync(join(realDataFolder(), 'hudson-nj'))

const COUNTIES = [
  { county: 'sample', names: ['sample'], isHere: true },
  { county: 'hudson', names: ['hudson'], isHere: hasReal },
]

describe.each(COUNTIES)('$county', ({ names, isHere }) => {
  describe.skipIf(!isHere)('built by one worker and by two, in two homes', () => {
    const homes: string[] = []
    const builds: OpenBuild[] = []
    beforeAll(async () => {
      for (const workers of [1, 2]) {
        const home = await makeHome(`bytes-${workers}`)
        homes.push(home)
        builds.push(await openBuild((await buildIn(home, names, { workers })).build, home))
      }
    })
    afterAll(async () => {
      for (const home of homes) await dropHome(home)
    })

    test('every table, pack, archive and raster has the same bytes', () => {
      const [one, two] = builds.map(hashesOf)
      expect(Object.keys(one).length).toBeGreaterThanOrEqual(7)
      expect(two).toEqual(one)
      expect(builds[1].id).toBe(builds[0].id)
    })

    test('verify finds both sound, every tile decoded', async () => {
      for (const build of builds) {
        const { problems, tiles, files } = await verifyBuild(build, SILENT)
        expect(problems).toEqual([])
        expect(files).toBe(filesOf(build).length)
        expect(tiles).toBeGreaterThan(100)
      }
    })

    test('verify finds one flipped bit in any file of the build', async () => {
      const [build] = builds
      const files = filesOf(build)
      const pathOf = (file: string) => join(build.paths.folder, file)
      const sound = new Map<string, Buffer>()
      for (const file of files) sound.set(file, await readFile(pathOf(file)))
      // One bit in its first byte, then one in its middle: each file has its own line.
      for (const share of [0, 0.5]) {
        for (const [file, bytes] of sound) {
          const flipped = Buffer.from(bytes)
          flipped[Math.floor(share * bytes.length)] ^= 1
          // Written as a new file: the one in the build shares its disk blocks with the partition
          // store.
          await writeFile(`${pathOf(file)}.flipped`, flipped)
          await rename(`${pathOf(file)}.flipped`, pathOf(file))
        }
        const { problems } = await verifyBuild(build, SILENT)
        for (const file of files)
          expect(problems, `at ${share}`).toContain(`${file}: its sha256 is not the manifest's`)
      }
      for (const [file, bytes] of sound) await writeFile(pathOf(file), bytes)
      expect((await verifyBuild(build, SILENT)).problems).toEqual([])
    })

    test('a build that lost a file is made again, with the same bytes', async () => {
      const [build] = builds
      const pack = build.manifest.packs.find(({ table }) => table === 'flood_zones')!
      await rm(join(build.paths.folder, pack.file))
      await buildIn(homes[0], names)
      const again = await openBuild(build.id, homes[0])
      expect(hashesOf(again)).toEqual(hashesOf(build))
      expect((await verifyBuild(again, SILENT)).problems).toEqual([])
    })
  })
})

/**
 * Every file that verify hashes, including the catalog, whose bytes contain the build's date, and
 * the DuckDB file, whose bytes differ from run to run.
 */
function filesOf(build: OpenBuild): string[] {
  const { stac, database } = build.manifest
  return [...Object.keys(hashesOf(build)), ...stac.map(({ file }) => file), database.file]
}

/** Hashes of the manifest by file. */
function hashesOf({ manifest }: OpenBuild): Record<string, string> {
  const { tables, packs, archives, rasters, search } = manifest
  const partitions = tables.flatMap((table) => table.partitions)
  const files = [...partitions, ...packs, ...archives, ...rasters, ...(search ? [search] : [])]
  return Object.fromEntries(files.map(({ file, sha256 }) => [file, sha256]))
}

test('two builds of the same at once make it once, and do not touch an existing one', async () => {
  const home = await makeHome('at-once')
  try {
    const [one, two] = await Promise.all([
      buildIn(home, ['flood/sample']),
      buildIn(home, ['flood/sample']),
    ])
    expect(two).toEqual(one)
    const { folder } = (await openBuild(one.build, home)).paths
    const { ino } = await stat(folder)
    await buildIn(home, ['flood/sample'])
    expect((await stat(folder)).ino).toBe(ino)
  } finally {
    await dropHome(home)
  }
})
