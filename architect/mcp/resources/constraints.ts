import { CATEGORIES } from '../../assets/asset.ts'
import { RULES } from '../../checks/rules/index.ts'
import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import { OPERATIONS_MAX } from '../../projects/input.ts'
import { POLYGON_CORNERS_MAX, REACH_M } from '../../scene/length-schema.ts'
import { KINDS } from '../../scene/nodes.ts'
import { SCENE_NODES_MAX } from '../../scene/scene.ts'
import { UNITS } from '../../scene/units.ts'
import { ANSWER_CHARACTERS_MAX } from '../tool-answers.ts'

/** Units, limits, the checks of `verify_scene`, and usual sizes of rooms with their sources. */
export const constraints = () => ({
  units: { usual: 'm', allowed: UNITS, gridMetres: 0.0001 },
  axes: { x: 'east', y: 'up', z: 'south', angles: 'degrees, counter-clockwise from above' },
  limits: {
    nodesOfProject: SCENE_NODES_MAX,
    cornersOfPolygon: POLYGON_CORNERS_MAX,
    metresFromOrigin: REACH_M,
    editsOfOneRequest: OPERATIONS_MAX,
    charactersOfAnswer: ANSWER_CHARACTERS_MAX,
  },
  kinds: KINDS,
  categoriesOfItems: CATEGORIES,
  rooms: ROOM_STANDARDS,
  checks: RULES.map(({ codes, about }) => ({ codes, about })),
})
