import { describe, expect, test } from 'vitest'
import { isUnchanged, offers, replies } from '../../../../tests/planner/facts.ts'
import { type Case, outcomeOf, unmet } from '../../../../tests/planner/outcome-of.ts'

/** [question, what its answer has] about the bungalow. */
const BUNGALOW: [string, RegExp][] = [
  ['How large is the kitchen?', /12\.07 m².*2\.88 m.*4\.19 m/],
  ['how big is the living room in square feet', /234\.1 ft²/],
  ['area of the bathroom?', /7\.27 m²/],
  ['Tell me the size of the storage', /6\.99 m²/],
  ['How wide is the corridor?', /1\.18 m wide and 11\.7 m long/],
  ['how long is the corridor in feet', /38\.39 ft long/],
  ['What is the width and depth of the west bedroom?', /3\.39 m.*3\.19 m/],
  ["What's the perimeter of the bathroom?", /10\.94 m/],
  ['What is the volume of the kitchen?', /33\.5 m³/],
  ['How high is the kitchen?', /2\.78 m/],
  ["what's the area of the bedrooms", /Together they have 36\.12 m²/],
  ['How big is the house?', /98 m².*115\.62 m².*12\.3 m.*9\.4 m/],
  ['What is the total square footage?', /1054\.8 ft²/],
  ['How high is the house?', /ridge.*6\.34 m/],
  ['Is the kitchen bigger than the bathroom?', /^Yes.*12\.07 m².*7\.27 m²/],
  ['Is the storage larger than the bathroom?', /^No/],
  ['Which is the largest room?', /Living room.*21\.75 m²/],
  ['Which is the smallest bedroom?', /West bedroom.*10\.81 m²/],
  ['How many rooms are there?', /8 rooms/],
  ['How many windows does the house have?', /8 windows/],
  ['How many windows are there on the north side?', /3 windows/],
  ['How many doors are there in the corridor?', /8 doors/],
  ['how many storeys does it have', /1 storey/],
  ['List all rooms', /Kitchen \(12\.07 m²\).*Storage \(6\.99 m²\)/],
  ['What rooms are upstairs?', /no upper floor/],
  ['Does the house have a garage?', /^No, there is no garage/],
  ['Do we have a storage?', /^Yes/],
  ['Which rooms have no window?', /^The Storage has no window\.$/],
  ['Which rooms face south?', /^The Living room, the Kitchen and the Main bedroom/],
  ['which rooms are smaller than 8 m²', /^The Bathroom \(7\.27 m²\) and the Storage \(6\.99 m²\)/],
  ['Which rooms are too small?', /^No room/],
  ['Which rooms are not furnished?', /Kitchen.*Storage/],
  ['Does the bathroom have a window?', /^Yes.*north/],
  ['Does the kitchen face north?', /^No.*south/],
  ['What is next to the kitchen?', /Living room, the Main bedroom and the Corridor/],
  ['Is the kitchen next to the bathroom?', /^No/],
  ['Is there a door between the kitchen and the living room?', /^No.*Corridor/],
  ['Is there a door between the kitchen and the corridor?', /^Yes.*0\.85 m/],
  ['How do I get from the kitchen to the bathroom?', /through the Corridor/],
  ['How far is the kitchen from the bathroom?', /5\.61 m.*6\.84 m/],
  ['Where is the bathroom?', /ground floor, in the north/],
  ['where is the sofa?', /Living room/],
  ['Where is the front door?', /west wall of the Corridor/],
  ['How wide is the front door?', /1 m wide/],
  ['What is the height of the bathroom window?', /1\.2 m high.*0\.9 m above/],
  ['Does a double bed fit into the west bedroom?', /^Yes.*bed/],
  ['Would a king size bed fit in the corridor?', /^No.*king bed.*1\.99 m/],
  ['Can I put a wardrobe in the storage?', /^Yes/],
  ['Is there enough space for two single beds in the east bedroom?', /^Yes, 2 single beds/],
  ['Does the bed fit in the storage?', /^No.*single bed fits/],
  ['What furniture is in the living room?', /sofa/],
  ['How many beds are in the main bedroom?', /There is 1 .*bed/],
  ['Is there a sofa in the kitchen?', /^No/],
  ['How large is the sofa?', /2\.2 m wide, 0\.92 m deep/],
  ['What is the roof pitch?', /35°/],
  ['What kind of roof is it?', /gable roof/],
  ['How tall are the ceilings?', /2\.8 m.*2\.78 m/],
  ['Kitchen size?', /12\.07 m²/],
  ['how many m2 is the kitchen', /12\.07 m²/],
  ['Does the house have a garage and a study?', /no garage.*no study/],
  ['Are all rooms big enough?', /^All 8 rooms have at least/],
  ['Which bedroom is the smallest, and how big is it?', /West bedroom.*10\.81 m²/],
  ["What's the narrowest room?", /^The Corridor is the narrowest, with 1\.18 m/],
  ['What is the second largest room?', /^The Main bedroom is the second largest, with 14\.2 m²/],
  ['Which room has the most windows?', /^The Living room has the most windows: 2/],
  ["What's the widest door in the house?", /west wall of the Corridor.*1 m wide/],
  ['Which rooms can I get to directly from the corridor?', /Kitchen.*Storage and the outside/],
  ['Which rooms does the kitchen connect to?', /^Doors.*to the Corridor\.$/],
  ['How far is it from the bed to the window in the main bedroom?', /bed in the Main.* m\.$/],
  ['how far is the sofa from the front door?', /5\.94 m/],
  ['does every room have a window?', /^No: The Storage does not/],
  ['Do all bedrooms have a window?', /^Yes, all 3/],
  ['Does any room lack a window?', /^Yes: The Storage/],
  ['how many m² are the bedrooms together?', /36\.12 m²/],
  ['what is the average size of the bedrooms?', /12\.04 m² on average/],
  ['How much bigger is the living room than the kitchen?', /9\.68 m² larger/],
  ['What share of the house is the living room?', /22\.2 %/],
  ['Is the bathroom big enough for a bathtub?', /^Yes, a bath tub fits/],
  ['Which bedroom gets the morning sun?', /^The Main bedroom has an outer wall in the east/],
  ['Do the bathroom and the storage share a wall?', /^No, the Bathroom does not border/],
  ['Can I walk from the kitchen to the living room without the corridor?', /^No/],
  ['Tell me the largest room and its size', /^The Living room is the largest, with 21\.75/],
  ['What is the smallest window?', /Corridor.*0\.6 m/],
  ['Is anything wrong?', /0 errors and 1 warning/],
  ['How much paint do I need?', /299\.65 m².*30 litres/],
  ['How much flooring do I need for the bedrooms?', /36\.12 m²/],
  ['What can you do?', /by rules.*no language model/s],
  ['Are you an AI?', /no language model/],
  ['How big is the sauna?', /no sauna.*Kitchen/],
]

