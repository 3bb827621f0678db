import { expect, test } from 'vitest'
import { BoundedQueue } from './bounded-queue.ts'

test('tasks past the bound wait, and those past the waiting ones are refused', async () => {
  const queue = new BoundedQueue(2, 3, (waiting) => new Error(`${waiting} wait`))
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const run = (i: number) =>
    queue.run(async () => {
      begun.push(i)
      await gates[i].promise
      return i
    })
  const results = [0, 1, 2, 3, 4].map(run)
  await expect(run(5)).rejects.toThrow('3 wait')
  expect(begun).toEqual([0, 1])
  gates[1].resolve()
  expect(await results[1]).toBe(1)
  gates[5].resolve()
  const late = run(5)
  for (const gate of gates) gate.resolve()
  expect(await Promise.all([...results, late])).toEqual([0, 1, 2, 3, 4, 5])
  await queue.idle()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})

test('a task that fails passes its error on and makes room', async () => {
  const queue = new BoundedQueue(1, 1, () => new Error('full'))
  const failing = queue.run(() => Promise.reject(new Error('of the task')))
  const next = queue.run(async () => 'next')
  await expect(failing).rejects.toThrow('of the task')
  expect(await next).toBe('next')
})
