import { CATALOG } from '../../architect/assets/catalog.ts'
import { MATERIAL_NAMES } from '../../architect/scene/materials.ts'
import { type Kind, NODE_SCHEMAS } from '../../architect/scene/nodes.ts'
import { ROOM_TYPE_NAMES } from '../../architect/scene/room-types.ts'
import { nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { moveWallCall } from './move-wall-call.ts'
import { PLAUSIBLE_CALLS } from './plausible-calls.ts'
import { ROOM_CALLS } from './room-calls.ts'

/** A call of an edit: its name, and arguments that may be anything. */
export interface EditCall {
  tool: string
  given: Record<string, unknown>
}

type Random = () => number
type Given = Record<string, unknown>
type Maker = (scene: Scene, random: Random) => Given

/** Values that no argument accepts, and values that are easily mistaken for others. */
const NASTY: unknown[] = [
  null,
  -1,
  0,
  1e-5,
  1e12,
  -0,
  Number.NaN,
  Infinity,
  '',
  'wall_0',
  '__proto__',
  'constructor',
  '$w',
  [],
  {},
  [[0, 0]],
  true,
  '1e3',
  'ü'.repeat(500),
]

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]
const chance = (random: Random, share: number): boolean => random() < share
const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))
const metres = (random: Random, from: number, to: number): number =>
  chance(random, 0.6) ? whole(random, from * 2, to * 2) / 2 : from + random() * (to - from)
const point = (random: Random): number[] => [metres(random, -9, 9), metres(random, -9, 9)]
const maybe = <Value>(random: Random, value: Value, share = 0.4): Value | undefined =>
  chance(random, share) ? value : undefined

/** An id of one of these kinds in most cases; an unknown id where the scene has none. */
function idOf(scene: Scene, random: Random, ...kinds: Kind[]): string {
  const nodes = chance(random, 0.95)
    ? kinds.flatMap((kind) => nodesOf(scene, kind))
    : Object.values(scene.nodes)
  return nodes.length === 0 ? 'wall_999999' : pick(random, nodes).id
}

const levelId = (scene: Scene, random: Random) => maybe(random, idOf(scene, random, 'level'), 0.6)

function polygon(random: Random): number[][] {
  const [x, z] = [whole(random, -8, 6), whole(random, -6, 8)]
  const [w, d] = [whole(random, 2, 6), whole(random, 2, 6)]
  const rectangle = [
    [x, z],
    [x + w, z],
    [x + w, z - d],
    [x, z - d],
  ]
  const kind = random()
  if (kind < 0.6) return rectangle
  if (kind < 0.75) return [...rectangle.slice(0, 3), [x + 1, z - d], [x + 1, z - 1], [x, z - 1]]
  if (kind < 0.85) return rectangle.reverse()
  const angle = random() * 6
  const turned = rectangle.map(([a, b]) => [
    a * Math.cos(angle) - b * Math.sin(angle),
    a * Math.sin(angle) + b * Math.cos(angle),
  ])
  if (kind < 0.95) return turned
  const [a, b, c, e] = rectangle
  return [a, c, b, e]
}

const openingPlace: Maker = (_, random) => ({
  ...(chance(random, 0.5) ? { t: random() } : { offset: metres(random, 0, 6) }),
  width: maybe(random, metres(random, 0.5, 3)),
  height: maybe(random, metres(random, 1, 3), 0.2),
  force: maybe(random, true, 0.2),
})

/** Fields as `edit_node` and `apply_patch` accept them: mostly of this kind, sometimes of any. */
function fields(random: Random, kind?: Kind): Given {
  const some: Given = {
    label: 'Changed',
    start: point(random),
    end: point(random),
    position: chance(random, 0.5) ? point(random) : [...point(random), 0],
    polygon: polygon(random),
    height: metres(random, 2, 4),
    width: metres(random, 0.5, 2),
    thickness: pick(random, [0.1, 0.15, 0.3]),
    offset: metres(random, 0, 5),
    sill: metres(random, 0, 1),
    sagitta: pick(random, [0, 0.5, -0.3]),
    top: pick(random, [0, -0.4]),
    index: whole(random, -2, 4),
    rotation: whole(random, 0, 24) * 15,
    pitch: whole(random, 0, 60),
  }
  const isOwn = (name: string): boolean =>
    kind !== undefined && chance(random, 0.95) && Object.hasOwn(NODE_SCHEMAS[kind].shape, name)
  const names = Object.keys(some).filter((name) => chance(random, isOwn(name) ? 0.3 : 0.003))
  return Object.fromEntries(names.map((name) => [name, some[name]]))
}

