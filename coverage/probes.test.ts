import { describe, expect, test } from 'vitest'
import { containsPoint } from '../geometry/contains.ts'
import { GRID, type Polygons } from '../geometry/polygons.ts'
import { seededRandom } from '../random/seeded-random.ts'
import { corners, polygonOf, rectangle } from '../tests/fixtures/ground.ts'
import { innerPoint, PROBE_KINDS, type Probe, type ProbeKind, probesOf } from './probes.ts'

const NUMBERS = { anywhere: 200, inside: 300, border: 300 }

/** A square of 0.02 degrees with a square hole of 0.01 in its middle. */
function frame(west: number, south: number): Polygons {
  return polygonOf(
    corners(west, south, west + 0.02, south + 0.02),
    corners(west + 0.005, south + 0.005, west + 0.015, south + 0.015),
  )
}

const isInside = (area: Polygons, { lat, lng }: { lat: number; lng: number }) =>
  containsPoint(area, Math.round(lng * GRID), Math.round(lat * GRID))
const ofKind = (probes: Probe[], kind: ProbeKind) => probes.filter((probe) => probe.kind === kind)

describe.each([0, 45, -70])('around latitude %i', (latitude) => {
  const area = frame(-72, latitude)
  const line = rectangle(-72.01, latitude - 0.01, -71.97, latitude + 0.03)
  const probes = [...probesOf(line, [area], NUMBERS, seededRandom(3))]

  test('there are as many probes of each kind as requested', () => {
    expect(PROBE_KINDS.map((kind) => ofKind(probes, kind).length)).toEqual([200, 300, 300])
  })

  test('inside means inside, the hole left out', () => {
    expect(ofKind(probes, 'inside').filter((probe) => !isInside(area, probe))).toEqual([])
  })

  test('border probes lie within 100 m of a border, on both sides', () => {
    const cos = Math.cos((latitude * Math.PI) / 180)
    const metres = ({ lat, lng }: Probe) => {
      const sides = (from: number, at: number, size: number) =>
        [from, from + size].map((side) => Math.abs(at - side))
      const x = lng * cos
      return (
        Math.min(
          ...[...sides(-72 * cos, x, 0.02 * cos), ...sides(-71.995 * cos, x, 0.01 * cos)],
          ...[...sides(latitude, lat, 0.02), ...sides(latitude + 0.005, lat, 0.01)],
        ) * 111_320
      )
    }
    const border = ofKind(probes, 'border')
    for (const probe of border) expect(metres(probe)).toBeLessThanOrEqual(100.1)
    expect(Math.max(...border.map(metres))).toBeGreaterThan(80)
    const inside = border.filter((probe) => isInside(area, probe)).length
    expect(inside).toBeGreaterThan(100)
    expect(inside).toBeLessThan(200)
  })

  test('anywhere means inside the county line, whatever is covered', () => {
    const anywhere = ofKind(probes, 'anywhere')
    expect(anywhere.filter((probe) => !isInside(line, probe))).toEqual([])
    const covered = anywhere.filter((probe) => isInside(area, probe)).length
    // The frame is 3 of the 16 parts of the county.
    expect(Math.abs(covered - (200 * 3) / 16)).toBeLessThan(8)
  })

  test('the inner point of a frame is in the frame, not in its hole', () => {
    expect(isInside(area, innerPoint(area))).toBe(true)
  })
})

test('probes are on the grid: their decimals are those of a request', () => {
  for (const { lat, lng } of probesOf(frame(-72, 30), [frame(-72, 30)], NUMBERS, seededRandom(1)))
    for (const degrees of [lat, lng]) expect(degrees).toBe(Number(degrees.toFixed(7)))
})

test('without a county line there are no probes anywhere, without a coverage no others', () => {
  const area = frame(-72, 30)
  const kindsOf = (...of: [Polygons | null, Polygons[]]) =>
    new Set([...probesOf(...of, NUMBERS, seededRandom(1))].map(({ kind }) => kind))
  expect(kindsOf(null, [area])).toEqual(new Set(['inside', 'border']))
  expect(kindsOf(area, [])).toEqual(new Set(['anywhere']))
  expect(kindsOf(null, [])).toEqual(new Set())
})
