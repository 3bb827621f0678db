import { expect, test } from 'vitest'
import { isLongRun } from '../../../../tests/long-run.ts'
import {
  type Fact,
  furnished,
  isUnchanged,
  lacks,
  offers,
  othersStay,
  refuses,
  replies,
  scene,
  sound,
} from '../../../../tests/planner/facts.ts'
import { type Case, unmet } from '../../../../tests/planner/outcome-of.ts'
import { contains } from '../../../geometry/polygon.ts'
import { nodeOf, nodesOf } from '../../../scene/scene.ts'

/** So many things of a kind in a room. */
const count = (room: RegExp, asset: RegExp, target: number): Fact =>
  scene(`${target} of ${asset} in ${room}`, ({ rooms }) => {
    const found = rooms
      .filter(({ label }) => room.test(label))
      .flatMap(({ assets }) => assets)
      .filter((name) => asset.test(name)).length
    return found === target ? null : String(found)
  })

/** A thing stands in a part of its room: shares of its width and depth, from the north-west. */
const standsAt = (
  room: RegExp,
  asset: RegExp,
  fits: (share: { x: number; z: number }) => boolean,
): Fact =>
  scene(`${asset} at its place in ${room}`, ({ rooms, scene: { nodes }, scene: whole }) => {
    const { id, box } = rooms.find(({ label }) => room.test(label))!
    const { polygon } = nodeOf(whole, id, 'zone')!
    const shares = nodesOf(whole, 'item')
      .filter(
        (item) => asset.test(item.asset) && contains(polygon, [item.position[0], item.position[2]]),
      )
      .map(({ position: [x, , z] }) => ({
        x: (x - box.minX) / (box.maxX - box.minX),
        z: (z - box.minZ) / (box.maxZ - box.minZ),
      }))
    return shares.some(fits) ? null : `${JSON.stringify(shares)} of ${Object.keys(nodes).length}`
  })

const CASES: Case[] = [
  ['Furnish the bathroom', furnished('bathroom', /^toilet/), furnished('bathroom', /^washbasin/)],
  ['Please furnish the west bedroom sparsely', furnished(/west bedroom/i, /^bed_/)],
  ['Furnish the living room', replies(/furnished already/), isUnchanged],
  [
    'Put a desk and a chair in the east bedroom',
    furnished(/east bedroom/i, /^desk/),
    furnished(/east bedroom/i, /chair/),
  ],
  ['Add 4 dining chairs to the kitchen', count(/^Kitchen$/, /^dining_chair/, 4)],
  [
    'Put a table with 4 chairs in the kitchen',
    furnished('kitchen', /^dining_table/),
    count(/^Kitchen$/, /^dining_chair/, 4),
  ],
  [
    'I need a wardrobe in the north-east corner of the west bedroom',
    standsAt(/^West bedroom$/, /^wardrobe/, ({ x, z }) => x > 0.6 && z < 0.4),
  ],
  [
    'Put a desk under the window of the east bedroom',
    standsAt(/^East bedroom$/, /^desk/, ({ x, z }) => Math.abs(x - 0.5) < 0.15 && z < 0.3),
  ],
  [
    'Place a bookcase against the west wall of the west bedroom',
    standsAt(/^West bedroom$/, /^bookshelf/, ({ x }) => x < 0.2),
  ],
  [
    'Put a rug in the middle of the west bedroom',
    standsAt(
      /^West bedroom$/,
      /^rug/,
      ({ x, z }) => Math.abs(x - 0.5) < 0.15 && Math.abs(z - 0.5) < 0.15,
    ),
  ],
  ['Place an armchair next to the sofa', count(/^Living room$/, /^armchair/, 1)],
  ['Put a toilet in the storage', furnished('storage', /^toilet/)],
  [
    'Put a sofa in the kitchen, a desk in the storage',
    furnished('kitchen', /^sofa/),
    furnished('storage', /^desk/),
  ],
  [
    ['Put a cot into the bedroom.', 'the east one'],
    offers(0, /east/i, /west/i),
    furnished(/east bedroom/i, /^cot/),
  ],
  [['Put an armchair in the living room', 'Remove it'], lacks('living', /^armchair/)],
  ['Take the sofa out of the living room', lacks('living', /^sofa/)],
  ['remove all furniture from the living room', count(/^Living room$/, /./, 0)],
  ['Clear the main bedroom', count(/^Main bedroom$/, /./, 0)],
  [
    'Replace the double bed by two single beds',
    count(/^Main bedroom$/, /^bed_single/, 2),
    count(/^Main bedroom$/, /^bed_queen/, 0),
  ],
  [
    'Swap the bed in the main bedroom for a cot',
    count(/^Main bedroom$/, /^cot/, 1),
    count(/^Main bedroom$/, /^bed_queen/, 0),
  ],
  [
    'Move the wardrobe to the storage',
    furnished('storage', /^wardrobe/),
    lacks(/main bedroom/i, /^wardrobe/),
  ],
  ['Move the sofa 10 cm to the west', replies(/0\.1 m to the west/)],
  ['Add a king size bed to the corridor', refuses(/corridor/i, /1\.99 m/), isUnchanged],
  ['Put a piano in the living room', refuses(/piano/), isUnchanged],
  ['Move the sofa 50 cm to the east', refuses(/wall/, /0\.25 m/), isUnchanged],
  ['Remove the chairs from the kitchen', replies(/no chairs/), isUnchanged],
  ['Put an armchair in the sauna', replies(/no sauna/), isUnchanged],
]

test.each(CASES.filter((_, nth) => isLongRun || nth % 2 === 0))('%s', (requests, ...facts) => {
  expect(unmet('bungalow', requests, [...facts, sound, othersStay()])).toEqual([])
})