/** The tools that edit one kind, each with kinds to edit; `edit_node` edits the others too. */
const EDITED_KINDS: [tool: string, ...kinds: Kind[]][] = [
  ['edit_site', 'site'],
  ['edit_level', 'level'],
  ['edit_wall', 'wall'],
  ['edit_opening', 'door', 'window', 'opening'],
  ['edit_room', 'zone'],
  ['edit_slab', 'slab'],
  ['edit_ceiling', 'ceiling'],
  ['edit_roof', 'roof'],
  ['edit_stair', 'stair'],
  ['edit_item', 'item'],
  ['edit_column', 'column'],
  ['edit_beam', 'beam'],
  ['edit_fence', 'fence'],
  ['edit_railing', 'railing'],
  ['edit_annotation', 'annotation'],
]

/** A call of such a tool: a way, or fields of a node of the kind. */
function editOfKind([tool, ...kinds]: (typeof EDITED_KINDS)[number]): [string, Maker] {
  return [
    tool,
    (scene, random) => {
      const id = idOf(scene, random, ...kinds)
      const isMoved = tool !== 'edit_level' && chance(random, 0.5)
      const way = [metres(random, -2, 2), metres(random, -2, 2)]
      return {
        id,
        ...(isMoved ? { move: way } : fields(random, scene.nodes[id]?.kind)),
        unit: maybe(random, 'm', 0.1),
      }
    },
  ]
}

const ADDED: [kind: Kind, parent: Kind, set: (random: Random) => Given][] = [
  ['wall', 'level', (random) => ({ start: point(random), end: point(random) })],
  [
    'window',
    'wall',
    (random) => ({ offset: metres(random, 0, 5), width: 0.8, height: 1, sill: 0.9 }),
  ],
  [
    'door',
    'wall',
    (random) => ({ offset: metres(random, 0, 5), width: 0.9, height: 2.1, sill: 0 }),
  ],
  ['zone', 'level', (random) => ({ polygon: polygon(random), color: '#dddddd' })],
  ['slab', 'level', (random) => ({ polygon: polygon(random), top: pick(random, [0, -0.5]) })],
  ['column', 'level', (random) => ({ position: point(random) })],
  [
    'item',
    'level',
    (random) => ({ asset: pick(random, CATALOG).name, position: [...point(random), 0] }),
  ],
  ['annotation', 'level', (random) => ({ position: point(random), text: 'Here' })],
]

function patchOp(scene: Scene, random: Random): Given {
  const kind = random()
  const id = idOf(scene, random, 'wall', 'door', 'window', 'zone', 'slab', 'item', 'level')
  if (kind < 0.2) return { op: 'remove', id }
  if (kind < 0.5) return { op: 'change', id, set: fields(random, scene.nodes[id]?.kind) }
  const [added, parent, set] = pick(random, ADDED)
  return { op: 'add', kind: added, parent: idOf(scene, random, parent), set: set(random) }
}

const position = (random: Random) => pick(random, ['above', 'below', 0, 1, 2, -1])

