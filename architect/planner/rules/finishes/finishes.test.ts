import { expect, test } from 'vitest'
import {
  type Fact,
  isUnchanged,
  offers,
  othersStay,
  refuses,
  scene,
  sound,
} from '../../../../tests/planner/facts.ts'
import { type Case, unmet } from '../../../../tests/planner/outcome-of.ts'
import { nodesOf } from '../../../scene/scene.ts'

/** So many faces of a kind have a finish of this kind. */
const finished = (kind: 'slab' | 'wall' | 'ceiling' | 'roof', look: RegExp, least = 1): Fact =>
  scene(`${kind} of ${look}`, (house) => {
    const found = nodesOf(house.scene, kind).filter(({ finishes }) =>
      look.test(JSON.stringify(finishes ?? {})),
    )
    return found.length >= least ? null : `${found.length}`
  })

const CASES: Case[] = [
  [
    'Give the living room an oak floor and paint its walls white.',
    finished('slab', /boards_oak/),
    finished('wall', /#f7f7f5/, 4),
  ],
  ['Paint the facade light grey', finished('wall', /#d3d5d6/, 4)],
  ['Tiles in the bathroom', finished('slab', /tile_grey/)],
  ['Make the bathroom floor white tiles', finished('slab', /tile_white/)],
  ['Paint the kitchen walls #AABBCC', finished('wall', /#aabbcc/, 3)],
  ['Make the roof red', finished('roof', /#a8423a/)],
  ['use dark roof tiles', finished('roof', /roof_tiles_dark/)],
  ['Give the house a slate roof', finished('roof', /roof_slate/)],
  ['I want parquet in all bedrooms', finished('slab', /parquet_oak/, 3)],
  ['Carpet the bedrooms', finished('slab', /carpet_grey/, 3)],
  ['Give the kitchen a purple ceiling', finished('ceiling', /#7d6391/)],
  ['Make the facade brick', finished('wall', /brick_red/, 4)],
  ['Clad the exterior in larch', finished('wall', /cladding_larch/, 4)],
  ['Paint the house yellow', finished('wall', /#e8cf6a/, 4)],
  [
    'Paint the facade white and the roof dark grey',
    finished('wall', /#f7f7f5/, 4),
    finished('roof', /#4a4d50/),
  ],
  ['The walls of the kitchen should be light blue', finished('wall', /#b9d3e6/, 3)],
  [['Paint the living room', 'sage'], offers(0, /white/i, /sage/i), finished('wall', /#b7c2ab/, 4)],
  ['Wallpaper the living room walls', refuses(/wallpaper/i), isUnchanged],
  ['Paint the walls of the sauna blue', isUnchanged],
]

test.each(CASES)('%s', (requests, ...facts) => {
  expect(unmet('bungalow', requests, [...facts, sound, othersStay()])).toEqual([])
})
