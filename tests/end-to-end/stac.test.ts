import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runPartition } from '../../builds/partition-job.ts'
import { planBuild } from '../../builds/plan.ts'
import { partitionStore, ResultStore } from '../../builds/result-store.ts'
import type { StacAsset, StacDocument, StacItem } from '../../builds/stac/document.ts'
import { writeStac } from '../../builds/stac.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { SILENT } from '../../terminal/progress.ts'
import { isLongRun } from '../long-run.ts'
import { dropHome, makeHome, sampleBuild } from './build-home.ts'
import { type StacCheck, stacCheck } from './published-schemas.ts'

let home: string
/** Publishers with and without an SPDX id; tables with and without shapes; refused rows. */
let build: OpenBuild
let documents: Map<string, StacDocument>
let check: StacCheck
beforeAll(async () => {
  const shared = await sampleBuild()
  shared.build.close()
  home = shared.home
  build = shared.build.open
  check = stacCheck()
  documents = walk('stac/catalog.json')
})

const textOf = (file: string) => readFileSync(join(build.paths.folder, file))

/** Reads the catalog as a client does: from its root, by the links only. */
function walk(file: string): Map<string, StacDocument> {
  const document: StacDocument = JSON.parse(`${textOf(file)}`)
  const below = document.links
    .filter(({ rel }) => rel === 'child' || rel === 'item')
    .flatMap(({ href }) => [...walk(target(file, href))])
  return new Map([[file, document], ...below])
}

function target(from: string, href: string): string {
  return posix.join(posix.dirname(from), href)
}

const items = () =>
  [...documents].filter((entry): entry is [string, StacItem] => entry[1].type === 'Feature')
const itemNamed = (id: string) => items().find(([, item]) => item.id === id)![1]
const assets = () =>
  [...documents].flatMap(([file, { assets = {} }]) =>
    Object.values(assets as Record<string, StacAsset>).map((asset) => ({
      file: target(file, asset.href),
      asset,
    })),
  )

