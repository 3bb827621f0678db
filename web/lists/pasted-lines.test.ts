import { expect, test } from 'vitest'
import { LINES_MAX, readPastedLines } from './pasted-lines.ts'

const refs = (text: string) => readPastedLines(text).lines.map(({ ref, problem }) => ref ?? problem)

test('one location a line: coordinates, an address or a parcel key', () => {
  expect(
    refs(
      '29.98, -71.96\r\n29.98\t-71.96\n\n"12 Main St, Sampleton"\npk_abcdef\n29°59\'N 71°57\'W\n',
    ),
  ).toEqual([
    { at: { lat: 29.98, lng: -71.96 } },
    { at: { lat: 29.98, lng: -71.96 } },
    { address: '12 Main St, Sampleton' },
    { parcel: 'pk_abcdef' },
    { at: { lat: 29 + 59 / 60, lng: -(71 + 57 / 60) } },
  ])
})

test('a table is read by the names of its columns, in any order and with any delimiter', () => {
  const point = { at: { lat: 29.98, lng: -71.96 } }
  expect(refs('id,Longitude,Latitude\n1,-71.96,29.98')).toEqual([point])
  expect(refs('\uFEFFLAT;LON;note\n29.98;-71.96;"a; b"')).toEqual([point])
  expect(refs('Street Address\tCity\tState\tZIP\n12 Main St\tSampleton\tZZ\t34599')).toEqual([
    { address: '12 Main St, Sampleton, ZZ 34599' },
  ])
  expect(refs('name,address\n"Smith, J.","12 ""Old"" Main St, Sampleton"')).toEqual([
    { address: '12 "Old" Main St, Sampleton' },
  ])
  expect(refs('parcel_key,x\npk_abcdef,')).toEqual([{ parcel: 'pk_abcdef' }])
})

test('a line that is no location has its number and why', () => {
  const { lines } = readPastedLines('address,lat,lng\n12 Main St,,\n,95,10\n,,\n')
  expect(lines).toMatchObject([
    { line: 2, ref: { address: '12 Main St' } },
    { line: 3, ref: null, problem: expect.stringContaining('95, 10') },
    { line: 4, ref: null, problem: expect.stringContaining('no coordinates and no address') },
  ])
  expect(refs('12345\nab')).toEqual([
    expect.stringContaining('neither coordinates'),
    expect.stringContaining('3 to 500'),
  ])
})

test('lines beyond the most are counted, and nothing is read of nothing', () => {
  const { lines, left } = readPastedLines('1 Main St\n'.repeat(LINES_MAX + 7))
  expect([lines.length, left]).toEqual([LINES_MAX, 7])
  expect(readPastedLines(' \n\n')).toEqual({ lines: [], left: 0 })
})
