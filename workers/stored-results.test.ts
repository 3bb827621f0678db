import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ResultStore } from '../builds/result-store.ts'
import { openStore } from '../storage/open-store.ts'
import { SILENT } from '../terminal/progress.ts'
import { StoredResults } from './stored-results.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-stored-results-'))
})
afterEach(() => rm(folder, { recursive: true }))

/**
 * Finds or makes the facts of an edition on a machine with a home of its own, as a new process of
 * it does. Returns whether it made them, and their text.
 */
async function factsOn(machine: string, edition: number) {
  const place = { kind: 'folder', folder: join(folder, 'store') } as const
  const storage = await openStore(place, { isCreated: true })
  const shared = new StoredResults(storage, 'steps', SILENT)
  const home = join(folder, machine)
  const store = new ResultStore(join(home, 'steps'), join(home, 'work'), { shared })
  const found = await store.find(
    'facts-1',
    async (into) => {
      await writeFile(join(into, 'facts.parquet'), `edition ${edition}`)
      return { edition }
    },
    (value) => value.edition === edition,
  )
  await store.bring(found)
  const text = await readFile(join(found.folder, 'facts.parquet'), 'utf8')
  await storage.close()
  return [found.isNew ? 'made' : 'found', text]
}

test('a result that one machine made is found by the others', async () => {
  expect(await factsOn('worker', 1)).toEqual(['made', 'edition 1'])
  expect(await factsOn('assembler', 1)).toEqual(['found', 'edition 1'])
})

test('one that takes the place of an outdated one is found by the others too', async () => {
  await factsOn('worker', 1)
  await factsOn('assembler', 1)
  expect(await factsOn('second worker', 2)).toEqual(['made', 'edition 2'])
  expect(await factsOn('assembler', 2)).toEqual(['found', 'edition 2'])
  // Who made the first edition has it, and it is outdated there.
  expect(await factsOn('worker', 2)).toEqual(['found', 'edition 2'])
})

test('so is one whose outdated form the same machine had made', async () => {
  await factsOn('worker', 1)
  expect(await factsOn('worker', 2)).toEqual(['made', 'edition 2'])
  expect(await factsOn('assembler', 2)).toEqual(['found', 'edition 2'])
})
