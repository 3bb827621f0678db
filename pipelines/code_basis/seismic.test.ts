import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { RowError } from '../../values/row-error.ts'
import { seismicCategory, seismicOfMapped } from './seismic.ts'

describe('design accelerations of Site Class D', () => {
  test.each([
    // Below the first and past the last column of the tables the coefficients stay as they are.
    ['ASCE 7-10', 0.1, 0.05, 0.107, 0.08, 'B'],
    ['ASCE 7-10', 1.5, 0.6, 1, 0.6, 'D'],
    // Between two columns they are interpolated: Fa 1.3, Fv 2.2.
    ['ASCE 7-05', 0.625, 0.15, 0.542, 0.22, 'D'],
    ['ASCE 7-16', 0.25, 0.1, 0.267, 0.16, 'C'],
    // 7-16 requires a hazard analysis of the site from an S1 of 0.2 on: no SD1, and no category.
    ['ASCE 7-16', 1, 0.2, 0.733, null, null],
    // But for E, which S1 alone decides.
    ['ASCE 7-16', 2, 0.75, 1.333, null, 'E'],
    ['ASCE 7-05', 2, 0.75, 1.333, 0.75, 'E'],
  ])('%s, SS %d and S1 %d', (edition, ss, s1, sds, sd1, category) => {
    expect(seismicOfMapped(edition, ss, s1)).toMatchObject({ sds, sd1, category })
  })

  test('an edition without site coefficients is refused', () => {
    for (const edition of ['ASCE 7-22', 'ASCE 7-98', 'constructor'])
      expect(() => seismicOfMapped(edition, 1, 0.4)).toThrow(RowError)
  })
})

describe('the seismic design category is the worse of two tables', () => {
  test.each([
    [0.166, 0.066, 'A'],
    [0.167, 0.066, 'B'],
    [0.166, 0.067, 'B'],
    [0.33, 0.01, 'C'],
    [0.01, 0.133, 'C'],
    [0.5, 0.01, 'D'],
    [0.01, 0.2, 'D'],
  ])('SDS %d and SD1 %d are %s', (sds, sd1, category) => {
    expect(seismicCategory(sds, sd1, null)).toBe(category)
  })
})

const folder = join(realDataFolder(), 'seismic')

describe.skipIf(!existsSync(folder))('against the USGS design maps', () => {
  interface Expectation {
    request: {
      parameters: { latitude: number; longitude: number; title: string; siteClass: string }
    }
    response: { data: { sms: number; sm1: number } }
  }
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

  /**
   * The files give SMS and SM1 by place and site class, not SS and S1. In the two editions Site
   * Class B multiplies by 1, so that its SMS and SM1 are the mapped values, to three decimals.
   */
  test.each([
    ['ASCE 7-05', 'asce7-05.expectation.json', 34],
    ['ASCE 7-10', 'asce7-10.expectation.json', 34],
  ])('%s gives what USGS gives for Site Class D at every place', (edition, file, places) => {
    const all = read(file) as Expectation[]
    const at = ({ request: { parameters } }: Expectation) =>
      `${parameters.latitude},${parameters.longitude}`
    const rock = new Map(
      all
        .filter((each) => each.request.parameters.siteClass === 'B')
        .map((each) => [at(each), each]),
    )
    const stiff = all.filter((each) => each.request.parameters.siteClass === 'D')
    expect(stiff).toHaveLength(places)
    for (const each of stiff) {
      const { sms: ss, sm1: s1 } = rock.get(at(each))!.response.data
      const { sms, sm1 } = seismicOfMapped(edition, ss, s1)
      // Both sides are rounded to 0.001.
      expect(Math.abs(sms - each.response.data.sms), each.request.parameters.title).toBeLessThan(
        0.0015,
      )
      expect(Math.abs(sm1! - each.response.data.sm1), each.request.parameters.title).toBeLessThan(
        0.0015,
      )
    }
  })

  test('the coefficients are those of its own table', () => {
    const factors = read('site-amplification.json')
    for (const [edition, key] of [
      ['ASCE 7-05', 'ASCE7-05'],
      ['ASCE 7-10', 'ASCE7-10'],
      ['ASCE 7-16', 'ASCE7-16'],
    ]) {
      const { ss, s1 } = factors[key]
      ss.bins.forEach((at: number, i: number) => {
        const { sms } = seismicOfMapped(edition, at, 0.1)
        expect(sms / at, `${edition} Fa at ${at}`).toBeCloseTo(ss.siteClasses.D[i], 2)
      })
      const limit = s1.restriction.D?.limit ?? Number.POSITIVE_INFINITY
      s1.bins.forEach((at: number, i: number) => {
        const { sm1 } = seismicOfMapped(edition, 1, at)
        if (at >= limit) expect(sm1, `${edition} Fv at ${at}`).toBeNull()
        else expect(sm1! / at, `${edition} Fv at ${at}`).toBeCloseTo(s1.siteClasses.D[i], 2)
      })
    }
  })
})
