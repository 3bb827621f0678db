import { furnished, isLarger, isUnchanged, offers, othersStay, replies, windows } from '../facts.ts'
import type { Brief } from './brief.ts'
import { unclear } from './brief-makers.ts'

export const UNCLEAR: Brief[] = [
  unclear(
    'which-bedroom',
    'bungalow',
    ['Make the bedroom larger.'],
    offers(0, /main bedroom/i, /west bedroom/i, /east bedroom/i),
    isUnchanged,
  ),
  unclear(
    'bedroom-by-name',
    'bungalow',
    ['Make the bedroom 50 cm wider.', 'West bedroom'],
    offers(0, /main bedroom/i, /west bedroom/i, /east bedroom/i),
    isLarger(/west bedroom/i),
    othersStay(/west bedroom|bathroom|corridor/i),
  ),
  unclear(
    'bedroom-by-number',
    'bungalow',
    ['Put a cot into the bedroom.', '2'],
    offers(0, /bedroom/i),
    replies(/cot/i),
  ),
  unclear(
    'by-position',
    'bungalow',
    ['Put a cot into the left bedroom of the north side.'],
    furnished(/west bedroom/i, /^cot/),
    othersStay(),
  ),
  unclear(
    'which-room-window',
    'bungalow',
    ['Add a window 1 m wide.', 'the storage'],
    offers(0, /storage/i),
    windows('storage', { width: 1 }),
    othersStay(),
  ),
  unclear('nothing-to-move', 'bungalow', ['Move it to the left.'], isUnchanged, replies(/\?/)),
]
