import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { standIn } from '../../tests/fixtures/archive/stand-in-tippecanoe.ts'
import { findVersion, requireVersion } from './version.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-tippecanoe-version-'))
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true }))

const refusal = (problem: string) =>
  expect.objectContaining({
    ...{ name: 'StepError', target: 'tippecanoe', problem },
    remedy: expect.stringMatching(/https:\/\/github\.com\/felt\/tippecanoe.*leave --tiler out/),
  })

test.each(['2.17.0', '2.82.0', '10.0.0'])('version %s writes PMTiles', (version) => {
  standIn(folder, { version: `v${version}` })
  expect(requireVersion()).toBe(version)
})

test.each(['1.36.0', '2.16.9'])('version %s does not, and is refused', (version) => {
  standIn(folder, { version: `v${version}` })
  const problem = `version ${version} is on PATH, and PMTiles are written from 2.17.0 on`
  expect(requireVersion).toThrow(refusal(problem))
})

test('a program that states no version is refused with what it printed', () => {
  standIn(folder, { version: 'of mine' })
  const problem = '`tippecanoe --version` states no version, it printed "tippecanoe of mine"'
  expect(requireVersion).toThrow(refusal(problem))
  expect(findVersion()).toBeNull()
})

test('a PATH without it is refused', () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  vi.stubEnv('PATH', empty)
  expect(requireVersion).toThrow(refusal('there is no such program on PATH'))
  expect(findVersion()).toBeNull()
})
