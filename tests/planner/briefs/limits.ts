import { isUnchanged, refuses, replies, rooms } from '../facts.ts'
import type { Brief } from './brief.ts'
import { limit } from './brief-makers.ts'

export const LIMITS: Brief[] = [
  limit('mail', 'bungalow', 'Email the plan to my builder.', refuses(/mail/i), isUnchanged),
  limit(
    'kitchen-too-large',
    'bungalow',
    'Make the kitchen 400 m².',
    refuses(/kitchen/i),
    isUnchanged,
  ),
  limit('steep-roof', 'bungalow', 'Make the roof 89 degrees steep.', refuses(/75/), isUnchanged),
  limit(
    'no-such-room',
    'bungalow',
    'Make the sauna 1 m wider.',
    replies(/no .*sauna|sauna.* not|not .*sauna/i),
    isUnchanged,
  ),
  limit(
    'too-many-rooms',
    'empty',
    'A house of 40 m² with six bedrooms of 12 m² each.',
    refuses(/40/),
    isUnchanged,
  ),
  limit(
    'poem',
    'bungalow',
    'Write me a poem about the sea.',
    replies(/build|house|plan|room/i),
    isUnchanged,
  ),
  limit(
    'part-of-it',
    'empty',
    'A house with two bedrooms, a kitchen, a living room, a bathroom and a lift to the moon.',
    rooms({ bedroom: 2, kitchen: 1, living: 1, bathroom: 1 }),
    replies(/lift/i),
  ),
]
