import { describe, expect, test } from 'vitest'
import { BUILDINGS } from '../../../tests/planner/briefs/buildings.ts'
import { formatBrief } from '../../../tests/planner/format-brief.ts'
import { readBuildingBrief } from './read-building-brief.ts'
import { tokensOf } from './tokens.ts'

const read = (text: string): string => formatBrief(readBuildingBrief(tokensOf(text)))

/** What each brief of the planner's proof requests, by its id. */
const PROOF: Record<string, string> = {
  'three-bedrooms': '3 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room',
  'house-of-120': 'storeys 1, 120 m², open plan, 3 Bedroom, 2 Bathroom, 1 Kitchen, 1 Living room',
  'sizes-by-room': '1 Living room 25 m², 1 Kitchen 10 m², 2 Bedroom 12 m², 1 Bathroom 6 m²',
  'rooms-by-dimensions': '1 Bedroom 3.5 x 4 m, 1 Living room 5 x 4 m, 1 Shower room 2 x 2.5 m',
  'footprint-metres':
    'storeys 1, 14 x 9 m, turnable, 1 Living room, 1 Kitchen, 1 Dining room, 2 Bedroom, 1 Bathroom, 1 Guest toilet',
  'footprint-wide':
    '12 x 7 m, open plan, 2 Bedroom, 1 Bathroom, 1 Living room, 1 Kitchen, 1 Dining area',
  'footprint-feet':
    'storeys 1, 7.32 x 10.97 m, turnable, 2 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room, 1 Laundry',
  'square-feet': '130.06 m², open plan, 3 Bedroom, 2 Bathroom, 1 Great room, 1 Kitchen, 1 Pantry',
  'feet-and-inches':
    '1 Bedroom 3.2 x 3.35 m, 1 Kitchen 2.44 x 3.05 m, 1 Living room 16.72 m², 1 Bathroom 4.65 m²',
  'two-storeys':
    'storeys 2, 1 Living room @0, 1 Kitchen @0, 1 Dining room @0, 1 Toilet @0, 3 Bedroom @1, 1 Bathroom @1',
  'two-storeys-by-area':
    'storeys 2, 160 m², 4 Bedroom @1, 2 Bathroom @1, 1 Living room @0, 1 Dining room @0, 1 Kitchen @0, 1 Study @0, 1 Toilet @0',
  'twelve-rooms':
    'storeys 2, 1 Entrance hall @0, 1 Living room 30 m² @0, 1 Dining room 16 m² @0, 1 Kitchen 14 m² @0, 1 Office 12 m² @0, 1 Toilet @0, 1 Utility room @0, 1 Main bedroom (main) 18 m² @1 within bathroom, 1 Ensuite bathroom (ensuite) @1, 3 Bedroom 13 m² @1, 1 Bathroom @1',
  'kitchen-north': '1 Kitchen north, 1 Living room south, 2 Bedroom, 1 Bathroom',
  'bedrooms-east':
    'storeys 1, 2 Bedroom east, 1 Living room west, 1 Kitchen next_to living, 1 Bathroom next_to bedroom',
  'kitchen-by-dining':
    '1 Kitchen open_to dining, 1 Living room next_to dining, 1 Bedroom within bathroom, 1 Ensuite bathroom (ensuite)',
  'away-from':
    'storeys 1, 100 m², entrance north, 2 Bedroom apart entrance, 1 Study next_to entrance, 1 Living room, 1 Kitchen, 1 Bathroom',
  'hip-roof': 'roof hip 25°, 2 Bedroom, 1 Kitchen, 1 Living room, 1 Bathroom',
  'flat-roof':
    '80 m², roof flat, open plan, big windows, 1 Living room, 1 Kitchen, 1 Bedroom, 1 Bathroom',
  'gable-furnished': 'roof gable 40°, furnished, 1 Living room, 1 Kitchen, 1 Bedroom, 1 Bathroom',
  'double-bed': '50 m², 1 Bedroom bed_double, 1 Living room desk',
  studio: '35 m², 1 Studio, 1 Bathroom, 1 Entrance',
  'l-shaped': '130 m², L shape, 3 Bedroom, 2 Bathroom, 1 Kitchen, 1 Dining room, 1 Living room',
  terrace: 'storeys 1, 1 Living room, 1 Kitchen, 1 Bedroom, 1 Bathroom, 1 Terrace 15 m²',
  garage: '3 Bedroom, 1 Garage 20 m², 1 Kitchen, 1 Living room, 2 Bathroom',
  'windows-sized': '2 Bedroom windows 1.6 m, 1 Living room, 1 Kitchen, 1 Bathroom',
  'front-door-south': 'entrance south, 2 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room ≥ 24 m²',
  'office-building': '4 Office 12 m², 1 Meeting room 20 m², 1 Kitchenette, 2 Toilet, 1 Reception',
  school: '3 Classroom 55 m², 1 Staff room, 2 Toilet, 1 Corridor 2 m wide',
  'spelt-loosely': '2 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room',
  'a-list':
    'storeys 1, 1 Living room 28 m², 1 Kitchen 12 m², 1 Bedroom 1 16 m², 1 Bedroom 2 12 m², 1 Bathroom 7 m², 1 Utility room 5 m²',
  'town-house':
    'storeys 2, 6 x 11 m, 1 Kitchen north next_to entrance, 1 Living room south, 2 Bedroom @1, 1 Bathroom @1',
  accessible: '75 m², accessible, doors 0.9 m, 1 Bedroom, 1 Living room, 1 Kitchen, 1 Bathroom',
}

