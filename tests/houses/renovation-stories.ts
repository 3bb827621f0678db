/**
 * Renovations of finished buildings, as the calls that an architect makes and the figures that must
 * result. All areas are in square metres and computed by hand from the coordinates in the
 * buildings' `operations.ndjson`: clear width by clear depth, between the faces of the walls.
 */

export type StoryBuilding = 'family-house' | 'studio' | 'school'

/** Finds the nodes that a story speaks of; each throws where there is none. */
export interface Finder {
  /** Id of the room with this name. */
  room(label: string): string
  /** Id of the wall through the plan point on the level; the ground floor where absent. */
  wall(at: [number, number], levelLabel?: string): string
  /** Id of the only node of the kind. */
  only(kind: 'roof' | 'building' | 'site'): string
  level(label: string): string
}

export interface StoryCall {
  tool: string
  given: Record<string, unknown>
}

export interface Story {
  title: string
  building: StoryBuilding
  /** Each step sees the scene after the one before it. */
  calls: ((find: Finder) => StoryCall)[]
  /** Net areas of rooms afterwards, by name. */
  netAreas: Record<string, number>
  /** Codes of the calls that must be refused; the fix of each is then made instead. */
  refusals?: string[]
  /** Codes of errors of `verify` that the building must have afterwards, and did not before. */
  newErrors?: string[]
  /** Names of rooms that must be gone. */
  isGone?: string[]
  /** Other figures by hand: values of the whole building's `quantities`. */
  figures?: Record<string, number>
}

const anew = { items: 'refurnish' } as const

/** Unchanged rooms of the family house's ground floor. */
const HOUSE = {
  'Living room': 7.19 * 3.99,
  'Dining room': 4.39 * 3.99,
  Kitchen: 3.59 * 2.68,
  'Utility room': 3.59 * 1.59,
  Hall: 3.48 * 4.39,
  Toilet: 1.68 * 1.69,
  Study: 4.39 * 2.58 + 2.59 * 1.81,
}
const UPPER = {
  Landing: 3.48 * 5.59,
  'Main bedroom': 4.39 * 4.59,
  'Bedroom north': 4.39 * 3.79,
  'Ensuite bathroom': 2.28 * 2.79,
  'Bedroom south': 4.79 * 2.79,
  'Bedroom east': 3.59 * 3.08,
  Bathroom: 3.59 * 2.39,
}

