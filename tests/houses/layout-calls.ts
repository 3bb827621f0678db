import { nodesOf, type Scene } from '../../architect/scene/scene.ts'

type Random = () => number

const ROOM_SIDES = ['north', 'south']

/**
 * A small building, one of few, so that its search is cached. Most scenes have rooms already, where
 * a layout is refused: there most calls are dry runs.
 */
export const layoutCall = (scene: Scene, random: Random) => ({
  rooms: [
    { label: 'Living room', roomType: 'living' },
    { label: 'Bedroom', roomType: 'bedroom', sides: [ROOM_SIDES[Math.floor(random() * 2)]] },
  ],
  dryRun: nodesOf(scene, 'zone').length > 0 && random() < 0.7,
})

/** One room, sometimes with a width alone or without a name, which is refused. */
export const oddLayoutCall = (_: Scene, random: Random) => ({
  rooms: [{ label: random() < 0.8 ? 'Kitchen' : '', roomType: 'kitchen' }],
  ...(random() < 0.2 && { width: 9 }),
  dryRun: random() < 0.4,
})
