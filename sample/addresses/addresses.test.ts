import type gdal from 'gdal-async'
import { describe, expect, test } from 'vitest'
import { readFeatures, readText } from '../../tests/sample/archive-reading.ts'
import { sampleCounty } from '../../tests/sample/shared-county.ts'
import { writeAddressPoints, writeAddressRanges } from '../files/address-files.ts'
import { writePlaces } from '../files/tiger-file.ts'
import { evenNumberAt, type Stretch } from '../land/streets.ts'
import { fromLngLat, type LngLat, type PlanPoint } from '../plan/plan.ts'
import { isInTown } from '../zoning/zoning-plan.ts'

const county = sampleCounty()
const { stretches, ranges, points, courts, oddStretches, oddLots } = county.addresses
const numbered = (stretch: Stretch) => [...stretch.north, ...stretch.south]
const planOf = (at: LngLat): PlanPoint => county.terrain.ground.undo(fromLngLat(at))

describe('the streets', () => {
  test('have every lot of town, suburbs, estates and beach once, under the address of the roll', () => {
    const held = stretches.flatMap((stretch) =>
      numbered(stretch).map(({ lot, number }) => ({ lot, number, name: stretch.name })),
    )
    const lots = new Set(county.parcels.map(({ lot }) => lot))
    const expected = [...lots].filter(({ character }) => character !== 'rural')
    expect(new Set(held.map(({ lot }) => lot))).toEqual(new Set(expected))
    expect(held).toHaveLength(expected.length)
    const addresses = new Map(county.roll.map((row) => [row.PARCEL_ID, `${row.PHY_ADDR1}`]))
    const addressOf = new Map(held.map((each) => [each.lot, each]))
    let compared = 0
    for (const { id, lot } of county.parcels) {
      const found = addressOf.get(lot)
      const address = id === null ? undefined : addresses.get(id)
      if (!found || address === undefined || lot.block.endsWith('9990')) continue
      expect([found.number, found.name].filter((part) => part !== null).join(' ')).toBe(address)
      compared++
    }
    expect(compared).toBeGreaterThan(3000)
  })

  test('meet at crossings, and never run over each other', () => {
    for (const [, own] of Map.groupBy(stretches, ({ name }) => name))
      for (let i = 1; i < own.length; i++)
        expect(own[i].west).toBeGreaterThanOrEqual(own[i - 1].east)
  })

  test('have odd numbers in the north and even ones in the south, between those of their ends', () => {
    for (const { north, south, west, east } of stretches)
      for (const [lots, odd] of [
        [north, 1],
        [south, 0],
      ] as const)
        for (const { number } of lots) {
          if (number === null) continue
          expect(number % 2).toBe(odd)
          expect(number).toBeGreaterThanOrEqual(evenNumberAt(west) + odd)
          expect(number).toBeLessThan(evenNumberAt(east))
        }
  })
})

describe('the file of ranges', () => {
  const features = readFeatures(writeAddressRanges(county), 'tl_2025_99001_addrfeat.shp')
  const fieldsOf = ({ name, west }: Stretch) => {
    const id = stretches.findIndex((each) => each.name === name && each.west === west) + 1
    return features.map(({ fields }) => fields).filter(({ TLID }) => TLID === 990_000_000 + id)
  }

  test('has the columns of ADDRFEAT in their order, and lines', () => {
    expect(Object.keys(features[0].fields).join(' ')).toBe(
      'TLID TFIDL TFIDR ARIDL ARIDR LINEARID FULLNAME LFROMHN LTOHN RFROMHN RTOHN ZIPL ZIPR ' +
        'EDGE_MTFCC ROAD_MTFCC PARITYL PARITYR PLUS4L PLUS4R LFROMTYP LTOTYP RFROMTYP RTOTYP OFFSETL OFFSETR',
    )
    expect(features).toHaveLength(ranges.length)
    const names = new Set(features.map(({ polygon }) => polygon!.name))
    expect(names).toEqual(new Set(['LINESTRING']))
  })

  test('holds every house’s number on its side, but on the stretch that is cut short', () => {
    const missing = stretches.flatMap((stretch) => {
      const records = ranges.filter(({ stretchId }) => stretches[stretchId - 1] === stretch)
      const sides = records.flatMap(({ left, right }) => [left, right]).filter((side) => side)
      return numbered(stretch).flatMap(({ number }) =>
        number === null ||
        sides.some(
          (side) =>
            number >= Math.min(side!.from, side!.to) &&
            number <= Math.max(side!.from, side!.to) &&
            (side!.parity === 'B' || (number % 2 === 1) === (side!.parity === 'O')),
        )
          ? []
          : [stretch],
      )
    })
    expect(new Set(missing)).toEqual(new Set([oddStretches.cutShort]))
  })

  test('has the north of a street on the left of a line to the east, and on the right of one to the west', () => {
    let turned = 0
    for (const { line, left, right, isPrivate } of ranges) {
      if (isPrivate) continue
      const isWestward = line[0][0] > line.at(-1)![0]
      if (isWestward) turned++
      const [north, south] = isWestward ? [right, left] : [left, right]
      if (north) expect([north.from % 2, north.from < north.to]).toEqual([1, !isWestward])
      if (south) expect([south.from % 2, south.from < south.to]).toEqual([0, !isWestward])
    }
    expect(turned).toBeGreaterThan(100)
  })

  test('runs along its street: a house’s number lies next to its lot', () => {
    let measured = 0
    for (const { name, left, right, line, stretchId } of ranges) {
      const stretch = stretches[stretchId - 1]
      const { cutShort, twoRanges } = oddStretches
      if (!stretch || stretch.name !== name || [cutShort, twoRanges].includes(stretch)) continue
      for (const { number, lot } of numbered(stretch)) {
        const side = [left, right].find((each) => each && each.from % 2 === (number ?? -1) % 2)
        if (number === null || !side || side.parity === 'B') continue
        const share = (number - side.from) / (side.to - side.from)
        if (!(share >= 0 && share <= 1)) continue
        const u = line[0][0] + share * (line.at(-1)![0] - line[0][0])
        // 8 metres a number, and 8 more at a range's end.
        expect(Math.abs(u - (lot.box[0] + lot.box[2]) / 2)).toBeLessThan(20)
        measured++
      }
    }
    expect(measured).toBeGreaterThan(2000)
  })

  test('has its oddities where the plan has them', () => {
    const [mixed] = fieldsOf(oddStretches.mixedParity)
    expect([mixed.PARITYL, mixed.PARITYR]).toContain('B')
    const [two] = fieldsOf(oddStretches.twoZips)
    expect(new Set([two.ZIPL, two.ZIPR])).toEqual(new Set(['34598', '34599']))
    const doubled = fieldsOf(oddStretches.twoRanges)
    expect(new Set(doubled.map(({ ARIDL, ARIDR }) => `${ARIDL} ${ARIDR}`)).size).toBe(2)
    expect(new Set(doubled.map(({ LINEARID }) => LINEARID)).size).toBe(1)
    const alias = fieldsOf(oddStretches.alias).map(({ FULLNAME }) => FULLNAME)
    expect(alias).toHaveLength(2)
    expect(alias).toContain('Old Ferry Rd')
    const pelican = features.filter(({ fields }) => fields.FULLNAME === 'Pelican Ct')
    expect(pelican.map(({ fields }) => [fields.LFROMHN, fields.RTOHN, fields.ZIPL])).toEqual([
      ['1', '12', '34598'],
      ['1', '12', '34599'],
    ])
    const sides = ranges.filter(({ left, right }) => left === null || right === null)
    expect(sides.length).toBeGreaterThan(50)
  })
})

