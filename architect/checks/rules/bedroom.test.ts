import { expect, test } from 'vitest'
import { box, made } from '../../../tests/houses/drafted-house.ts'
import { Draft } from '../../operations/draft.ts'
import { newScene } from '../../scene/scene.ts'
import { verifyScene } from '../verify.ts'

/** A window that lets in light, and nobody out. */
const FIXED = { edge: 1, width: 2, windowType: 'fixed' }

/** A hall of 2 m with a front door, and east of it a bedroom of 4 by 4 m with one to the hall. */
function bedroomBehindHall(windows: object[], ofHall: object[] = []) {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = (label: string, roomType: string, polygon: number[][], fields: object) =>
    made(draft.apply('create_room', { label, roomType, polygon, ...fields }))
  const doors = [{ edge: 0 }]
  const { wallIds } = room('Hall', 'hall', box(0, 0, 2, 4), { doors, windows: ofHall })
  const bedroom = { doors: [{ to: 'Hall' }], windows }
  const { zoneId, wallIds: own } = room('Bedroom', 'bedroom', box(2, 0, 4, 4), bedroom)
  const issues = () =>
    verifyScene(draft.scene, { checks: ['bedroom'] }).issues.map(
      ({ code, nodeIds, message }) => `${code} ${nodeIds.includes(zoneId)} ${message}`,
    )
  const open = (wallId: string) => made(draft.apply('delete_node', { ids: [wallId] }))
  return {
    draft,
    room,
    issues,
    openToHall: () => open(wallIds[1]),
    openToGarden: () => open(own[0]),
  }
}

test('a bedroom that is open to a hall has the light of its windows', () => {
  // Up to where the wall was, the floor is 3.925 m by 3.85 m: 8 % of it is 1.209 m².
  const issuesWith = (...ofHall: object[]) => {
    const { issues, openToHall } = bedroomBehindHall([], ofHall)
    openToHall()
    return issues()
  }
  expect(issuesWith({ edge: 2, width: 1.21, height: 1 })).toEqual([])
  expect(issuesWith({ edge: 2, width: 1.2, height: 1 })).toEqual([
    expect.stringContaining('open to it, have 1.20 m², 7.9 % of its floor'),
  ])
  expect(issuesWith()).toEqual([
    expect.stringMatching(/^bedroom.daylight true .* open to it, have 0.00 m², 0.0 %/),
  ])
})

test('a bedroom that is open to the garden has its light', () => {
  const { issues, openToGarden } = bedroomBehindHall([])
  expect(issues()).toHaveLength(2)
  openToGarden()
  expect(issues()).toEqual([])
})

test('an ensuite is not a way out of a bedroom, unless it leads on or has a window for it', () => {
  const ensuite = (fields: object) => {
    const { room, issues } = bedroomBehindHall([FIXED])
    const doors = [{ to: 'Bedroom' }]
    room('Bath', 'bathroom', box(2, -4, 4, 2.2), { doors, ...fields })
    return issues()
  }
  const oneWay = [expect.stringMatching(/^bedroom.one_way_out true \w+ has one way out, door_/)]
  expect(ensuite({})).toEqual(oneWay)
  expect(ensuite({ windows: [{ edge: 2, width: 1, windowType: 'fixed' }] })).toEqual(oneWay)
  expect(ensuite({ windows: [{ edge: 2, width: 1, windowType: 'casement' }] })).toEqual([])
  expect(ensuite({ doors: [{ to: 'Bedroom' }, { edge: 2 }] })).toEqual([])
})

test('a door onto a terrace is a way out', () => {
  const { draft, room, issues } = bedroomBehindHall([FIXED])
  room('Terrace', 'terrace', box(2, -4, 4, 2), { createWalls: false })
  expect(issues()).toHaveLength(1)
  made(draft.apply('add_door', { zoneId: 'Bedroom', to: 'Terrace' }))
  expect(issues()).toEqual([])
})

test('daylight and the way out are those of the curved head of a window', () => {
  // Half a circle of 0.56 m over 1.12 m by 0.56 m: 1.12 m², and the floor of 3.85 m by 3.85 m.
  const round = { edge: 1, width: 1.12, height: 1.12, shape: 'round' }
  const { issues } = bedroomBehindHall([round])
  expect(issues()).toEqual([expect.stringContaining('have 1.12 m², 7.5 % of its floor')])
  const square = bedroomBehindHall([{ ...round, shape: 'rectangle' }])
  expect(square.issues()).toEqual([])
})
