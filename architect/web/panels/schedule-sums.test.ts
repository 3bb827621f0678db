import { expect, test } from 'vitest'
import { type SummedRoom, scheduleSums } from './schedule-sums.ts'

const room = (netArea: number, windowIds: string[], isIndoors = true): SummedRoom => ({
  netArea,
  windowIds,
  windowArea: windowIds.length * 1.5,
  isIndoors,
})

test('what is outdoors has a sum of its own, and its windows are those of the rooms', () => {
  const rows = [
    room(10.1, ['window_1', 'window_2']),
    room(20.2, ['window_3']),
    room(34, ['window_2'], false),
  ]
  expect(scheduleSums(rows)).toEqual([
    { title: 'Sum indoors', netArea: 30.3, windows: 3, windowArea: 4.5 },
    { title: 'Outdoors', netArea: 34, windows: null, windowArea: null },
  ])
})

test('a window between two rooms is counted once, and no sum counts its area twice', () => {
  const rows = [room(10, ['window_1']), room(20, ['window_1', 'window_2'])]
  expect(scheduleSums(rows)).toEqual([{ title: 'Sum', netArea: 30, windows: 2, windowArea: null }])
})

test('a single room is its own sum', () => {
  expect(scheduleSums([room(10, [])])).toEqual([])
})
