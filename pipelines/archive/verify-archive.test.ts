import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { zxyToTileId } from 'pmtiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SILENT } from '../../terminal/progress.ts'
import { inBatches, wigglyFeatures } from '../../tests/fixtures/archive/tile-fabrics.ts'
import { packHeader } from './archive-header.ts'
import { packDirectory } from './directory.ts'
import { Findings } from './findings.ts'
import { writeTileArchive } from './tile-archive.ts'
import { verifyArchive } from './verify-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function codesOf(bytes: Uint8Array, maxTileBytes?: number): Promise<string[]> {
  const file = join(folder, 'planted.pmtiles')
  writeFileSync(file, bytes)
  const { problems, ok } = await verifyArchive(file, SILENT, maxTileBytes)
  expect(ok).toBe(problems.length === 0)
  return [...new Set(problems.map(({ code }) => code))]
}

describe('a fault planted in the bytes of a sound archive', () => {
  let sound: Buffer
  beforeAll(async () => {
    const file = join(folder, 'sound.pmtiles')
    const fabric = { west: 110_000_000, south: 470_000_000, cell: 30_000, side: 12, wiggles: 3 }
    await writeTileArchive(inBatches(wigglyFeatures(fabric)), {
      file,
      layer: 'parcel',
      minZoom: 11,
      maxZoom: 13,
      kind: 'contiguous',
      workers: 1,
      metadata: { name: 'n', description: 'd', attribution: 'a' },
      progress: SILENT,
    })
    sound = readFileSync(file)
  })

  const planted = (edit: (bytes: Buffer, dataOffset: number) => void): Buffer => {
    const bytes = Buffer.from(sound)
    edit(bytes, Number(bytes.readBigUInt64LE(56)))
    return bytes
  }

  test('the unchanged archive has no problems', async () => {
    expect(await codesOf(sound)).toEqual([])
  })

  test('one flipped byte in a tile', async () => {
    const bytes = planted((b, data) => {
      b[data + 200] ^= 0x55
    })
    expect(await codesOf(bytes)).toContain('tile.gzip')
  })

  test('bounds that cut a strip off, and bounds that claim too much', async () => {
    for (const move of [20_000, -20_000]) {
      const bytes = planted((b) => {
        b.writeInt32LE(b.readInt32LE(102) + move, 102)
      })
      expect(await codesOf(bytes)).toEqual(['header.bounds'])
    }
  })

  test.for([
    ['the count of tiles', 72, 'header.counts'],
    ['the count of entries', 80, 'header.counts'],
    ['the count of contents', 88, 'header.counts'],
    ['the leaves at offset 0', 40, 'header.offsets'],
  ] as const)('a header that is wrong about %s', async ([, at, code]) => {
    const bytes = planted((b) => {
      b.writeBigUInt64LE(0n, at)
    })
    expect(await codesOf(bytes)).toContain(code)
  })

  test('a highest zoom without tiles', async () => {
    const bytes = planted((b) => {
      b[101] = 14
    })
    expect(await codesOf(bytes)).toContain('header.zooms')
  })

  test('a file cut short', async () => {
    expect(await codesOf(sound.subarray(0, sound.length - 40))).toContain('header.offsets')
  })

  test('a file that is not an archive', async () => {
    expect(await codesOf(Buffer.from('<!doctype html>'.repeat(20)))).toEqual(['header.magic'])
  })

  test('tiles over the requested size', async () => {
    expect(await codesOf(sound, 1000)).toEqual(['tile.size'])
  })
})