export const RENOVATION_STORIES: readonly Story[] = [
  {
    title: 'the kitchen gets 20 cm of the utility room',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'resize_room',
        given: { zoneId: room('Kitchen'), side: 'north', by: 0.2, ...anew },
      }),
    ],
    netAreas: { ...HOUSE, Kitchen: 3.59 * 2.88, 'Utility room': 3.59 * 1.39, ...UPPER },
  },
  {
    title: 'the living room is made wider, the dining room narrower',
    building: 'family-house',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([1.4, 2]), by: [0.6, 0], ...anew },
      }),
    ],
    netAreas: { ...HOUSE, 'Living room': 7.79 * 3.99, 'Dining room': 3.79 * 3.99 },
  },
  {
    title: 'the wall through the middle of the house moves, with five rooms on it',
    building: 'family-house',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([-4, 0]), by: [0, 0.3], scope: 'line', ...anew },
      }),
    ],
    netAreas: {
      ...HOUSE,
      'Living room': 7.19 * 3.69,
      'Dining room': 4.39 * 3.69,
      Kitchen: 3.59 * 2.98,
      Hall: 3.48 * 4.69,
      Study: 4.39 * 2.88 + 2.59 * 1.81,
      ...UPPER,
    },
  },
  {
    title: 'only the stretch between hall and living room moves: a bay with two jogs',
    building: 'family-house',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([1, 0]), by: [0, 0.4], scope: 'segment', ...anew },
      }),
    ],
    netAreas: {
      ...HOUSE,
      'Living room': 7.19 * 3.99 - 2.8 * 0.4,
      Hall: 3.48 * 4.39 + 2.68 * 0.4,
    },
  },
  {
    title: 'kitchen and dining room become one',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'merge_rooms',
        given: { zoneIds: [room('Dining room'), room('Kitchen')], label: 'Kitchen-diner', ...anew },
      }),
    ],
    netAreas: {
      'Kitchen-diner': 4.39 * 3.99 + 3.59 * 2.8,
      'Living room': HOUSE['Living room'],
      Hall: HOUSE.Hall,
    },
    isGone: ['Kitchen', 'Dining room'],
  },
  {
    title: 'a guest room is cut off the living room, with a door between them',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'split_room',
        given: {
          zoneId: room('Living room'),
          line: [
            [-2.6, 0],
            [-2.6, 4.2],
          ],
          wallThickness: 0.12,
          labels: ['Living room', 'Guest room'],
          roomTypes: ['living', 'bedroom'],
          door: {},
          ...anew,
        },
      }),
    ],
    netAreas: { ...HOUSE, 'Guest room': 3.19 * 3.99, 'Living room': 3.88 * 3.99 },
  },
  {
    title: 'bedroom and bathroom change places',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'swap_rooms',
        given: { zoneIds: [room('Bedroom east'), room('Bathroom')], ...anew },
      }),
    ],
    netAreas: { ...HOUSE, ...UPPER, Bathroom: 3.59 * 3.08, 'Bedroom east': 3.59 * 2.39 },
  },
  {
    title: 'the ground floor is raised by 20 cm: stair, upper floor and roof follow',
    building: 'family-house',
    calls: [
      ({ level }) => ({
        tool: 'edit_level',
        given: { id: level('Ground floor'), height: 3 },
      }),
    ],
    netAreas: { ...HOUSE, ...UPPER },
    // 3 m over at most 0.18 m a riser: 17 risers, one more than before.
    figures: { stairRisers: 17 },
  },
  {
    title: 'the gable roof becomes a hip roof of 25 degrees',
    building: 'family-house',
    calls: [
      ({ only }) => ({
        tool: 'edit_roof',
        given: { id: only('roof'), roofType: 'hip', pitch: 25 },
      }),
    ],
    netAreas: { ...HOUSE, ...UPPER },
    // Outer faces 12.3 m by 9.1 m, with 0.5 m of overhang on each side.
    figures: { roofCoveredArea: 13.3 * 10.1, roofArea: (13.3 * 10.1) / Math.cos(Math.PI / 7.2) },
  },
  {
    title: 'the bathroom becomes a bathroom and a shower room',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'split_room',
        given: {
          zoneId: room('Bathroom'),
          axis: 'z',
          at: -3.2,
          wallThickness: 0.12,
          labels: ['Bathroom', 'Shower room'],
          roomTypes: ['bathroom', 'bathroom'],
          ...anew,
        },
      }),
      ({ room }) => ({
        tool: 'add_door',
        given: { zoneId: room('Shower room'), to: 'Bathroom', width: 0.7 },
      }),
    ],
    netAreas: { ...UPPER, Bathroom: 3.59 * 1.19, 'Shower room': 3.59 * 1.08 },
  },
  {
    title: 'the toilet is given up, and the study becomes a rectangle',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'delete_room',
        given: { zoneId: room('Toilet'), into: room('Study'), items: 'remove' },
      }),
    ],
    netAreas: { Study: 4.39 * 4.39, Hall: HOUSE.Hall, 'Living room': HOUSE['Living room'] },
    isGone: ['Toilet'],
  },
  {
    title:
      'the toilet moves by 40 cm with the lines of its walls: the hall grows, the study gives way',
    building: 'family-house',
    calls: [
      ({ room }) => ({
        tool: 'move_room',
        given: { zoneId: room('Toilet'), by: [-0.4, 0], ...anew },
      }),
    ],
    netAreas: {
      ...HOUSE,
      Hall: 3.88 * 4.39,
      Study: 3.99 * 2.58 + 2.19 * 1.81,
    },
  },
  {
    title: 'the facade is of brick',
    building: 'family-house',
    calls: [
      () => ({
        tool: 'set_finishes',
        given: { target: 'facade', facade: { preset: 'brick_red' } },
      }),
    ],
    netAreas: { ...HOUSE, ...UPPER },
  },
  {
    title: 'the bathroom is made 2.5 m wide, the kitchen gives way',
    building: 'studio',
    calls: [
      ({ room }) => ({
        tool: 'resize_room',
        given: { zoneId: room('Bathroom'), side: 'east', to: 2.5, ...anew },
      }),
    ],
    netAreas: {
      Bathroom: 2.5 * 1.615,
      Kitchen: 2.395 * 1.615,
      'Living and sleeping': 6.95 * 4.015,
    },
  },
  {
    title: 'the wall along entrance, bathroom and kitchen moves',
    building: 'studio',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([3, -4.2]), by: [0, 0.3], ...anew },
      }),
    ],
    netAreas: {
      Entrance: 1.815 * 1.915,
      Bathroom: 2.28 * 1.915,
      Kitchen: 2.615 * 1.915,
      'Living and sleeping': 6.95 * 3.715,
    },
  },
  {
    title: 'the east facade moves out by half a metre',
    building: 'studio',
    calls: [
      ({ room }) => ({
        tool: 'resize_room',
        given: {
          zoneId: room('Living and sleeping'),
          side: 'east',
          by: 0.5,
          givesWay: 'building',
          ...anew,
        },
      }),
    ],
    netAreas: {
      'Living and sleeping': 7.45 * 4.015,
      Kitchen: 3.115 * 1.615,
      Bathroom: 2.28 * 1.615,
    },
  },
  {
    title: 'a bedroom is cut off the one room',
    building: 'studio',
    calls: [
      ({ room }) => ({
        tool: 'split_room',
        given: {
          zoneId: room('Living and sleeping'),
          axis: 'x',
          at: 3.8,
          wallThickness: 0.12,
          labels: ['Living', 'Bedroom'],
          roomTypes: ['living', 'bedroom'],
          door: {},
          ...anew,
        },
      }),
    ],
    netAreas: { Living: 3.615 * 4.015, Bedroom: 3.215 * 4.015 },
    isGone: ['Living and sleeping'],
  },
  {
    title: 'the corridor is widened along five classrooms',
    building: 'school',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([-15, 1.4]), by: [0, 0.3], ...anew },
      }),
    ],
    netAreas: {
      Corridor: 35.64 * 2.85,
      'Classroom 1': 7.745 * 6.645,
      'Classroom 2': 7.85 * 6.645,
      'Classroom 3': 7.85 * 6.645,
      'Classroom 4': 7.85 * 6.645,
      'Group room': 3.745 * 6.645,
    },
  },
  {
    title: 'two classrooms become one large one',
    building: 'school',
    calls: [
      ({ room }) => ({
        tool: 'merge_rooms',
        given: {
          zoneIds: [room('Classroom 3'), room('Classroom 4')],
          label: 'Large room',
          ...anew,
        },
      }),
    ],
    netAreas: { 'Large room': 15.85 * 6.945, 'Classroom 2': 7.85 * 6.945, Corridor: 35.64 * 2.55 },
    isGone: ['Classroom 3', 'Classroom 4'],
  },
  {
    title: 'a wall that would end in a window goes as far as it can',
    building: 'school',
    calls: [
      ({ wall }) => ({
        tool: 'move_wall',
        given: { wallId: wall([-10, 5]), by: [1, 0], ...anew },
      }),
    ],
    refusals: ['opening_outside_wall'],
    // The window begins at -9.43; half a wall and a pier of 5 cm in front of it: -9.555.
    netAreas: { 'Classroom 1': 8.19 * 6.945, 'Classroom 2': 7.405 * 6.945 },
  },
  {
    title: 'a second storey is put on the studio, under a new roof',
    building: 'studio',
    calls: [
      ({ only }) => ({ tool: 'delete_node', given: { ids: [only('roof')] } }),
      ({ level }) => ({
        tool: 'duplicate_level',
        given: { levelId: level('Ground floor'), position: 'above', label: 'Upper floor' },
      }),
      ({ level }) => ({
        tool: 'create_roof',
        given: { levelId: level('Upper floor'), roofType: 'flat' },
      }),
    ],
    netAreas: { Entrance: 1.815 * 1.615 },
    // No stair leads up yet.
    newErrors: ['door.to_nowhere', ...Array(4).fill('room.unreachable')],
    // Twice entrance, bathroom, kitchen and the room for living and sleeping.
    figures: { roomNetArea: 2 * ((1.815 + 2.28 + 2.615) * 1.615 + 6.95 * 4.015) },
  },
]
