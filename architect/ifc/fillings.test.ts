import Module from 'manifold-3d'
import { expect, test } from 'vitest'
import { sceneOf, type TestNode, withoutNodes } from '../../tests/houses/scene-of.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { openIfc } from '../../tests/oracles/ifc-model.ts'
import { ifcPlacement } from '../../tests/oracles/ifc-placement.ts'
import { readStep, refsOf } from '../../tests/oracles/step-reader.ts'
import { solidVolume } from '../kernel/level-figures.ts'
import { doorSwing } from '../kernel/openings/door-swing.ts'
import { DOOR_TYPES, SHAPES } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { sceneIfc } from './scene-ifc.ts'

const WALL: TestNode = { kind: 'wall', id: 'wall_3', start: [1, 2], end: [9, 8], thickness: 0.3 }
const door = (fields: object): TestNode => ({
  kind: 'door',
  id: 'door_4',
  parent: 'wall_3',
  offset: 4,
  width: 1.2,
  height: 2.1,
  sill: 0,
  ...fields,
})

/** The operation of the only door of a scene, and its place. */
function doorOf(scene: Scene) {
  const data = readStep(sceneIfc(scene, { name: 'Doors' }))
  const { values } = [...data.instances.values()].find(({ type }) => type === 'IFCDOOR')!
  const [height, width, , operation] = values.slice(8)
  return {
    operation: operation.kind === 'enum' ? operation.name : '',
    size: [width, height].map((value) => (value.kind === 'real' ? value.value : 0)),
    place: ifcPlacement(data, refsOf(values[5])[0]),
  }
}

test.each([0, 1.3])(
  'a door opens along Y of its place, and hangs where it states (sagitta %d)',
  (sagitta) => {
    for (const hinge of ['start', 'end'])
      for (const swing of ['left', 'right']) {
        const scene = sceneOf({ ...WALL, sagitta }, door({ hinge, swing }))
        const { operation, size, place } = doorOf(scene)
        expect(size).toEqual([1.2, 2.1])
        const [leaf] = doorSwing(scene, 'door_4')!.leaf
        const local = leaf.map(([x, z]) => {
          const [dx, dy] = [x - place.origin[0], -z - place.origin[1]]
          return [dx * place.x[0] + dy * place.x[1], dx * place.y[0] + dy * place.y[1]]
        })
        // The leaf's area is on the side of Y, and its highest corner above the hinge.
        expect(Math.min(...local.map(([, y]) => y))).toBeGreaterThan(0)
        const [[top]] = local.toSorted((a, b) => b[1] - a[1])
        const isLeft = top < 0.6
        expect(operation, `${hinge} ${swing}`).toBe(`SINGLE_SWING_${isLeft ? 'LEFT' : 'RIGHT'}`)
      }
  },
)

test('the operations of all types of doors', () => {
  const operations = DOOR_TYPES.map((doorType) =>
    ['left', 'right'].map((swing) => doorOf(sceneOf(WALL, door({ doorType, swing }))).operation),
  )
  expect(Object.fromEntries(DOOR_TYPES.map((type, index) => [type, operations[index]]))).toEqual({
    hinged: ['SINGLE_SWING_LEFT', 'SINGLE_SWING_RIGHT'],
    double: ['DOUBLE_DOOR_SINGLE_SWING', 'DOUBLE_DOOR_SINGLE_SWING'],
    sliding: ['SLIDING_TO_LEFT', 'SLIDING_TO_RIGHT'],
    pocket: ['SLIDING_TO_LEFT', 'SLIDING_TO_RIGHT'],
    folding: ['FOLDING_TO_LEFT', 'FOLDING_TO_RIGHT'],
    garage: ['ROLLINGUP', 'ROLLINGUP'],
  })
  // Of two leaves of glass the first slides to the end of the wall.
  const wide = sceneOf(WALL, door({ doorType: 'sliding', width: 2.4 }))
  expect(doorOf(wide).operation).toBe('SLIDING_TO_RIGHT')
})

/**
 * Volumes differ by no more, as a share: jambs in a curved wall stand along the radii, those of the
 * kernel between the chords of both faces.
 */
const CUT_SHARE = 2e-4

test('the solids of openings leave what the kernel leaves of straight and curved walls', async () => {
  const referee = await Module()
  referee.setup()
  const { Manifold, Mesh } = referee
  const solid = ({ positions, indices }: { positions: number[]; indices: number[] }) => {
    const mesh = new Mesh({
      numProp: 3,
      vertProperties: Float32Array.from(positions),
      triVerts: Uint32Array.from(indices),
    })
    mesh.merge()
    return new Manifold(mesh)
  }
  for (const sagitta of isLongRun ? [0, 0.4, -2, 4.9] : [0, -2])
    for (const shape of SHAPES) {
      const openings = [2, 5, 8].map((offset, index): TestNode => {
        const kind = (['door', 'window', 'opening'] as const)[index]
        const size = { width: 0.8 + index / 2, height: 1.4, sill: index * 0.3 }
        return { kind, id: `${kind}_${10 + index}`, parent: 'wall_3', offset, shape, ...size }
      })
      const scene = sceneOf({ ...WALL, sagitta }, ...openings)
      const ids = openings.map(({ id }) => id)
      const holes = await openIfc(sceneIfc(scene, { name: 'Holes' }))
      const whole = await openIfc(sceneIfc(withoutNodes(scene, ...ids), { name: 'Whole' }))
      let left = solid(whole.solids('IfcWall').get('wall_3')!)
      const voids = holes.solids('IfcOpeningElement')
      expect([...voids.keys()]).toEqual(ids)
      for (const each of voids.values()) left = left.subtract(solid(each))
      const volume = solidVolume(scene, 'wall_3')
      expect(Math.abs(left.volume() / volume - 1), `${sagitta} ${shape}`).toBeLessThan(CUT_SHARE)
      holes.close()
      whole.close()
    }
})