describe('the file of points', () => {
  const [header, ...lines] = readText(writeAddressPoints(county), 'sample_county.csv')
    .trim()
    .split('\n')

  test('has the columns of OpenAddresses', () => {
    expect(header).toBe('LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH')
    expect(lines).toHaveLength(points.length)
  })

  test('has about two thirds of the built-up lots of town and suburbs, and none on the beach', () => {
    const lots = new Set(points.map(({ lot }) => lot))
    const characters = new Set([...lots].map(({ character }) => character))
    expect(characters).toEqual(new Set(['town', 'suburb']))
    const houses = stretches
      .flatMap(numbered)
      .filter(({ lot }) => lot.use === 'house' && lot.bank === null)
      .filter(({ lot }) => lot.character === 'town' || lot.character === 'suburb')
    const share = houses.filter(({ lot }) => lots.has(lot)).length / houses.length
    expect(share).toBeGreaterThan(0.63)
    expect(share).toBeLessThan(0.71)
  })

  test('puts each in the front third of its lot, except one across the street and those of the courts', () => {
    const inCourts = new Set(courts.map(({ lot }) => lot))
    for (const { at, lot } of points) {
      if (inCourts.has(lot)) continue
      const [u, v] = planOf(at)
      const [u0, v0, u1, v1] = lot.box
      const depth = (lot.faces === 'south' ? v - v0 : v1 - v) / (v1 - v0)
      const isFront = u > u0 && u < u1 && depth > 0.15 && depth < 0.34
      expect(isFront, lot.block).toBe(lot !== oddLots.across)
    }
  })

  test('writes the same thing in several ways: units, ZIP+4, blanks, an entity, the number 0', () => {
    const stack = points.filter(({ lot }) => lot === oddLots.stack)
    expect(stack.length).toBeGreaterThan(11)
    expect(new Set(stack.map(({ at }) => at.join())).size).toBe(1)
    expect(stack.map(({ unit }) => unit)).toContain('UNIT 101')
    const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
    expect(count(/,0,[A-Z]/)).toBe(6)
    expect(count(/SAND +&amp; SURF CT/)).toBe(12)
    expect(count(/,345\d\d-\d{4},/)).toBeGreaterThan(150)
    expect(count(/,345\d{6},/)).toBeGreaterThan(40)
    expect(count(/\d,[A-Z]+ {2}[A-Z]/)).toBeGreaterThan(50)
    expect(count(/,PELICAN +CT,/)).toBe(24)
  })
})

test('the file of places has the town within its limits, and a village by the beach', () => {
  const places = readFeatures(writePlaces(county), 'tl_2025_99_place.shp')
  expect(places.map(({ fields }) => [fields.GEOID, fields.NAME, fields.LSAD])).toEqual([
    ['9970000', 'Sampleton', '43'],
    ['9972000', 'Ternhaven', '47'],
  ])
  const [town, village] = places.map(({ polygon }) => polygon as gdal.Polygon)
  expect([town.isValid(), village.isValid(), town.intersects(village)]).toEqual([true, true, false])
  const shell = county.places[0].rings[0]
  for (const at of shell) {
    const [u, v] = planOf(at)
    // Towards the middle of the town, every corner of its limits is in it.
    expect(isInTown([u + (11500 - u) * 0.001, v * 0.999])).toBe(true)
  }
})
