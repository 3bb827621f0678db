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
  ['Add a swimming pool', /swimming pool.*rooms/i],
  ['Can you apply to the council for planning permission?', /^“apply to the council.*permit/i],
  ['Could you order the sofa for us?', /^“order the sofa for us” is not possible here/],
  ['Can you hire a builder?', /hire a builder.*quantities/],
  ['Rotate the house by 45 degrees', /“Rotate the house.*swap places/],
  ['Add a second kitchen in the basement', /basement.*Rooms/],
  ['Put a grand piano in the living room', /grand piano.*catalog/],
]

test.each(REQUESTS)('%s', (request, named) => {
  expect(unmet('bungalow', request, [refuses(named), isUnchanged])).toEqual([])
})
