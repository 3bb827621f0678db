import { expect, test } from 'vitest'
import { sceneOf, withFields } from '../../tests/houses/scene-of.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { ifcFacts } from '../../tests/oracles/ifc-facts.ts'
import { readStep, refsOf } from '../../tests/oracles/step-reader.ts'
import { isPinched } from '../kernel/floors/clean-regions.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneIfc } from './scene-ifc.ts'

const factsOf = (scene: Scene) => ifcFacts(readStep(sceneIfc(scene, { name: 'Facts' })))

const SQUARE = [
  [0, 4],
  [4, 4],
  [4, 0],
  [0, 0],
]

test('what is known of outer walls, storeys, stairs and spaces is in the common sets', () => {
  const house = smallHouse(
    { kind: 'wall', id: 'wall_20', start: [3, 4], end: [3, 0], thickness: 0.1 },
    {
      kind: 'zone',
      id: 'zone_21',
      polygon: [
        [0, 4],
        [3, 4],
        [3, 0],
        [0, 0],
      ],
      color: '#aabbcc',
    },
    {
      kind: 'zone',
      id: 'zone_22',
      polygon: [
        [3, 4],
        [6, 4],
        [6, 0],
        [3, 0],
      ],
      color: '#aabbcc',
    },
    {
      kind: 'zone',
      id: 'zone_23',
      polygon: [
        [7, 4],
        [9, 4],
        [9, 0],
        [7, 0],
      ],
      roomType: 'terrace',
      color: '#aabbcc',
    },
    { kind: 'level', id: 'level_30', parent: 'building_1', index: 1 },
    { kind: 'level', id: 'level_31', parent: 'building_1', index: -1, height: 2.4 },
    { kind: 'stair', id: 'stair_32', toLevel: 'level_30', position: [4, 3], risers: 16 },
  )
  const facts = factsOf(house)
  expect(facts.get('wall_3')?.['Pset_WallCommon.IsExternal']).toBe('T')
  expect(facts.get('wall_20')?.['Pset_WallCommon.IsExternal']).toBe('F')
  expect(facts.get('wall_20')).toMatchObject({
    'Qto_WallBaseQuantities.Length': 4,
    'Qto_WallBaseQuantities.Width': 0.1,
  })
  expect(facts.get('zone_21')?.['Pset_SpaceCommon.IsExternal']).toBe('F')
  expect(facts.get('zone_23')?.['Pset_SpaceCommon.IsExternal']).toBe('T')
  expect(facts.get('zone_23')?.['Qto_SpaceBaseQuantities.NetVolume']).toBe(undefined)
  expect(facts.get('stair_32')).toMatchObject({
    'Pset_StairCommon.NumberOfRiser': 16,
    'Pset_StairCommon.NumberOfTreads': 15,
    'Pset_StairCommon.RiserHeight': 0.175,
  })
  expect(facts.get('building_1')).toEqual({ 'Pset_BuildingCommon.NumberOfStoreys': 3 })
  const aboveGround = (id: string) => facts.get(id)?.['Pset_BuildingStoreyCommon.AboveGround']
  expect(['Ground floor', 'level_30', 'level_31'].map(aboveGround)).toEqual(['T', 'T', 'F'])
  const raised = factsOf(withFields(house, 'building_1', { elevation: 1 }))
  expect(raised.get('level_31')?.['Pset_BuildingStoreyCommon.AboveGround']).toBe('U')
})

test('a slab on the ground is a base slab, one between storeys a floor', () => {
  const { instances } = readStep(
    sceneIfc(
      sceneOf(
        { kind: 'level', id: 'level_3', parent: 'building_1', index: 1 },
        { kind: 'slab', id: 'slab_4', polygon: SQUARE },
        { kind: 'slab', id: 'slab_5', parent: 'level_3', polygon: SQUARE },
        { kind: 'slab', id: 'slab_6', polygon: SQUARE, top: 0.9 },
      ),
      { name: 'Slabs' },
    ),
  )
  const slabs = [...instances.values()].filter(({ type }) => type === 'IFCSLAB')
  expect(slabs.map(({ values }) => values[8])).toEqual(
    ['BASESLAB', 'FLOOR', 'FLOOR'].map((name) => ({ kind: 'enum', name })),
  )
})

test('a wall has the colour of its outer face, and all its looks as materials', () => {
  const finishes = { left: { preset: 'paint_blue' }, right: { preset: 'brick_red' } }
  const { instances } = readStep(
    sceneIfc(withFields(smallHouse(), 'wall_3', { finishes }), { name: 'Looks' }),
  )
  const at = (id: number) => instances.get(id)!
  const all = [...instances.values()]
  const wall = all.find(({ type, values }) => {
    const [tag] = values.slice(7)
    return type === 'IFCWALL' && tag.kind === 'string' && tag.text === 'wall_3'
  })!
  const made = all.find(
    ({ type, values }) =>
      type === 'IFCRELASSOCIATESMATERIAL' && refsOf(values[4]).includes(wall.id),
  )!
  const nameOf = (id: number, place = 0) => {
    const value = at(id).values[place]
    return value.kind === 'string' ? value.text : ''
  }
  const constituents = refsOf(at(refsOf(made.values[5])[0]).values[2])
  expect(constituents.map((id) => [nameOf(id), nameOf(refsOf(at(id).values[2])[0])])).toEqual([
    ['left', 'paint_blue'],
    ['right', 'brick_red'],
    ['body', 'plaster_white'],
  ])
  const solids = refsOf(wall.values[6])
    .flatMap((id) => refsOf(at(id).values[2]))
    .flatMap((id) => refsOf(at(id).values[3]))
  const styles = all
    .filter(({ type, values }) => type === 'IFCSTYLEDITEM' && solids.includes(refsOf(values[0])[0]))
    .flatMap(({ values }) => refsOf(values[1]))
  expect(styles.map((id) => nameOf(id))).toEqual(['brick_red'])
})

test('a border that touches itself is pinched, one that only comes near is not', () => {
  const notched = (depth: number) => ({
    outer: [
      [0, 0],
      [0, 4],
      [1, 4],
      [2, depth],
      [3, 4],
      [4, 4],
      [4, 0],
    ] as const,
    holes: [],
  })
  expect(isPinched(notched(0))).toBe(true)
  expect(isPinched(notched(0.001))).toBe(false)
  const square = notched(4).outer
  const hole = (x: number) => [[x, 1] as const, [1, 2] as const, [2, 1] as const]
  expect(isPinched({ outer: square, holes: [hole(0)] })).toBe(true)
  expect(isPinched({ outer: square, holes: [hole(0.5)] })).toBe(false)
})
