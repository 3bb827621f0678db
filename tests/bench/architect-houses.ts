import type { Kind, SceneNode } from '../../architect/scene/nodes.ts'
import { fullNode, newScene, type Scene } from '../../architect/scene/scene.ts'
import { seededRandom } from '../../random/seeded-random.ts'

/** Size of one room, in metres. */
const ROOM = [4.5, 4] as const
/** Furniture of the rooms: name, metres east and south of a corner of the room, degrees. */
const FURNITURE: [asset: string, x: number, z: number, rotation: number][][] = [
  [
    ['bed_double', 1.4, 1.3, 0],
    ['wardrobe', 3.6, 3.5, 180],
    ['bedside_table', 2.6, 0.4, 0],
  ],
  [
    ['sofa_three_seats', 2.2, 3.3, 180],
    ['coffee_table', 2.2, 2.1, 0],
    ['armchair', 3.7, 2.1, -90],
    ['plant_large', 0.6, 3.4, 0],
    ['bookshelf', 0.8, 0.4, 0],
  ],
  [
    ['dining_table_round', 2.2, 2, 0],
    ['dining_chair', 2.2, 1.1, 0],
    ['dining_chair', 2.2, 2.9, 180],
    ['dining_chair', 1.3, 2, 90],
    ['dining_chair', 3.1, 2, -90],
    ['sideboard', 2.2, 0.4, 0],
  ],
  [
    ['desk', 1.2, 0.6, 0],
    ['office_chair', 1.2, 1.3, 180],
    ['filing_cabinet', 3.8, 0.5, 0],
  ],
]

/**
 * A fictional building of `columns` by `rows` furnished rooms on each of `storeys`, under a roof.
 */
export function gridHouse(columns: number, rows: number, storeys: number, seed = 7): Scene {
  const random = seededRandom(seed)
  const scene = newScene('A bench', 'bench')
  const nodes: Record<string, SceneNode> = { ...scene.nodes }
  let number = 100
  const add = (kind: Kind, parent: string, fields: object): string => {
    const id = `${kind}_${number++}`
    nodes[id] = fullNode({ ...fields, id, kind, parent }) as SceneNode
    return id
  }
  const [wide, deep] = ROOM
  const outline = (x: number, z: number, w: number, d: number) => [
    [x, z + d],
    [x + w, z + d],
    [x + w, z],
    [x, z],
  ]
  const whole = outline(-0.1, -0.1, columns * wide + 0.2, rows * deep + 0.2)
  for (let storey = 0; storey < storeys; storey++) {
    const level = storey === 0 ? 'level_2' : add('level', 'building_1', { index: storey })
    add('slab', level, { polygon: whole })
    if (storey === storeys - 1)
      add('roof', level, { polygon: whole, roofType: 'hip', pitch: 25, overhang: 0.5 })
    else add('ceiling', level, { polygon: whole })
    const wall = (start: [number, number], end: [number, number], isOutside: boolean): void => {
      const id = add('wall', level, { start, end, thickness: isOutside ? 0.3 : 0.15 })
      const sizes = isOutside
        ? (['window', { offset: 2, width: 1.2 + random(), height: 1.4, sill: 0.85 }] as const)
        : (['door', { offset: 0.8, width: 0.9, height: 2.1, sill: 0 }] as const)
      add(sizes[0], id, sizes[1])
    }
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column < columns; column++)
        wall(
          [column * wide, row * deep],
          [(column + 1) * wide, row * deep],
          row === 0 || row === rows,
        )
    for (let column = 0; column <= columns; column++)
      for (let row = 0; row < rows; row++)
        wall(
          [column * wide, row * deep],
          [column * wide, (row + 1) * deep],
          column === 0 || column === columns,
        )
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < rows; row++) {
        const [x, z] = [column * wide, row * deep]
        add('zone', level, { polygon: outline(x, z, wide, deep), color: '#e4ddd0', label: 'Room' })
        for (const [asset, east, south, rotation] of FURNITURE[Math.floor(random() * 4)])
          add('item', level, { asset, position: [x + east, 0, z + south], rotation })
      }
    }
  }
  return { ...scene, lastId: number, nodes }
}
