import { expect, test } from 'vitest'
import { isUnchanged, refuses } from '../../../tests/planner/facts.ts'
import { unmet } from '../../../tests/planner/outcome-of.ts'

/** [request, what the reply names]: each is refused and changes nothing. */
const REQUESTS: [string, RegExp][] = [
  ['Email the plan to my builder.', /mail/i],
  ['Can you send this to my architect?', /download/],
  ['Print the plan', /GLB/],
  ['How much will it cost?', /prices/i],
  ["What's the price of the house?", /prices/i],
  ['Do I need a building permit?', /permit/i],
  ["What's the weather like?", /build/i],
  ['Write me a poem about the sea.', /house|plan/i],
  ['Make a photorealistic rendering of the living room', /3D/],
  ['Is this wall load-bearing?', /structural/i],
  ['Add underfloor heating to the bathroom', /heating/i],
  ['Add a swimming pool', /rooms/i],
]

test.each(REQUESTS)('%s', (request, named) => {
  expect(unmet('bungalow', request, [refuses(named), isUnchanged])).toEqual([])
})
