/** Walls whose joins are hard to get right, by description. They are 0.2 m thick unless stated. */
export const NASTY_JOINS: Record<string, object[]> = {
  'a right angle': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [2, 2] },
  ],
  'a right angle of unequal walls': [
    { start: [0, 0], end: [2, 0], thickness: 0.4 },
    { start: [2, 0], end: [2, 2], thickness: 0.1 },
  ],
  'an obtuse turn': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [3.5, 1.5] },
  ],
  'a slight turn of unequal walls': [
    { start: [0, 0], end: [2, 0], thickness: 0.4 },
    { start: [2, 0], end: [4, 0.4], thickness: 0.1 },
  ],
  'an acute turn, bevelled': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [0.2, 0.5] },
  ],
  'a very acute turn of unequal walls': [
    { start: [0, 0], end: [2.5, 0], thickness: 0.3 },
    { start: [2.5, 0], end: [0, 0.4], thickness: 0.1 },
  ],
  'a turn of 0.1 degrees': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [4, 0.0035] },
  ],
  'a turn of 0.1 degrees of unequal walls': [
    { start: [0, 0], end: [2, 0], thickness: 0.3 },
    { start: [2, 0], end: [4, 0.0035], thickness: 0.1 },
  ],
  'in a line': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [4, 0] },
  ],
  'in a line, unequal': [
    { start: [0, 0], end: [2, 0], thickness: 0.4 },
    { start: [2, 0], end: [4, 0] },
  ],
  'an end in a side': [
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0], end: [2, 2], thickness: 0.1 },
  ],
  'an end at a face': [
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0.1], end: [2, 2] },
  ],
  'an oblique end in a side': [
    { start: [0, 0], end: [4, 0], thickness: 0.3 },
    { start: [1.5, 0], end: [3, 1] },
  ],
  'two ends from one side': [
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0], end: [3.5, 1] },
    { start: [2, 0], end: [1, 1.5], thickness: 0.1 },
  ],
  'two ends from both sides': [
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0], end: [2.5, 1.2] },
    { start: [2, 0], end: [2.2, -1.2], thickness: 0.1 },
  ],
  'a side cut in two where another ends': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [4, 0] },
    { start: [2, 0], end: [2, 2], thickness: 0.1 },
  ],
  'four cut in the middle': [
    { start: [0, 1], end: [2, 1] },
    { start: [2, 1], end: [4, 1] },
    { start: [2, -0.5], end: [2, 1], thickness: 0.3 },
    { start: [2, 1], end: [2, 2.5], thickness: 0.3 },
  ],
  'two that cross uncut': [
    { start: [0, 1], end: [4, 1] },
    { start: [1, 2.5], end: [2.5, -0.5], thickness: 0.3 },
  ],
  'three of a star': [
    { start: [2, 1], end: [2, -1] },
    { start: [2, 1], end: [3.732, 2] },
    { start: [2, 1], end: [0.268, 2] },
  ],
  'five unequal ones at a joint': [
    { start: [2, 1], end: [4, 1], thickness: 0.3 },
    { start: [2, 1], end: [3, -0.6], thickness: 0.1 },
    { start: [2, 1], end: [0.8, -0.4], thickness: 0.2 },
    { start: [2, 1], end: [0.2, 1.9], thickness: 0.15 },
    { start: [2, 1], end: [2.3, 2.6], thickness: 0.25 },
  ],
  'an arc that goes on straight': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [3, 1], sagitta: 0.2929 },
  ],
  'an arc at an angle': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [2, 2], sagitta: -0.6 },
  ],
  'two arcs': [
    { start: [0, 0], end: [2, 0], sagitta: 0.5 },
    { start: [2, 0], end: [4, 0], sagitta: 0.5, thickness: 0.3 },
  ],
  'an end in the side of an arc': [
    { start: [0, 0], end: [4, 0], sagitta: 1 },
    { start: [2.2, -0.98], end: [2.6, 1] },
    { start: [1, -2], end: [1.2, -0.84], thickness: 0.3 },
  ],
  'an arc that ends in a side': [
    { start: [0, 0], end: [4, 0] },
    { start: [2, 0], end: [3.2, 1.6], sagitta: 0.5 },
  ],
  'a wall shorter than its joins': [
    { start: [0, 0], end: [2, 0], thickness: 0.4 },
    { start: [2, 0], end: [2.05, 0.1], thickness: 0.1 },
    { start: [2.05, 0.1], end: [2.05, 2], thickness: 0.4 },
  ],
  'one along inside another': [
    { start: [0, 0], end: [3, 0] },
    { start: [2, 0], end: [4, 0] },
  ],
  'the same twice': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [0, 0], thickness: 0.3 },
  ],
  'no length': [
    { start: [0, 0], end: [2, 0] },
    { start: [2, 0], end: [2, 0] },
    { start: [2, 0], end: [2, 2] },
  ],
  'ends half a millimetre apart': [
    { start: [0, 0], end: [2, 0] },
    { start: [2.0004, 0.0003], end: [2.0004, 2] },
  ],
  'ends apart': [
    { start: [0, 0], end: [2, 0] },
    { start: [2.15, 0], end: [2.15, 2] },
  ],
}