/** Makers of arguments by the name of the edit: each edit of the list must have its own. */
export const EDIT_CALLS: Record<string, Maker> = {
  ...ROOM_CALLS,
  create_level: (_, random) => ({
    position: position(random),
    height: maybe(random, metres(random, 2, 4)),
  }),
  duplicate_level: (scene, random) => ({
    levelId: idOf(scene, random, 'level'),
    position: position(random),
    content: maybe(random, 'all'),
  }),
  create_room: (scene, random) => ({
    label: 'Room',
    polygon: polygon(random),
    levelId: levelId(scene, random),
    roomType: maybe(random, pick(random, ROOM_TYPE_NAMES)),
    wallThickness: maybe(random, pick(random, [0.1, 0.2, 0.36])),
    doors: maybe(random, [{ edge: whole(random, 0, 3), t: random() }]),
    windows: maybe(random, [{ edge: whole(random, 0, 3), t: random() }]),
  }),
  create_story_shell: (scene, random) => ({
    footprint: polygon(random),
    levelId: levelId(scene, random),
  }),
  create_wall: (scene, random) => {
    const start = point(random)
    const away = metres(random, -5, 5)
    const end = chance(random, 0.7)
      ? pick(random, [
          [start[0] + away, start[1]],
          [start[0], start[1] + away],
        ])
      : point(random)
    return {
      start,
      end,
      levelId: levelId(scene, random),
      height: maybe(random, metres(random, 1, 4), 0.2),
      thickness: maybe(random, pick(random, [0.1, 0.3])),
      sagitta: maybe(random, metres(random, -1, 1), 0.15),
    }
  },
  move_wall: moveWallCall,
  add_door: (scene, random) => ({
    wallId: idOf(scene, random, 'wall'),
    ...openingPlace(scene, random),
    doorType: maybe(random, pick(random, ['double', 'sliding', 'garage'])),
  }),
  add_window: (scene, random) => ({
    wallId: idOf(scene, random, 'wall'),
    ...openingPlace(scene, random),
    sill: maybe(random, metres(random, 0, 2)),
  }),
  cut_opening: (scene, random) =>
    chance(random, 0.5)
      ? { targetId: idOf(scene, random, 'wall'), ...openingPlace(scene, random) }
      : { targetId: idOf(scene, random, 'slab', 'ceiling'), polygon: polygon(random) },
  create_slab: (scene, random) => ({
    polygon: maybe(random, polygon(random), 0.8),
    levelId: levelId(scene, random),
    top: maybe(random, pick(random, [-0.5, 0.3])),
    holes: maybe(random, [polygon(random)], 0.2),
  }),
  create_ceiling: (scene, random) => ({
    polygon: maybe(random, polygon(random), 0.8),
    levelId: levelId(scene, random),
    height: maybe(random, metres(random, 2, 3)),
  }),
  create_roof: (scene, random) => ({
    roofType: pick(random, ['gable', 'hip', 'shed', 'flat', 'gambrel', 'mansard']),
    levelId: levelId(scene, random),
    polygon: maybe(random, polygon(random), 0.7),
    pitch: maybe(random, whole(random, 5, 60)),
    overhang: maybe(random, random()),
    ridge: maybe(random, pick(random, [0, 90, 45])),
  }),
  create_stair_between_levels: (scene, random) => ({
    fromLevelId: idOf(scene, random, 'level'),
    position: point(random),
    direction: maybe(random, whole(random, 0, 8) * 45),
    shape: maybe(random, pick(random, ['l_shaped', 'u_shaped', 'spiral'])),
    width: maybe(random, metres(random, 0.6, 1.2)),
  }),
  create_column: (scene, random) => ({
    position: point(random),
    levelId: levelId(scene, random),
    width: maybe(random, 0.3),
    outline: maybe(random, 'circle'),
  }),
  create_beam: (scene, random) => ({
    start: point(random),
    end: point(random),
    levelId: levelId(scene, random),
  }),
  create_fence: (scene, random) => ({
    path: Array.from({ length: whole(random, 1, 5) }, () => point(random)),
    style: maybe(random, pick(random, ['hedge', 'railing'])),
    levelId: levelId(scene, random),
  }),
  add_annotation: (scene, random) => ({
    text: 'Here',
    position: point(random),
    levelId: levelId(scene, random),
  }),
  set_zone: (scene, random) => ({
    ...(chance(random, 0.6)
      ? { zoneId: idOf(scene, random, 'zone') }
      : { polygon: polygon(random), levelId: levelId(scene, random) }),
    label: maybe(random, 'Named'),
    roomType: maybe(random, pick(random, ROOM_TYPE_NAMES)),
  }),
  furnish_room: (scene, random) => ({
    zoneId: idOf(scene, random, 'zone'),
    roomType: maybe(random, pick(random, ROOM_TYPE_NAMES)),
    dryRun: maybe(random, true, 0.1),
  }),
  place_item: (scene, random) => ({
    items: Array.from({ length: whole(random, 1, 3) }, () => ({
      asset: pick(random, CATALOG).name,
      position: point(random),
      rotation: maybe(random, whole(random, 0, 24) * 15),
      targetId: maybe(random, idOf(scene, random, 'zone', 'level', 'wall', 'item'), 0.3),
    })),
  }),
  ...Object.fromEntries(EDITED_KINDS.map(editOfKind)),
  edit_node: (scene, random) => {
    const id = chance(random, 0.4)
      ? idOf(scene, random, 'wall')
      : pick(random, Object.keys(scene.nodes))
    const way = [metres(random, -2, 2), metres(random, -2, 2)]
    const isPosed = chance(random, 0.6)
    return {
      id,
      set: maybe(random, fields(random, scene.nodes[id]?.kind), isPosed ? 0.1 : 0.9),
      move: isPosed ? way.map((part) => (chance(random, 0.3) ? 0 : part)) : undefined,
      rotate: maybe(random, whole(random, -12, 12) * 15, 0.1),
      unset: maybe(random, [pick(random, ['height', 'label', 'top', 'host'])], 0.05),
    }
  },
  set_material: (scene, random) => ({
    ids: [idOf(scene, random, 'wall', 'slab', 'door', 'roof', 'item', 'zone')],
    face: maybe(random, pick(random, ['body', 'left', 'top', 'leaf', 'cover'])),
    preset: maybe(random, pick(random, MATERIAL_NAMES), 0.7),
    color: maybe(random, '#336699'),
  }),
  delete_node: (scene, random) => ({
    ids: Array.from({ length: whole(random, 1, 3) }, () =>
      chance(random, 0.3)
        ? pick(random, Object.keys(scene.nodes))
        : idOf(scene, random, 'wall', 'zone', 'item', 'slab', 'stair', 'roof'),
    ),
    withContents: maybe(random, true),
    dryRun: maybe(random, true, 0.1),
  }),
  apply_patch: (scene, random) => ({
    ops: Array.from({ length: whole(random, 1, 4) }, () => patchOp(scene, random)),
    dryRun: maybe(random, true, 0.1),
  }),
}