describe('a fault planted in an archive made by hand', () => {
  const SQUARE = ring([0, 0], [1000, 0], [1000, 1000], [0, 1000])

  test('a plain square has no problems', async () => {
    expect(await codesOf(handMade([[SQUARE]]))).toEqual([])
  })

  test('a shell wound as a hole', async () => {
    expect(await codesOf(handMade([[SQUARE.toReversed()]]))).toEqual(['ring.winding'])
  })

  test('a hole wound as a shell, which a renderer fills', async () => {
    const hole = ring([200, 200], [400, 200], [400, 400], [200, 400])
    expect(await codesOf(handMade([[SQUARE, hole.toReversed()]]))).toEqual([])
    expect(await codesOf(handMade([[SQUARE, hole]]))).toEqual(['ring.hole_winding'])
  })

  test('a ring that crosses itself', async () => {
    const bow = ring([0, 0], [1000, 1000], [1000, 0], [0, 600])
    expect(await codesOf(handMade([[bow.toReversed()]]))).toEqual(['ring.triangles'])
  })

  test('points outside the tile and its buffer', async () => {
    const wide = ring([0, 0], [4300, 0], [4300, 1000], [0, 1000])
    expect(await codesOf(handMade([[wide]]))).toContain('geometry.outside')
  })

  test('a ring that repeats its first point, and one that repeats a point', async () => {
    expect(await codesOf(handMade([[[...SQUARE, [0, 0]]]]))).toEqual(['geometry.commands'])
    expect(await codesOf(handMade([[[[0, 0], ...SQUARE]]]))).toEqual(['geometry.commands'])
  })

  test('tiles that are not in the order of the curve', async () => {
    const codes = await codesOf(
      handMade([[SQUARE], [SQUARE, SQUARE.map(([x, y]) => [x + 2000, y])]], true),
    )
    expect(codes).toContain('directory.clustered')
  })

  test('a layer and a field that the metadata does not declare', async () => {
    expect(await codesOf(handMade([[SQUARE]], false, 'other'))).toEqual(['tile.layer'])
  })
})

describe('an archive that another tiler drew', () => {
  const BOW = ring([0, 0], [1000, 1000], [1000, 0], [0, 600]).toReversed()
  const WIDE = ring([0, 0], [4300, 0], [4300, 1000], [0, 1000])
  const tiler = { name: 'tippecanoe', version: '2.82.0', kind: 'contiguous' }
  const drawn = handMade([[BOW], [WIDE], [WIDE]], false, 'parcel', { 'plat:tiler': tiler })
  const file = join(folder, 'drawn.pmtiles')

  test('has shapes of that tiler, which are not damage, and its ground is measured', async () => {
    writeFileSync(file, drawn)
    const report = await verifyArchive(file, SILENT)
    expect(report).toMatchObject({ ok: true, problems: [], problem_count: 0, tiler })
    expect(report.habits).toEqual([
      {
        ...{ code: 'geometry.outside', where: '1/1/1 feature without id', count: 2 },
        message: 'reaches 0 0 4300 1000',
      },
      expect.objectContaining({ code: 'ring.triangles', count: 1 }),
    ])
    expect(report.ground).toHaveLength(1)
  })

  test('is damaged by a flipped byte as ours is', async () => {
    const bytes = Buffer.from(drawn)
    bytes[bytes.length - 12] ^= 0x55
    writeFileSync(file, bytes)
    const { ok, problems } = await verifyArchive(file, SILENT)
    expect(ok).toBe(false)
    expect(problems.map(({ code }) => code)).toEqual(['tile.gzip'])
  })

  test('has gaps and overlaps of the ground, which are not problems', () => {
    const findings = new Findings()
    findings.add('ground.gap', 'zoom 8', '2 % of the ground is empty')
    findings.tiler = { name: 'tippecanoe', version: '2.82.0', kind: 'contiguous' }
    findings.add('ground.gap', 'zoom 7', '3 % of the ground is empty')
    findings.add('directory.order', 'tile id 4', 'comes after tile id 5')
    expect(findings.problems.map(({ where }) => where)).toEqual(['zoom 8', 'tile id 4'])
    expect(findings.habits.map(({ where }) => where)).toEqual(['zoom 7'])
  })
})

describe('a fault planted in the points for labels', () => {
  const AREA: Drawn = {
    layer: 'parcel',
    id: 7,
    type: 3,
    commands: commandsOf([ring([0, 0], [9, 0], [9, 9])]),
  }
  const POINT: Drawn = { layer: 'parcel_labels', id: 7, type: 1, commands: [9, 8, 6] }
  const codesWith = async (point: Partial<Drawn>) =>
    await codesOf(handMadeOf([tileOf([AREA, { ...POINT, ...point }])], LABELLED))

  test('a point within the tile has no problems', async () => {
    expect(await codesWith({})).toEqual([])
  })

  test.for<[string, Partial<Drawn>, string]>([
    ['a feature that the tile lacks', { id: 8 }, 'label.feature'],
    ['an area', { type: 3, commands: AREA.commands }, 'feature.type'],
    ['two points', { commands: [17, 8, 6, 2, 2] }, 'geometry.commands'],
    [
      'a point on the far side, which is in the next tile',
      { commands: [9, 8192, 6] },
      'geometry.outside',
    ],
    ['a point before the tile', { commands: [9, 8, 1] }, 'geometry.outside'],
  ])('%s', async ([, point, code]) => {
    expect(await codesWith(point)).toContain(code)
  })

  test('a layer of points that is not declared', async () => {
    const wrong = { ...LABELLED, 'plat:labels': 'other' }
    expect(await codesOf(handMadeOf([tileOf([AREA, POINT])], wrong))).toContain('metadata.labels')
  })
})

