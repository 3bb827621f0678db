import { expect, test } from 'vitest'
import { newScene } from '../../scene/scene.ts'
import { houseOf } from '../house/house.ts'
import { boxAround } from '../house/outer-box.ts'
import { planTurn } from '../plan-turn.ts'
import { Workbench } from '../workbench.ts'
import type { Lot } from './lot.ts'

/** A fictional lot of 18 by 40 m with its street in the south. */
const LOT: Lot = {
  parcel: [
    [100, 60],
    [118, 60],
    [118, 20],
    [100, 20],
  ],
  front: 'south',
  zoning: {
    district: 'R-1',
    setbacks: { front: 7.6, side: 3, rear: 7.6 },
    heightMax: 10.7,
    floorAreaRatioMax: null,
    coverageMax: 0.35,
    note: null,
  },
  flood: { zone: 'AE', isHighRisk: true, share: 0.86 },
}
const HOUSE = 'A house on this lot with two bedrooms, a kitchen, a living room and a bathroom.'

function plan(text: string, lot: Lot | null) {
  const scene = newScene('New project', 'e4q8')
  const { calls, reply } = planTurn({ scene, text, former: [], lot })
  const bench = new Workbench(scene)
  for (const { tool, arguments: given } of calls)
    if (tool === 'plan_layout') bench.apply(tool, given)
  return { reply, box: boxAround(houseOf(bench.scene)) }
}

test('the house stands within the setbacks, at that of the street', () => {
  const { reply, box } = plan(HOUSE, LOT)
  expect(box!.minX).toBeGreaterThanOrEqual(103 - 0.01)
  expect(box!.maxX).toBeLessThanOrEqual(115 + 0.01)
  expect(box!.maxZ).toBeCloseTo(52.4, 1)
  expect(box!.minZ).toBeGreaterThanOrEqual(27.6 - 0.01)
  expect(reply).toMatch(/setbacks of 7.6, 3, 7.6 m/)
  expect(reply).toMatch(/86 % of the lot is in flood zone AE/)
})

test('what is too large for the lot is declined with both figures', () => {
  const strict = { ...LOT, zoning: { ...LOT.zoning!, coverageMax: 0.06 } }
  const { reply, box } = plan(HOUSE, strict)
  expect(box).toBeNull()
  expect(reply).toMatch(/does not fit on the lot: .* 43.2 m² may be built on/)
})

test('what is too high is declined', () => {
  const low = { ...LOT, zoning: { ...LOT.zoning!, heightMax: 6 } }
  const text =
    'A two-storey house on this lot: downstairs living room and kitchen, upstairs two bedrooms and a bathroom.'
  expect(plan(text, low).reply).toMatch(
    /too high for the lot: with 2 storeys and its roof it is about [78][.\d]* m, .* allows 6 m/,
  )
})

test('an unmapped flood risk is stated as such, and a project without a place has no limits', () => {
  expect(plan(HOUSE, { ...LOT, flood: null }).reply).toMatch(/not mapped, which does not mean/)
  const { reply, box } = plan(HOUSE, null)
  expect(reply).toMatch(/has no site data, so nothing is known of its lot/)
  expect(box).not.toBeNull()
})