describe('the STAC catalog of a build', () => {
  test('has an Item for every partition and a Collection for every layer', () => {
    const { tables } = build.manifest
    const partitions = tables.flatMap(({ name, partitions }) =>
      partitions.map(({ id }) => `${name}-${id}`),
    )
    expect(items().map(([, { id }]) => id)).toEqual(expect.arrayContaining(partitions))
    expect(items()).toHaveLength(partitions.length)
    const collections = [...documents.values()].filter(({ type }) => type === 'Collection')
    expect(new Set(collections.map(({ id }) => id))).toEqual(
      new Set(tables.map(({ layer }) => layer)),
    )
    for (const [, { id, collection }] of items())
      expect(collections.find((each) => each.id === collection)?.links, id).toContainEqual(
        expect.objectContaining({ rel: 'item', href: `./${id}.json` }),
      )
  })

  test('is valid by the schemas of STAC 1.1.0 and of the extensions it names', () => {
    for (const [file, document] of documents) expect(check(document), file).toEqual([])
  })

  test('a planted fault of each kind is found by those schemas', () => {
    const item = itemNamed('flood_zones-sample')
    const [collection] = [...documents.values()].filter(({ type }) => type === 'Collection')
    const { bbox: _, ...boxless } = item
    const { license: __, ...unlicensed } = collection
    const asset = (field: string, value: unknown) => ({
      ...item,
      assets: { data: { ...item.assets.data, [field]: value } },
    })
    const property = (field: string, value: unknown) => ({
      ...item,
      properties: { ...item.properties, [field]: value },
    })
    const faults = [
      boxless,
      unlicensed,
      { ...item, stac_version: '1.0.0' },
      { ...item, collection: undefined },
      { ...collection, extent: { spatial: { bbox: [] }, temporal: { interval: [] } } },
      { ...collection, providers: [{ name: 'Plat', roles: ['owner'] }] },
      property('datetime', null),
      property('datetime', '2026-11-21'),
      property('license', 'not found'),
      property('table:columns', [{ type: 'DOUBLE' }]),
      property('proj:epsg', 4326),
      asset('file:size', -1),
      asset('file:checksum', 'sha256:00'),
      asset('proj:bbox', [0, 0]),
      asset('attribution', ''),
    ]
    for (const fault of faults)
      expect(check(fault as StacDocument), JSON.stringify(fault).slice(0, 80)).not.toEqual([])
  })

  test('every file that the manifest hashes is an asset of it, with that size and checksum', () => {
    const { tables, packs, archives, rasters, database } = build.manifest
    const partitions = tables.flatMap((table) => table.partitions)
    const hashed = [...partitions, ...packs, ...archives, ...rasters]
    const found = new Map(assets().map(({ file, asset }) => [file, asset]))
    for (const { file, bytes, sha256 } of hashed)
      expect(found.get(file), file).toMatchObject({
        'file:size': bytes,
        'file:checksum': `1220${sha256}`,
      })
    expect(new Set(found.keys())).toEqual(new Set([...hashed, database].map((each) => each.file)))
  })

  test('every checksum is the multihash of the bytes that its asset points to', () => {
    const seen = new Set<string>()
    for (const { file, asset } of assets()) {
      if (seen.has(file)) continue
      seen.add(file)
      const bytes = textOf(file)
      expect(asset['file:size'], file).toBe(bytes.length)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(asset['file:checksum'], file).toBe(`1220${sha256}`)
    }
  })

  test('every link and asset stays inside the build and leads to an existing file', () => {
    const hrefs = [...documents].flatMap(([file, { links, assets = {} }]) =>
      [...links, ...Object.values(assets as Record<string, StacAsset>)]
        .filter(({ href }) => !URL.canParse(href)) // the publishers' own pages
        .map(({ href }) => target(file, href)),
    )
    for (const href of new Set(hrefs)) {
      expect(href.startsWith('..') || posix.isAbsolute(href), href).toBe(false)
      expect(textOf(href).length, href).toBeGreaterThan(0)
    }
  })

  test('its own files are in the manifest, so that verify reads them', () => {
    const listed = build.manifest.stac.map(({ file }) => file)
    expect(listed).toEqual(expect.arrayContaining([...documents.keys()]))
    for (const { file, bytes, sha256 } of build.manifest.stac) {
      expect(textOf(file).length, file).toBe(bytes)
      expect(createHash('sha256').update(textOf(file)).digest('hex'), file).toBe(sha256)
    }
  })

  if (isLongRun)
    test('the same build gives the same catalog, byte for byte', async () => {
      const { jobs } = await planBuild(['sample'], home)
      const work = await makeHome('stac')
      const options = { home, work, memoryBytes: 1e9, progress: SILENT }
      const finished = []
      const store = new ResultStore(partitionStore(home), work)
      for (const job of jobs) finished.push((await runPartition(job, store, options)).value)
      await dropHome(work)
      const { folder } = build.paths
      expect(await writeStac(folder, build.manifest, jobs, finished, SILENT)).toEqual(
        build.manifest.stac,
      )
    })

  test('it states the date of the data, of its copy and of the build', () => {
    const { properties } = itemNamed('flood_zones-sample')
    const [lock] = build.manifest.locks.filter(({ id }) => id === 'sample-county')
    expect(properties).toMatchObject({
      datetime: lock.retrieved_at, // the sample states no date
      'plat:datetime_is': 'retrieved_at',
      'plat:vintage': lock.vintage.label,
      'plat:retrieved_at': lock.retrieved_at,
      'plat:locks': [expect.objectContaining({ id: lock.id, sha256: lock.sha256 })],
      created: build.manifest.created_at,
      updated: build.manifest.created_at,
    })
    expect(properties.description).toContain('No date of the edition is stated')
  })

  test('terms without an SPDX id are other, and a page describes them', () => {
    const county = itemNamed('counties-us-atlas')
    expect(county.properties.license).toBe('other')
    const pages = county.links.filter(({ rel }) => rel === 'license')
    const texts = pages.map(({ href }) => `${textOf(target('stac/boundaries/x.json', href))}`)
    expect(texts).toHaveLength(2) // the Census Bureau, and who republished its files
    expect(texts.join()).toContain('no SPDX id')
    expect(texts.join()).toContain('SPDX ISC')
    expect(texts.join()).not.toMatch(/\bopen\b/i)
    expect(itemNamed('flood_zones-sample').properties.license).toBe('CC0-1.0')
  })

  test('refused rows are counted by name, without their values', () => {
    let refused = 0
    for (const { name, partitions } of build.manifest.tables)
      for (const { id, rejects } of partitions) {
        refused += Object.keys(rejects).length
        const counts = Object.entries(rejects).map(([stat, { count }]) => [stat, count])
        const { properties } = itemNamed(`${name}-${id}`)
        expect(properties['plat:rejects'], id).toEqual(Object.fromEntries(counts))
      }
    expect(refused).toBeGreaterThan(0)
  })

  test('fictional places are marked as fictional, real ones are not', () => {
    const fiction = /^.*[Ff]ictional/
    expect(itemNamed('flood_zones-sample').properties).toMatchObject({
      'plat:fictional': true,
      title: expect.stringMatching(fiction),
      description: expect.stringMatching(fiction),
    })
    const { properties } = itemNamed('counties-us-atlas')
    expect(properties['plat:fictional']).toBe(false)
    expect(properties.description).not.toMatch(fiction)
  })

  test('columns are those of the Parquet, each with its comment, together with a count of rows', () => {
    for (const [, { id, properties }] of items()) {
      const columns = properties['table:columns'] as { name: string; description?: string }[]
      expect(columns.length, id).toBeGreaterThan(2)
      for (const column of columns) expect(column.description, `${id} ${column.name}`).toBeTruthy()
      const names = columns.map(({ name }) => name)
      const isShaped = properties['table:primary_geometry'] === 'geometry'
      expect(names.includes('geometry'), id).toBe(isShaped)
      expect(properties['proj:code'] === 'OGC:CRS84', id).toBe(isShaped)
    }
  })
})