type Point = [number, number]
function ring(...points: Point[]): Point[] {
  return points
}

/**
 * An archive of zoom 1 with one tile for each list of rings; `isSwapped` stores the second first.
 */
function handMade(
  tiles: Point[][][],
  isSwapped = false,
  layer = 'parcel',
  more: object = {},
): Uint8Array {
  const encoded = tiles.map((rings) => tileOf([{ layer, type: 3, commands: commandsOf(rings) }]))
  return handMadeOf(encoded, { vector_layers: [{ id: 'parcel', fields: {} }], ...more }, isSwapped)
}

/** Metadata of an archive with points for labels. */
const LABELLED = {
  vector_layers: [
    { id: 'parcel', fields: {} },
    { id: 'parcel_labels', fields: {} },
  ],
  'plat:labels': 'parcel_labels',
}

function handMadeOf(tiles: Uint8Array[], json: object, isSwapped = false): Uint8Array {
  const packed = tiles.map((tile) => gzipSync(tile))
  const stored = isSwapped ? packed.toReversed() : packed
  const offsetOf = (part: Uint8Array): number =>
    stored
      .slice(0, stored.indexOf(part as (typeof stored)[0]))
      .reduce((sum, { length }) => sum + length, 0)
  const entries = packed.map((part, i) => ({
    tileId: zxyToTileId(1, 0, 0) + i,
    offset: offsetOf(part),
    length: part.length,
    runLength: 1,
  }))
  const root = packDirectory(entries)
  const metadata = gzipSync(JSON.stringify(json))
  const leavesOffset = 127 + root.length + metadata.length
  const header = packHeader({
    rootOffset: 127,
    rootLength: root.length,
    metadataOffset: 127 + root.length,
    metadataLength: metadata.length,
    leavesOffset,
    leavesLength: 0,
    dataOffset: leavesOffset,
    dataLength: stored.reduce((sum, { length }) => sum + length, 0),
    addressedTiles: packed.length,
    entries: packed.length,
    contents: packed.length,
    minZoom: 1,
    maxZoom: 1,
    bounds: [-1_800_000_000, -850_511_288, 1_800_000_000, 850_511_288],
    centerZoom: 1,
  })
  return Buffer.concat([header, root, metadata, ...stored])
}

interface Drawn {
  layer: string
  id?: number
  type: number
  commands: number[]
}

/** A tile of one feature a layer. */
function tileOf(features: Drawn[]): Uint8Array {
  const writer = new PbfWriter()
  for (const each of features) writer.writeMessage(3, writeLayer, each)
  return writer.finish()
}

function commandsOf(rings: Point[][]): number[] {
  const commands: number[] = []
  let [x, y] = [0, 0]
  const step = ([toX, toY]: Point): void => {
    for (const d of [toX - x, toY - y]) commands.push(((d << 1) ^ (d >> 31)) >>> 0)
    x = toX
    y = toY
  }
  for (const [first, ...rest] of rings) {
    commands.push(9)
    step(first)
    commands.push((rest.length << 3) | 2)
    rest.forEach(step)
    commands.push(15)
  }
  return commands
}

function writeLayer(feature: Drawn, w: PbfWriter): void {
  w.writeVarintField(15, 2)
  w.writeStringField(1, feature.layer)
  w.writeMessage(2, writeFeature, feature)
  w.writeVarintField(5, 4096)
}

function writeFeature({ id, type, commands }: Drawn, w: PbfWriter): void {
  if (id !== undefined) w.writeVarintField(1, id)
  w.writeVarintField(3, type)
  w.writePackedVarint(4, commands)
}
