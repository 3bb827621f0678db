import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { buildZip, type ZipMember } from '../../tests/fixtures/stages/zip-file.ts'
import { unpackAsset } from './unpack.ts'
import type { UnpackLimits } from './unpack-checks.ts'
import { findMember } from './unpack-member.ts'

let folder: string
let into: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-unpack-'))
  into = join(folder, 'zones')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function unpack(members: ZipMember[] | Buffer, limits: Partial<UnpackLimits> = {}) {
  const zip = Buffer.isBuffer(members) ? members : buildZip(members)
  const file = join(folder, 'zones.zip')
  await writeFile(file, zip)
  return await unpackAsset(file, { into, limits })
}

const ROWS = 'id,zone\n1,AE\n'.repeat(500)

describe('a sound zip', () => {
  test('stored, deflated and zip64 members, nested folders and a .gdb come out byte for byte', async () => {
    const { members } = await unpack([
      { name: 'NFHL_99.gdb/' },
      { name: 'NFHL_99.gdb/a00000001.gdbtable', content: ROWS, isDeflated: true },
      { name: 'docs/deep/readme.txt', content: 'read me' },
      { name: 'large.csv', content: ROWS, isZip64: true },
      { name: 'empty.cpg' },
    ])
    expect(members.map((member) => member.path)).toEqual([
      'NFHL_99.gdb/a00000001.gdbtable',
      'docs/deep/readme.txt',
      'large.csv',
      'empty.cpg',
    ])
    expect(await readFile(join(into, 'NFHL_99.gdb/a00000001.gdbtable'), 'utf8')).toBe(ROWS)
    expect(await readFile(join(into, 'large.csv'), 'utf8')).toBe(ROWS)
    expect(await readFile(join(into, 'empty.cpg'), 'utf8')).toBe('')
  })

  test('a file named by its sha256 is known as a zip by its name in the lock', async () => {
    const file = join(folder, 'a'.repeat(64))
    await writeFile(file, buildZip([{ name: 'rows.csv', content: ROWS }]))
    await unpackAsset(file, { into, name: 'zones.zip' })
    expect(await readdir(into)).toEqual(['rows.csv'])
  })

  test('an asset not named as a zip is put in the folder under its name', async () => {
    const file = join(folder, 'b'.repeat(64))
    await writeFile(file, ROWS)
    const { members } = await unpackAsset(file, { into, name: 'roll.csv' })
    expect(members).toEqual([{ path: 'roll.csv', bytes: ROWS.length }])
    expect(await readFile(join(into, 'roll.csv'), 'utf8')).toBe(ROWS)
  })

  test('unpacking again replaces what was there', async () => {
    await unpack([{ name: 'old.csv', content: ROWS }])
    await unpack([{ name: 'new.csv', content: ROWS }])
    expect(await readdir(into)).toEqual(['new.csv'])
  })
})

describe('a zip that must not be unpacked leaves nothing behind', () => {
  async function refused(
    members: ZipMember[] | Buffer,
    reason: RegExp,
    limits?: Partial<UnpackLimits>,
  ): Promise<void> {
    const attempt = unpack(members, limits)
    await expect(attempt).rejects.toMatchObject({ name: 'StepError' })
    await expect(attempt).rejects.toThrow(reason)
    expect(await readdir(folder)).toEqual(['zones.zip'])
  }
  const row = { name: 'rows.csv', content: ROWS }

  test('one that climbs out of its folder', () =>
    refused([row, { name: '../../out.csv', content: 'x' }], /invalid relative path/))
  test('one with an absolute path', () =>
    refused([{ name: '/etc/out.csv', content: 'x' }], /absolute path/))
  test('one that climbs with backslashes', () =>
    refused([{ name: '..\\out.csv', content: 'x' }], /invalid relative path/))
  test('one with a link', () =>
    refused([{ name: 'out', content: '/etc', mode: 0o120777 }], /"out" is a link/))
  test('one that is encrypted', () =>
    refused([{ ...row, isDeflated: true, isEncrypted: true }], /"rows.csv" is encrypted/))
  test('one packed in a way we cannot read', () =>
    refused([{ ...row, method: 9 }], /"rows.csv" is packed with method 9/))
  test('one with two names that a case-blind disk takes for one', () =>
    refused([row, { name: 'ROWS.CSV', content: 'x' }], /has both rows.csv and ROWS.CSV/))
  test('one with a file where another member needs a folder', () =>
    refused(
      [
        { name: 'a', content: 'x' },
        { name: 'a/b', content: 'y' },
      ],
      /a\/b is damaged/,
    ))
  test('an empty one', () => refused([], /is an empty zip/))
  test('one of folders only', () => refused([{ name: 'a/' }], /is an empty zip/))
  test('one with a wrong CRC', () =>
    refused([{ ...row, crc: 1 }], /rows.csv is damaged: wrong CRC/))
  test('a zip whose members unpack to more bytes than they state', () =>
    refused([{ ...row, isDeflated: true, declaredBytes: 10 }], /too many bytes/))
  test('one whose deflated bytes are damaged', () => {
    const zip = buildZip([{ ...row, isDeflated: true }])
    zip.fill(0xff, 45, 60)
    return refused(zip, /rows.csv is damaged/)
  })
  test('one cut short', () => {
    const zip = buildZip([row])
    return refused(zip.subarray(0, zip.length - 10), /is not a sound zip/)
  })
  test('a file that is not a zip', () =>
    refused(Buffer.from('<html></html>'), /is not a sound zip/))
  test('one of more members than allowed', () =>
    refused([row, { name: 'b' }, { name: 'c' }], /has 3 members/, { entries_max: 2 }))
  test('one of more bytes than allowed', () =>
    refused([row], /unpacks to over 100 bytes/, { bytes_max: 100 }))
  test('a bomb', () => {
    const content = Buffer.alloc(51e6)
    return refused([{ name: 'zeros.csv', content, isDeflated: true }], /over 500 to 1/)
  })
})