/** Share of calls whose arguments fit the scene; the others take anything. */
const PLAUSIBLE_SHARE = 0.85
/** Edits that are tried until one fits. */
const TOOLS_TRIED = 6
const STAIR = 'create_stair_between_levels'

/** A call of one of these edits, mostly plausible; one in twelve has an invalid argument. */
export function editCall(scene: Scene, random: Random, tools: readonly string[]): EditCall {
  const { tool, given } = callOf(scene, random, tools)
  const defined = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  if (!chance(random, 1 / 12)) return { tool, given: defined }
  return { tool, given: mutated(defined, random) as Given }
}

function callOf(scene: Scene, random: Random, tools: readonly string[]): EditCall {
  if (chance(random, PLAUSIBLE_SHARE)) {
    for (let i = 0; i < TOOLS_TRIED; i++) {
      // Few scenes have room for a stair, so stairs are tried more often.
      const isStair = chance(random, 0.05) && tools.includes(STAIR)
      const tool = isStair ? STAIR : toolOf(random, tools)
      const given = (PLAUSIBLE_CALLS[tool] ?? EDIT_CALLS[tool])(scene, random)
      if (given !== undefined) return { tool, given }
    }
  }
  const tool = toolOf(random, tools)
  return { tool, given: EDIT_CALLS[tool](scene, random) }
}

function toolOf(random: Random, tools: readonly string[]): string {
  const first = pick(random, tools)
  // Storeys fill the scene faster than anything else: only one in two is made.
  const isRare = first.endsWith('_level')
  return isRare && chance(random, 0.5) ? pick(random, tools) : first
}

/** The same arguments with one of them, at any depth, replaced by a bad value, added or removed. */
function mutated(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || chance(random, 0.1)) return pick(random, NASTY)
  const names = Object.keys(value)
  if (names.length === 0) return pick(random, NASTY)
  const name = pick(random, names)
  const copy = structuredClone(value) as Record<string, unknown>
  copy[name] = mutated(copy[name], random)
  if (chance(random, 0.1)) delete copy[name]
  if (chance(random, 0.1) && !Array.isArray(copy))
    copy[chance(random, 0.5) ? 'colour' : 'unit'] = 'ft'
  return copy
}
