import { nodesOf } from '../../../architect/scene/scene.ts'
import {
  area,
  exists,
  footprint,
  furnished,
  grows,
  isBeyond,
  isGone,
  isLarger,
  isOpenTo,
  isUnchanged,
  lacks,
  leadsTo,
  noWindow,
  onLevel,
  onSide,
  othersStay,
  replies,
  roof,
  rooms,
  scene,
  stairs,
  storeys,
  windows,
} from '../facts.ts'
import type { Brief } from './brief.ts'
import { edit } from './brief-makers.ts'

/** Changes of finished buildings. */
export const EDITS: Brief[] = [
  edit(
    'bath-wider',
    'bungalow',
    'Make the bath 50 cm wider.',
    grows(/^bathroom$/i, 0.5, 'x'),
    othersStay(/bathroom|west bedroom|east bedroom/i),
  ),
  edit('kitchen-area', 'bungalow', 'The kitchen should have 14 m².', area('kitchen', 14)),
  edit(
    'corridor-width',
    'bungalow',
    'Make the corridor 1.5 m wide',
    scene('the corridor is 1.5 m deep', ({ rooms: all }) => {
      const { minZ, maxZ } = all.find(({ type }) => type === 'corridor')!.box
      return Math.abs(maxZ - minZ - 1.5) < 0.02 ? null : `${maxZ - minZ}`
    }),
  ),
  edit(
    'kitchen-to-north',
    'bungalow',
    'Move the kitchen to the north side.',
    onSide('kitchen', 'north'),
    rooms({ kitchen: 1, bedroom: 3, living: 1, bathroom: 1 }),
  ),
  edit(
    'swap-rooms',
    'bungalow',
    'Swap the bathroom and the storage.',
    isBeyond(/^bathroom$/i, 'east', /^storage$/i),
    othersStay(/bathroom|storage|east bedroom/i),
  ),
  edit(
    'window-in-wall',
    'bungalow',
    'Add a 1.2 m window to the west wall of the west bedroom.',
    windows(/west bedroom/i, { side: 'west', width: 1.2 }),
    othersStay(),
  ),
  edit(
    'window-removed',
    'bungalow',
    'Remove the window of the bathroom.',
    noWindow(/^bathroom$/i),
    othersStay(),
  ),
  edit(
    'windows-wider',
    'bungalow',
    'make all windows of the bedrooms 1.8 m wide',
    windows(/main bedroom/i, { width: 1.8 }),
    windows(/west bedroom/i, { width: 1.8 }),
    windows(/east bedroom/i, { width: 1.8 }),
    othersStay(),
  ),
  edit(
    'hip-roof',
    'bungalow',
    'Turn the gable roof into a hip roof of 30 degrees.',
    roof('hip', 30),
    othersStay(),
  ),
  edit('flat-roof', 'family-house', 'I want a flat roof instead.', roof('flat'), othersStay()),
  edit(
    'wall-removed',
    'bungalow',
    'Delete the wall between kitchen and living room.',
    isOpenTo('kitchen', 'living'),
    othersStay(/kitchen|living/i),
  ),
  edit(
    'wall-moved',
    'bungalow',
    'Move the wall between the kitchen and the main bedroom 40 cm to the east.',
    grows(/^kitchen$/i, 0.4, 'x'),
    othersStay(/kitchen|main bedroom/i),
  ),
  edit(
    'door-between',
    'bungalow',
    'Put a door between the bathroom and the west bedroom.',
    leadsTo(/^bathroom$/i, /west bedroom/i),
    othersStay(),
  ),
  edit(
    'wide-opening',
    'bungalow',
    'Connect the living room and the kitchen with an opening 2 m wide.',
    isOpenTo('kitchen', 'living'),
    scene('an opening of 2 m', ({ scene: { nodes } }) =>
      Object.values(nodes).some(
        (node) => (node.kind === 'opening' || node.kind === 'door') && node.width === 2,
      )
        ? null
        : 'none',
    ),
    othersStay(),
  ),
  edit(
    'furnish',
    'bungalow',
    'Furnish the bedrooms.',
    furnished(/west bedroom/i, /^bed_/),
    furnished(/east bedroom/i, /^bed_/),
    furnished(/main bedroom/i, /^bed_/),
    othersStay(),
  ),
  edit(
    'desk-placed',
    'bungalow',
    'Put a desk and a chair in the east bedroom.',
    furnished(/east bedroom/i, /^desk/),
    furnished(/east bedroom/i, /chair/),
    othersStay(),
  ),
  edit(
    'sofa-removed',
    'bungalow',
    'Take the sofa out of the living room.',
    lacks('living', /^sofa/),
    furnished('living', /^tv_stand/),
    othersStay(),
  ),
  edit(
    'undone',
    'bungalow',
    ['Make the kitchen 1 m wider.', 'Undo that.'],
    isUnchanged,
    replies(/undo|undone|as before|back/i),
  ),
  edit(
    'it-is-the-last',
    'bungalow',
    ['Add a 1 m window to the east wall of the storage.', 'Make it 1.4 m wide.'],
    windows('storage', { side: 'east', width: 1.4 }),
    othersStay(),
  ),
  edit(
    'renamed',
    'bungalow',
    'Rename the storage to Pantry.',
    exists(/^pantry$/i),
    isGone(/^storage$/i),
    othersStay(/storage/i),
  ),
  edit(
    'use-changed',
    'bungalow',
    'Turn the east bedroom into an office.',
    rooms({ bedroom: 2, office: 1 }),
    othersStay(/east bedroom/i),
  ),
  edit(
    'merged',
    'bungalow',
    'Merge the east bedroom and the storage into one bedroom.',
    rooms({ bedroom: 3, storage: 0 }),
    scene('a bedroom of 18 m²', ({ rooms: all }) => {
      const bedrooms = all.filter(({ type }) => type === 'bedroom')
      return bedrooms.some(({ area: found }) => Math.abs(found - 18.5) < 0.9) ? null : 'none'
    }),
  ),
  edit(
    'split',
    'bungalow',
    'Split a study of 8 m² off the living room.',
    area('office', 8),
    rooms({ living: 1, office: 1 }),
    othersStay(/living/i),
  ),
  edit(
    'terrace',
    'bungalow',
    'Add a terrace of 4 by 3 m south of the living room with a sliding door.',
    area('terrace', 12),
    leadsTo('living', 'terrace'),
    scene('a sliding door', ({ scene: { nodes } }) =>
      Object.values(nodes).some((node) => node.kind === 'door' && node.doorType === 'sliding')
        ? null
        : 'none',
    ),
    othersStay(),
  ),
  edit(
    'garage',
    'bungalow',
    'Add a garage of 18 m² on the east side of the house.',
    area('garage', 18),
    onSide('garage', 'east'),
    isBeyond('garage', 'east', /main bedroom|storage/i),
    othersStay(),
  ),
  edit(
    'another-storey',
    'bungalow',
    'Add an upper floor with two bedrooms and a bathroom.',
    storeys(2),
    stairs(1),
    rooms({ bedroom: 5, bathroom: 2 }),
  ),
  edit(
    'house-wider',
    'bungalow',
    'Make the house 1 m longer to the east.',
    footprint(13.3, 9.4),
    isLarger(/main bedroom/i),
    othersStay(/main bedroom|storage|corridor/i),
  ),
  edit(
    'front-door',
    'bungalow',
    'Replace the front door with a double door 1.6 m wide.',
    scene('a double door of 1.6 m to the outside', ({ rooms: all, scene: { nodes } }) => {
      const outer = all.flatMap(({ openings }) => openings.filter(({ side }) => side !== null))
      const fits = outer.some(({ id }) => {
        const node = nodes[id]
        return node.kind === 'door' && node.doorType === 'double' && node.width === 1.6
      })
      return fits ? null : 'none'
    }),
    othersStay(),
  ),
  edit(
    'floor-finish',
    'bungalow',
    'Give the living room an oak floor and paint its walls white.',
    scene('finishes of wood and of a white wall', ({ scene: scene_ }) => {
      const finishes = JSON.stringify([
        ...nodesOf(scene_, 'slab'),
        ...nodesOf(scene_, 'wall'),
        ...nodesOf(scene_, 'zone'),
      ])
      const [wood, white] = [/oak|wood|parquet/i, /white|#f[0-9a-f]f[0-9a-f]f/i]
      return wood.test(finishes) && white.test(finishes) ? null : 'not found'
    }),
    othersStay(),
  ),
  edit(
    'compound',
    'bungalow',
    'Make the west bedroom 12 m², add a 90 cm door from the kitchen to the living room and make the roof 45 degrees.',
    area(/west bedroom/i, 12),
    leadsTo('kitchen', 'living'),
    roof('gable', 45),
  ),
  edit(
    'storey-height',
    'family-house',
    'Raise the ceiling of the ground floor to 3 m.',
    scene('3 m clear or from floor to floor', ({ scene: scene_ }) => {
      const ground = nodesOf(scene_, 'level').find(({ index }) => index === 0)!
      return ground.height >= 3 ? null : `${ground.height}`
    }),
    othersStay(),
  ),
  edit(
    'upper-room',
    'family-house',
    'Make the ensuite bathroom upstairs 30 cm wider.',
    grows(/ensuite/i, 0.3, 'any'),
    onLevel(/ensuite/i, 1),
  ),
]