describe('finding a member', () => {
  async function lay(...paths: string[]): Promise<void> {
    for (const path of paths) {
      await mkdir(join(into, path, '..'), { recursive: true })
      await writeFile(join(into, path), '')
    }
  }

  test('finds it at any depth and in any case', async () => {
    await lay('34017C/s_fld_haz_ar.SHP', '34017C/S_FLD_HAZ_AR.dbf', '34017C/s_fld_haz_ar.shx')
    await lay('34017C/S_FLD_HAZ_AR.PRJ', '34017C/S_FIRM_PAN.shp')
    expect(await findMember(into, 'S_FLD_HAZ_AR.shp')).toBe(join(into, '34017C/s_fld_haz_ar.SHP'))
  })

  test('a shapefile names every part it lacks', async () => {
    await lay('S_FLD_HAZ_AR.shp', 'S_FLD_HAZ_AR.shx', 'other/S_FLD_HAZ_AR.dbf')
    await expect(findMember(into, 'S_FLD_HAZ_AR.shp')).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringContaining('S_FLD_HAZ_AR.shp comes without its .dbf and .prj'),
    })
    await expect(findMember(into, 'S_FLD_HAZ_AR.shp', 'a', { crs: 'EPSG:4269' })).rejects.toThrow(
      /comes without its \.dbf$/,
    )
  })

  test('a missing member is reported with the names of the others', async () => {
    await lay('S_FIRM_PAN.shp', 'S_FIRM_PAN.dbf')
    await expect(findMember(into, 'S_FLD_HAZ_AR.shp')).rejects.toThrow(
      /S_FLD_HAZ_AR.shp is not among S_FIRM_PAN.dbf, S_FIRM_PAN.shp/,
    )
  })

  test('two of one name are a question for a person', async () => {
    await lay('a/roll.csv', 'b/roll.csv')
    await expect(findMember(into, 'roll.csv')).rejects.toThrow(/more than once: a.roll.csv, b.roll/)
  })

  test('a file geodatabase is found as one thing, and nothing inside it', async () => {
    await lay('x/NFHL_34_20260101.gdb/a00000001.gdbtable', 'x/NFHL_34_20260101.gdb/gdb')
    expect(relative(into, await findMember(into, '*.gdb'))).toBe(join('x', 'NFHL_34_20260101.gdb'))
    await expect(findMember(into, 'a00000001.gdbtable')).rejects.toThrow(/is not among/)
  })
})

const hudson = join(realDataFolder(), 'hudson-nj', '34017C_20060816.zip')
const isHeld = await readFile(hudson).then(
  () => true,
  () => false,
)
test.skipIf(!isHeld)('the Hudson county NFHL zip unpacks to whole shapefiles', async () => {
  const { members } = await unpackAsset(hudson, { into })
  expect(members).toHaveLength(31)
  for (const name of ['S_FLD_HAZ_AR.shp', 'S_FIRM_PAN.shp', 'S_POL_AR.shp', 'S_WTR_AR.shp']) {
    expect(await findMember(into, name)).toBe(join(into, name))
  }
})
