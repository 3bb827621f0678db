import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { checkCollisions } from '../checks/collisions.ts'
import { Draft } from './draft.ts'
import { isRefused } from './draft-answer.ts'

const ASSETS = ['armchair', 'bookshelf', 'plant_large', 'desk', 'side_table']

test('what a check calls a free place is one where the item is placed', () => {
  const house = exampleScene('family-house')
  const random = seededRandom(FUZZ_SEED)
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]
  let placed = 0
  for (let i = 0; i < 60; i++) {
    const levelId = pick(['level_2', 'level_60'])
    const asset = pick(ASSETS)
    const position = [random() * 12 - 6, 0, random() * 9 - 4.6].map((at) => Number(at.toFixed(2)))
    const rotation = pick([0, 30, 90, 180, 270])
    const { candidate } = checkCollisions(house, {
      levelId,
      candidate: { asset, position, rotation },
    })
    const { fits, nearestFit } = candidate!
    if (!fits && !nearestFit) continue
    const item = fits
      ? { asset, position, rotation }
      : { asset, position: nearestFit!.position, rotation: nearestFit!.rotation }
    const answer = new Draft(house).apply('place_item', { levelId, items: [item] })
    expect(isRefused(answer), JSON.stringify({ levelId, item, answer }).slice(0, 600)).toBe(false)
    placed++
  }
  expect(placed).toBeGreaterThan(30)
})
