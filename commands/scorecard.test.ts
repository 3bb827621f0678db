import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Scorecard } from '../coverage/scorecard-shape.ts'
import { UsageError } from '../terminal/command.ts'
import { SILENT } from '../terminal/progress.ts'
import { pinTown, writeTown } from '../tests/fixtures/example-town.ts'
import { scorecardCommand } from './scorecard.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plat-scorecard-command-'))
  vi.stubEnv('PLAT_HOME', home)
  await writeTown(home, 'b1')
  await pinTown(home, 'b1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true })
})

async function run(values: Record<string, string | boolean>): Promise<string> {
  const printed: string[] = []
  const out = { progress: SILENT, print: (text: string) => void printed.push(text) }
  expect(await scorecardCommand.run({ positionals: [], values }, out)).toBe(0)
  return printed.join('\n')
}

test('a county without a line in the build is marked, and has no share of its land', async () => {
  const [header, parcels] = (await run({ layer: 'parcel', county: '99001' })).split('\n')
  expect(header.split(/ {2,}/)).toEqual([
    ...[
      'section',
      'place',
      'covers',
      'land known',
      'with facts',
      'parcels known',
      'probes',
      'vintage',
    ],
  ])
  expect(parcels.split(/ {2,}/)).toEqual([
    ...['Parcel', 'Sample County', 'Sample County', 'no county line in this build', '-'],
    ...['100 % of 111 in the build', '-', '2026'],
  ])
})

test('the whole scorecard is the one of the service', async () => {
  const card = Scorecard.parse(JSON.parse(await run({ json: true, state: '99', layer: 'flood' })))
  expect(card.sections[0].counties.map(({ name }) => name)).toEqual([
    'Sample County',
    'Other County',
  ])
  expect(card.filter).toEqual({ layer: 'flood', state: '99', county: null })
})

test.each([
  [{ county: '23019' }, /No partition of this build is of county 23019\./],
  [{ state: 'ME' }, /No partition of this build is of state ME\./],
  [{ layer: 'noise' }, /There is no section "noise"/],
])('%j is refused', async (values, message) => {
  const error = await run(values).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toMatch(message)
})
