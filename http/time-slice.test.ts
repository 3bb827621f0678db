import { expect, test } from 'vitest'
import { SLICE_MS, SliceClock } from './time-slice.ts'

/** A clock of a slice, both of whose times a test sets, and the number of reads of the second. */
function clockOf() {
  const times = { wall: 1_000, processor: 50, reads: 0 }
  const clock = new SliceClock(
    () => times.wall,
    () => {
      times.reads++
      return times.processor
    },
  )
  return { clock, times }
}

test('a slice is over when its thread has worked for so long, however late it is', () => {
  const { clock, times } = clockOf()
  times.wall += 20
  times.processor += SLICE_MS - 0.1
  expect(clock.isOver()).toBe(false)
  times.wall += 0.1
  times.processor += 0.1
  expect(clock.isOver()).toBe(true)
  clock.restart()
  expect(clock.isOver()).toBe(false)
})

test('processor time is read only when the slice may be over by the wall clock', () => {
  const { clock, times } = clockOf()
  times.reads = 0
  for (let step = 0; step < 100; step++) {
    // The thread gets half of its processor.
    times.wall += SLICE_MS / 50
    times.processor += SLICE_MS / 100
    expect(clock.isOver()).toBe(step === 99)
  }
  expect(times.reads).toBeLessThan(12)
})
