import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSources, readSource, Source } from './source.ts'

test('every source is well formed, and a licence without an SPDX id states why', async () => {
  const sources = [...(await loadSources()).values()]
  const ids = sources.map((source) => source.id)
  expect(ids).toEqual(ids.toSorted())
  expect(ids).toEqual(expect.arrayContaining(['fema-nfhl', 'fl-dor-nal', 'sample-county']))
  for (const { id, licence } of sources) {
    if (licence.spdx === null)
      expect(licence.note, id).toMatch(/SPDX|not found|was found|no licence|no terms/i)
  }
})

test('a fictional source is marked so in its title and in the attribution on the map', async () => {
  const fictional = [...(await loadSources()).values()].filter((source) => source.fictional)
  expect(fictional.map((source) => source.id)).toEqual(['sample-county'])
  for (const { title, attribution } of fictional) {
    expect(title).toMatch(/fictional/i)
    expect(attribution).toMatch(/fictional/i)
  }
})

test('a missing licence is not an open one: null must come with a name', async () => {
  const source = await readSource('fl-dor-nal')
  expect(source.licence).toMatchObject({ spdx: null, name: 'Not found' })
  const nameless = { ...source, licence: { ...source.licence, name: '' } }
  expect(Source.safeParse(nameless).success).toBe(false)
})

test('a source whose id is not its file name is refused by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plat-sources-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = await readSource('fema-q3')
  await writeFile(join(folder, 'fema-q4.json'), JSON.stringify(source))
  await expect(loadSources(folder)).rejects.toThrow(/fema-q4\.json: id: must be the file name/)
})

test('a field that nobody declared is refused', async () => {
  const source = await readSource('fema-q3')
  expect(Source.safeParse({ ...source, license: 'MIT' }).success).toBe(false)
})