/** Ways to write a brief, each with its reading. */
const PHRASINGS: [string, string][] = [
  [
    '3BR/2BA ranch, 1,600 sq ft, attached two-car garage.',
    'storeys 1, 148.64 m², 3 Bedroom, 2 Bathroom, 1 Garage ≥ 30 m² 5 m wide',
  ],
  ['3 bed 2.5 bath house with a study.', '3 Bedroom, 2 Bathroom, 1 Toilet, 1 Study'],
  [
    '4 bed 3.5 bath home, 2,400 sqft, with a mudroom, eat-in kitchen and family room.',
    '222.97 m², open plan, 4 Bedroom, 3 Bathroom, 1 Toilet, 1 Mud room, 1 Dining area, 1 Kitchen, 1 Family room',
  ],
  [
    '2-bed terraced house over two levels: lounge, kitchen/diner and WC downstairs, two bedrooms and a bathroom upstairs.',
    'storeys 2, open plan, 1 Lounge @0, 1 Kitchen @0, 1 Dining area @0, 1 Toilet @0, 2 Bedroom @1, 1 Bathroom @1',
  ],
  [
    "A house with a master suite with walk-in closet, two kids' rooms and a family bathroom.",
    '1 Main bedroom (main) within closet, 1 Walk-in closet (ensuite), 2 Child’s room, 1 Bathroom',
  ],
  [
    'Four-bedroom detached house with kitchen-diner, lounge, utility and a downstairs loo. Each bedroom has its own bathroom.',
    'storeys 2, open plan, 4 Bedroom within bathroom, 1 Kitchen, 1 Dining area, 1 Lounge, 1 Utility room, 1 Toilet @0, 4 Ensuite bathroom (ensuite)',
  ],
  [
    'Open plan kitchen/dining/living, two bedrooms, one bathroom.',
    'open plan, 1 Kitchen, 1 Dining room, 1 Living room, 2 Bedroom, 1 Bathroom',
  ],
  [
    'A house with a 45 m² open-plan kitchen/dining/living, 2 bedrooms and a bathroom',
    'open plan, 1 Kitchen 9.95 m², 1 Dining room 12.32 m², 1 Living room 22.74 m², 2 Bedroom, 1 Bathroom',
  ],
  [
    'open-concept living, dining and kitchen area of 50 m2; 2 bedrooms; bath',
    'open plan, 1 Living room 25.26 m², 1 Dining room 13.68 m², 1 Kitchen 11.05 m², 2 Bedroom, 1 Bathroom',
  ],
  [
    'A flat with a 3 x 4 m study, a bedroom and a bathroom.',
    '1 Study 3 x 4 m, 1 Bedroom, 1 Bathroom',
  ],
  [
    'A home with three bedrooms at least 12 m² each, living room (28 m²), kitchen 12sqm and one bath.',
    '3 Bedroom ≥ 12 m², 1 Living room 28 m², 1 Kitchen 12 m², 1 Bathroom',
  ],
  [
    'Ground floor plan: living room, kitchen, toilet; first floor: three bedrooms, bathroom.',
    'storeys 2, 1 Living room @0, 1 Kitchen @0, 1 Toilet @0, 3 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'House, 2 floors. GF: kitchen, living. 1F: 3 bedrooms, bath.',
    'storeys 2, 1 Kitchen @0, 1 Living room @0, 3 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'Downstairs there is a living room and a kitchen. Upstairs there are two bedrooms and a bathroom.',
    'storeys 2, 1 Living room @0, 1 Kitchen @0, 2 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'Two-storey house: kitchen and living room on the ground floor, three bedrooms and a bathroom on the upper floor.',
    'storeys 2, 1 Kitchen @0, 1 Living room @0, 3 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'First floor: great room, kitchen, half bath; second floor: primary suite, two bedrooms, full bath.',
    'storeys 2, open plan, 1 Great room @0, 1 Kitchen @0, 1 Toilet @0, 1 Main bedroom (main) @1, 2 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'Three storeys: ground floor garage and utility; first floor kitchen, living room; second floor three bedrooms and two bathrooms',
    'storeys 3, 1 Garage @0, 1 Utility room @0, 1 Kitchen @1, 1 Living room @1, 3 Bedroom @2, 2 Bathroom @2',
  ],
  [
    'Upstairs: master bedroom (16 m²) with en-suite, 2 further bedrooms (each 12 m²), bathroom. Downstairs: kitchen/diner 22 m², sitting room 20 m², WC.',
    'storeys 2, open plan, 1 Main bedroom (main) 16 m² @1 within bathroom, 1 Ensuite bathroom (ensuite) @1, 2 Bedroom 12 m² @1, 1 Bathroom @1, 1 Kitchen 9.83 m² @0, 1 Dining area 12.17 m² @0, 1 Sitting room 20 m² @0, 1 Toilet @0',
  ],
  [
    "I'd love a home where the kids' rooms are upstairs and the master is on the ground floor, plus living, kitchen, two bathrooms.",
    'storeys 2, 2 Child’s room @1, 1 Main bedroom (main) @0, 1 Living room, 1 Kitchen, 2 Bathroom',
  ],
  [
    'a house with 2 bathrooms, one upstairs and one downstairs, 3 bedrooms, kitchen, lounge',
    'storeys 2, 1 Bathroom @0, 1 Bathroom @1, 3 Bedroom, 1 Kitchen, 1 Lounge',
  ],
  [
    'A garage for two cars, with a studio above the garage.',
    'storeys 2, 1 Garage ≥ 30 m² @0 5 m wide, 1 Studio @1',
  ],
  [
    'A house with two bedrooms, living room, kitchen and bathroom, footprint at most 10 by 12 metres.',
    '10 x 12 m, turnable, 2 Bedroom, 1 Living room, 1 Kitchen, 1 Bathroom',
  ],
  [
    'A 28x40 ft house with 3 bedrooms and 2 baths, kitchen, living room',
    '8.53 x 12.19 m, turnable, 3 Bedroom, 2 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    "Ranch house, 3 bedrooms (one master with en suite), 2 bathrooms, 30' x 50'.",
    'storeys 1, 9.14 x 15.24 m, turnable, 2 Bedroom, 1 Main bedroom (main) within bathroom, 1 Ensuite bathroom (ensuite), 2 Bathroom',
  ],
  [
    'Roughly 140 square metres over two floors: 4 bedrooms, 2 bathrooms, living room, kitchen.',
    'storeys 2, 140 m², 4 Bedroom, 2 Bathroom, 1 Living room, 1 Kitchen',
  ],
  [
    'Between 120 and 140 m², two storeys, flat roof, big windows, 4 bedrooms, 2 bathrooms.',
    'storeys 2, 130 m², roof flat, big windows, 4 Bedroom, 2 Bathroom',
  ],
  [
    'One hundred and twenty square metres on one level: three bedrooms, bathroom, kitchen, living.',
    'storeys 1, 120 m², 3 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    "I'd like a small cottage, about seventy-five square metres, with a couple of bedrooms and a bathroom.",
    '75 m², 2 Bedroom, 1 Bathroom',
  ],
  [
    'A house for a family of five with three bedrooms, total living area of 130 m².',
    '130 m², 3 Bedroom',
  ],
  [
    'A bungalow with two bedrooms and a bathroom. Ceilings 2.7 m high.',
    'storeys 1, ceilings 2.7 m, 2 Bedroom, 1 Bathroom',
  ],
  [
    'A home with 9 ft ceilings, 2 bedrooms, 1.5 baths, 1200 square feet',
    '111.48 m², ceilings 2.74 m, 2 Bedroom, 1 Bathroom, 1 Toilet',
  ],
  [
    'Two bedrooms, kitchen, bathroom, living room with garden view to the south. The bedrooms should get morning sun.',
    '2 Bedroom east, 1 Kitchen, 1 Bathroom, 1 Living room south',
  ],
  [
    'The bedrooms should be on the upper floor and should get evening sun. Three bedrooms, two bathrooms, kitchen.',
    'storeys 2, 3 Bedroom @1 west, 2 Bathroom, 1 Kitchen',
  ],
  [
    'A south-facing living room, two bedrooms in the north-west corner and a bathroom off the hall.',
    '1 Living room south, 2 Bedroom north west, 1 Bathroom next_to hall',
  ],
  [
    'A bungalow; living room and kitchen to the north; two bedrooms to the south.',
    'storeys 1, 1 Living room north, 1 Kitchen north, 2 Bedroom south',
  ],
  [
    'Home office of 10 m² at the front, living room at the back, two bedrooms, bathroom.',
    '1 Office 10 m² next_to entrance, 1 Living room apart entrance, 2 Bedroom, 1 Bathroom',
  ],
  [
    'The entrance should face the street in the north. Living room facing south, kitchen facing the street.',
    'entrance north, 1 Living room south, 1 Kitchen next_to entrance',
  ],
  [
    'A U-shaped house around a courtyard with three bedrooms, two bathrooms, kitchen and living room.',
    'U shape, 3 Bedroom, 2 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    'Cabin with shed roof with 10 degrees, one bedroom, one bathroom, kitchen and living room.',
    'roof shed 10°, 1 Bedroom, 1 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    'A 12 x 10 m house with gable roof at 35 degrees, 3 bedrooms, 1 bathroom; front door to the west.',
    '12 x 10 m, turnable, roof gable 35°, entrance west, 3 Bedroom, 1 Bathroom',
  ],
  [
    'House with 3 bedrooms and 2 bathrooms, hipped roof, 6:12 pitch',
    'roof hip 26.57°, 3 Bedroom, 2 Bathroom',
  ],
  [
    'Bedrooms: 3\nBathrooms: 2\nKitchen: 14 m²\nLiving: 30 m²\nEntrance: south\nRoof: hip, 30°',
    'roof hip 30°, entrance south, 3 Bedroom, 2 Bathroom, 1 Kitchen 14 m², 1 Living room 30 m²',
  ],
  [
    '1. Living room 30 m²\n2. Kitchen 12 m²\n3. Two bedrooms 13 m² each\n4. Bathroom',
    '1 Living room 30 m², 1 Kitchen 12 m², 2 Bedroom 13 m², 1 Bathroom',
  ],
  [
    '- 1 x living room\n- 1 x kitchen\n- 3 x bedrooms\n- bathrooms: 2',
    '1 Living room, 1 Kitchen, 3 Bedroom, 2 Bathroom',
  ],
  [
    'Compact 1-bed apartment ~45 sqm: bedroom 12, living/kitchen 20, bath 5',
    '45 m², open plan, 1 Bedroom 12 m², 1 Living room 13.91 m², 1 Kitchen 6.09 m², 1 Bathroom 5 m²',
  ],
  [
    'bedroom 1 4x3m, bedroom 2 3x3m, kitchen 3x4m, lounge 5x4m, bathroom 2x2m',
    '1 Bedroom 1 4 x 3 m, 1 Bedroom 2 3 x 3 m, 1 Kitchen 3 x 4 m, 1 Lounge 5 x 4 m, 1 Bathroom 2 x 2 m',
  ],
  ['Two bedrooms (14 and 12 m²), one bathroom', '1 Bedroom 14 m², 1 Bedroom 12 m², 1 Bathroom'],
  [
    'House with 3 bedrooms: one of 16 m² and two of 12 m², kitchen, bathroom',
    '2 Bedroom 12 m², 1 Bedroom 16 m², 1 Kitchen, 1 Bathroom',
  ],
  [
    'House with 4 bedrooms including a master with ensuite, family bathroom, lounge, kitchen.',
    '3 Bedroom, 1 Main bedroom (main) within bathroom, 1 Ensuite bathroom (ensuite), 1 Bathroom, 1 Lounge, 1 Kitchen',
  ],
  [
    '3 bedrooms, one of them with its own bathroom, a living room, kitchen and bathroom.',
    '3 Bedroom within bathroom, 1 Ensuite bathroom (ensuite), 1 Living room, 1 Kitchen, 1 Bathroom',
  ],
  [
    'Two ensuite bedrooms, a lounge and a kitchen.',
    '2 Bedroom within bathroom, 2 Ensuite bathroom (ensuite), 1 Lounge, 1 Kitchen',
  ],
  [
    '3 bedrooms, 2 bathrooms (one en-suite), kitchen, lounge',
    '3 Bedroom within bathroom, 1 Bathroom, 1 Ensuite bathroom (ensuite), 1 Kitchen, 1 Lounge',
  ],
  [
    'A kitchen with at least 14 m² and a pantry of 3 m² off the kitchen.',
    '1 Kitchen ≥ 14 m², 1 Pantry 3 m² next_to kitchen',
  ],
  [
    'the living room must be at least 30m2 and have big windows to the south, the kitchen next to it',
    'big windows, 1 Living room ≥ 30 m² south, 1 Kitchen next_to living',
  ],
  [
    'A house where the kitchen is open to the dining room, with two bedrooms not next to the kitchen and a bathroom.',
    '1 Kitchen open_to dining, 2 Bedroom apart kitchen, 1 Bathroom',
  ],
  [
    'A house for 4 people with a living room with a dining table for 6, a bedroom with two single beds and a bathroom with bath, shower and toilet.',
    '1 Living room dining_table_6, 1 Bedroom bed_single bed_single, 1 Bathroom bath_tub shower toilet',
  ],
  [
    'Wheelchair-friendly bungalow of 95 m² with wide doors (90 cm), 2 bedrooms, wet room, corridor 1.5 m wide',
    'storeys 1, 95 m², accessible, doors 0.9 m, 2 Bedroom, 1 Wet room, 1 Corridor 1.5 m wide',
  ],
  [
    'two bedrooms, living room; windows 1.8 m wide in the bedrooms.',
    '2 Bedroom windows 1.8 m, 1 Living room',
  ],
  [
    'we need a hous with 3 bedrom, 2 bathrom, kichen and livng room',
    '3 Bedroom, 2 Bathroom, 1 Kitchen, 1 Living room',
  ],
  [
    'bunglow with 2 bedroms, bathrom, livingroom and kitchin',
    'storeys 1, 2 Bedroom, 1 Bathroom, 1 Living room, 1 Kitchen',
  ],
  [
    "Please create a two-storey home for a family of four. On the ground floor there should be an open kitchen-dining-living area of about 45 m², a guest WC and a utility room. On the first floor there should be a master bedroom with dressing room and ensuite bathroom, two children's rooms and a family bathroom. The roof should be a gable roof with a 40 degree pitch.",
    'storeys 2, roof gable 40°, open plan, 1 Kitchen 9.95 m² @0, 1 Dining room 12.32 m² @0, 1 Living room 22.74 m² @0, 1 Guest toilet @0, 1 Utility room @0, 1 Main bedroom (main) @1 within closet within bathroom, 1 Dressing room (ensuite) @1, 1 Ensuite bathroom (ensuite) @1, 2 Child’s room @1, 1 Bathroom @1',
  ],
  [
    'Ground floor: hallway, kitchen (15 m²), guest toilet (2 m²).\nUpper floor: 3 bedrooms (12, 14 and 16 m²), bathroom (8 m²).',
    'storeys 2, 1 Hall @0, 1 Kitchen 15 m² @0, 1 Guest toilet 2 m² @0, 1 Bedroom 12 m² @1, 1 Bedroom 14 m² @1, 1 Bedroom 16 m² @1, 1 Bathroom 8 m² @1',
  ],
  [
    'Two-storey, 10m x 8m, entrance facing west. Ground: living, kitchen, study, wc. First: 3 beds, 1 bath.',
    'storeys 2, 10 x 8 m, turnable, entrance west, 1 Living room @0, 1 Kitchen @0, 1 Study @0, 1 Toilet @0, 3 Bedroom @1, 1 Bathroom @1',
  ],
  [
    'The kitchen should be 12 m2, the living room 25 m2, and both bedrooms 14 m2. One bathroom of 6 m2.',
    '1 Kitchen 12 m², 1 Living room 25 m², 2 Bedroom 14 m², 1 Bathroom 6 m²',
  ],
  [
    'house with 3 bedrooms upstairs and open kitchen/living downstairs. The front door is on the east side.',
    'storeys 2, entrance east, open plan, 3 Bedroom @1, 1 Kitchen @0, 1 Living room @0',
  ],
  [
    "A bedroom with its own terrace, a living room (35m2) that opens onto a patio, and parents' bedroom with its own bath",
    '1 Bedroom next_to terrace, 1 Terrace, 1 Living room 35 m² open_to terrace, 1 Main bedroom (main) within bathroom, 1 Ensuite bathroom (ensuite)',
  ],
  [
    'Office for 12 people: three offices, two meeting rooms, kitchen, 2 WCs',
    '3 Office, 2 Meeting room, 1 Kitchen, 2 Toilet',
  ],
  [
    'We need a clinic: waiting room 20 m², three consulting rooms of 12 m², reception and WC.',
    '1 Waiting room 20 m², 3 Consulting room 12 m², 1 Reception, 1 Toilet',
  ],
  [
    'Two bedrooms (ours 15 m², the baby’s about 10), a kitchen and a bathroom.',
    '1 Bedroom 15 m², 1 Bedroom 10 m², 1 Kitchen, 1 Bathroom',
  ],
  [
    '3 beds, 2 baths (the main bedroom has its own), lounge, kitchen.',
    '2 Bedroom, 1 Bathroom, 1 Main bedroom (main) within bathroom, 1 Ensuite bathroom (ensuite), 1 Lounge, 1 Kitchen',
  ],
  [
    'A lodge with a living room with a kitchenette in it, a bedroom and a wet room.',
    '1 Living room open_to kitchen, 1 Kitchenette, 1 Bedroom, 1 Wet room',
  ],
  [
    '2BR 1BA, LR, DR, MBR with en-suite',
    '2 Bedroom, 1 Bathroom, 1 Living room, 1 Dining room, 1 Main bedroom (main) within bathroom, 1 Ensuite bathroom (ensuite)',
  ],
  [
    'A cottage 12 metres from east to west and 7 metres from north to south with a bedroom and a bath',
    '12 x 7 m, 1 Bedroom, 1 Bathroom',
  ],
  [
    'A maisonette with two bedrooms and a lounge, all within 9 x 8 m.',
    '9 x 8 m, turnable, 2 Bedroom, 1 Lounge',
  ],
  ['3 bedrooms, 2 baths, max 10 x 12', '10 x 12 m, turnable, 3 Bedroom, 2 Bathroom'],
  [
    "House for the twins: Emma's room, a games room, a prayer room and a snug.",
    "1 Emma's room, 1 Games room, 1 Prayer room, 1 Snug",
  ],
  [
    'A flat with a bedroom and a shower room with a shower rather than a bath',
    '1 Bedroom, 1 Shower room shower',
  ],
]

describe('a brief for a new building', () => {
  test.each(BUILDINGS)('of the proof is read: $id', ({ id, requests }) => {
    expect(read(requests[0])).toBe(PROOF[id])
  })

  test.each(PHRASINGS)('is read: %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test('has counts within bounds, whatever its numbers', () => {
    const { rooms, storeys } = readBuildingBrief(tokensOf('900 storeys, 900 bedrooms, 1.4 studies'))
    expect(rooms.map(({ count }) => count)).toEqual([900, 1])
    expect(storeys).toBe(40)
  })

  test('is read to its end where numbers stand in no order', () => {
    expect(read('a 45 120 pitched roof, 3 4 5 of them, one bedroom')).toBe(
      'roof gable, 1 Bedroom, unread a 45 120, unread 3 4 5 of them',
    )
  })
})
