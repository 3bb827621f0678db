import { describe, expect, test } from 'vitest'
import { loadSources, type Source } from '../../catalog/source.ts'
import type { Origin } from './origin.ts'
import { attributionOf, fictionOf, licenceOf, licencePage, providersOf } from './rights.ts'

const sources = await loadSources()
const originOf = (source: Source, ...others: Source[]): Origin => ({
  source,
  others,
  lock: { id: 'a', source: source.id, vintage: { label: 'a' }, assets: [] },
  otherLocks: [],
})
function licensed(id: string, spdx: string | null): Source {
  const sample = sources.get('sample-county')!
  return { ...sample, id, licence: { ...sample.licence, spdx } }
}

describe('the licence of rows', () => {
  test('is an SPDX id where every source behind them states that one', () => {
    expect(licenceOf([originOf(licensed('a', 'MIT')), originOf(licensed('b', 'MIT'))])).toBe('MIT')
  })

  test.each([
    ['two sources state two', [licensed('a', 'MIT'), licensed('b', 'CC0-1.0')]],
    ['one of two states none', [licensed('a', 'MIT'), licensed('b', null)]],
    ['it is an expression', [licensed('a', 'MIT OR Apache-2.0')]],
    ['none was found', [licensed('a', null)]],
  ])('is other where %s', (_, behind) => {
    expect(licenceOf(behind.map((source) => originOf(source)))).toBe('other')
    const [source, ...others] = behind
    expect(licenceOf([originOf(source, ...others)])).toBe('other')
  })
})

test.each([...sources.values()])(
  'the licence page of $id states what its source states, and no more',
  (source) => {
    const page = licencePage(source)
    const { spdx, name, note } = source.licence
    expect(page).toContain(`Licence: ${name} (${spdx === null ? 'no SPDX id' : `SPDX ${spdx}`})`)
    if (note) expect(page).toContain(note)
    expect(page).toContain(`Attribution to show: ${source.attribution}`)
    expect(page).toContain('These changes claim no rights.')
    expect(page.includes('This source is fictional')).toBe(source.fictional)
  },
)

test('publishers are producers, republishers and we are processors, and nobody is a licensor', () => {
  const [census, atlas] = [sources.get('census-cartographic')!, sources.get('us-atlas')!]
  const providers = providersOf([originOf(census, atlas)])
  expect(providers.map(({ name, roles }) => [name, roles])).toEqual([
    [census.publisher, ['producer']],
    [atlas.publisher, ['processor']],
    ['Plat', ['processor']],
  ])
})

test('a build of invented and real places marks the invented ones', () => {
  const [sample, fema] = [
    originOf(sources.get('sample-county')!),
    originOf(sources.get('fema-nfhl')!),
  ]
  expect(fictionOf([sample])).toBe('Fictional: no such place exists.')
  expect(fictionOf([sample, fema])).toBe('Fictional in part: Sample County (fictional).')
  expect(fictionOf([fema])).toBe('')
  expect(attributionOf([fema, sample, fema])).toBe(
    `${fema.source.attribution}; ${sample.source.attribution}`,
  )
})