describe('questions about the bungalow', () => {
  test.each(BUNGALOW)('%s', (request, pattern) => {
    expect(unmet('bungalow', request, [replies(pattern), isUnchanged])).toEqual([])
  })
})

const TWO_STOREYS: Case[] = [
  [
    'List the rooms upstairs with their areas.',
    replies(/Landing \(19\.45 m²\)/, /^(?!.*Kitchen)/s),
  ],
  ['What is the area of the ground floor?', replies(/95\.66 m²/)],
  ['How high is the ground floor, from floor to floor?', replies(/2\.8 m high/)],
  ['How many doors are there upstairs?', replies(/6 doors/)],
  ['How many storeys are there?', replies(/2 storeys/)],
  ['Where is the ensuite?', replies(/upper floor/)],
  ['Which is the largest bedroom?', replies(/Main bedroom.*20\.15 m²/)],
]

describe('questions about a house of two storeys', () => {
  test.each(TWO_STOREYS)('%s', (request, ...facts) => {
    expect(unmet('family-house', request, [...facts, isUnchanged])).toEqual([])
  })
})

test('a question that may be about several rooms comes back with them', () => {
  const { replies: all } = outcomeOf('bungalow', 'Does a single bed fit?')
  const facts = [offers(0, /west bedroom/i, /east bedroom/i)]
  expect(unmet('bungalow', 'Does a single bed fit?', facts), all[0].text).toEqual([])
})
