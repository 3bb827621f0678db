import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callHash } from '../operations/call-hash.ts'
import { newScene } from '../scene/scene.ts'
import type { CommittedCall, DraftChange } from '../store/drafts.ts'
import type { Store } from '../store/store-port.ts'
import { StoreRefusal, versionConflict, versionsChanged } from '../store/store-refusal.ts'
import { DraftEditor } from './draft-editor.ts'
import { type DraftLeases, DraftQueue } from './draft-queue.ts'
import { applyUnit } from './edit-unit.ts'
import type { SceneFiles } from './scene-files.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const conflict = versionConflict(1, 2)
const leased = new StoreRefusal('draft_leased', 'Another has it.')

/** Leases of one draft, which another process has at the first `held` calls. */
function leases(held = 0) {
  const calls: string[] = []
  const store: DraftLeases = {
    async leaseDraft() {
      calls.push('lease')
      return held-- <= 0
    },
    async releaseDraft() {
      calls.push('release')
    },
  }
  return { store, calls }
}

/** A change that fails with each error in turn, and then is done. */
function failing(calls: string[], errors: Error[]) {
  const left = [...errors]
  return async () => {
    calls.push('work')
    const error = left.shift()
    if (error) throw error
    return 'done'
  }
}

test('a change that lost three times runs with a lease, which it gives back', async () => {
  const { store, calls } = leases()
  const queue = new DraftQueue(store)
  const lostTwice = failing(calls, [conflict, conflict])
  expect(await queue.run(null, 'prj_a', {}, lostTwice)).toBe('done')
  expect(calls.splice(0)).toEqual(['work', 'work', 'work'])
  const lost = failing(calls, [conflict, leased, conflict])
  expect(await queue.run(null, 'prj_a', {}, lost)).toBe('done')
  expect(calls).toEqual(['work', 'work', 'work', 'lease', 'work', 'release'])
})

test('while another has the lease, the change runs again until it has its own', async () => {
  const { store, calls } = leases(1)
  const lost = failing(calls, [leased, leased, leased, leased, leased])
  expect(await new DraftQueue(store).run(null, 'prj_a', {}, lost)).toBe('done')
  const rounds = ['lease', 'work', 'lease', 'work', 'lease', 'work', 'release']
  expect(calls).toEqual(['work', 'work', 'work', ...rounds])
})

test('a stated version that is passed is a conflict at once; leases and saves are waited for', async () => {
  const { store, calls } = leases()
  const queue = new DraftQueue(store)
  const stated = { expectedVersion: 1 }
  const lost = failing(calls, [leased, versionsChanged(), conflict])
  await expect(queue.run(null, 'prj_a', stated, lost)).rejects.toBe(conflict)
  expect(calls).toEqual(['work', 'work', 'work'])
})

test('a lease is given back after a failure too, and one that cannot be ends by itself', async () => {
  const { store, calls } = leases()
  const release = vi.spyOn(store, 'releaseDraft').mockRejectedValue(new Error('gone'))
  const fault = new Error('fault')
  const work = failing(calls, [conflict, conflict, conflict, fault])
  await expect(new DraftQueue(store).run(null, 'prj_a', {}, work)).rejects.toBe(fault)
  expect(release).toHaveBeenCalledOnce()
})

test.each([{}, { expectedVersion: 1 }])(
  'with %o, where others are first for 10 s the answer is 503, never a conflict',
  async (stated) => {
    const { store } = leases(Number.POSITIVE_INFINITY)
    let runs = 0
    const work = async () => {
      runs++
      vi.advanceTimersByTime(1_001)
      throw leased
    }
    await expect(new DraftQueue(store).run(null, 'prj_a', stated, work)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    })
    expect(runs).toBe(10)
  },
)

test('a repeated call that another process was faster with gets the first answer', async () => {
  let committed: CommittedCall | null = null
  const isFaster = (call: string) => {
    const at = new Date()
    committed = { call, answer: '{"draftVersion":1}', draftVersion: 1, isUndone: false, at }
  }
  const fake = {
    read: async () => ({ rights: { edit: true }, draft: { version: 0, sceneHash: 'a' } }),
    committed: async () => committed,
    async commit(_: unknown, { call }: DraftChange) {
      isFaster(call)
      throw versionConflict(0, 1)
    },
    async history() {
      isFaster(callHash(['undo', 1]))
      throw new StoreRefusal('nothing_to_undo', 'There is no edit left to undo.')
    },
  }
  const scene = newScene('House', '0123abcd')
  const files = { get: async () => scene, put: async () => ({ sceneHash: 'b' }) }
  const store = fake as unknown as Store
  const editor = new DraftEditor(store, files as unknown as SceneFiles, new DraftQueue(store), {
    apply: applyUnit,
  })
  const stated = { expectedVersion: 0, operationId: 'op-1' }
  const wall = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }
  const first = { draftVersion: 1, repeated: true }
  expect(await editor.apply(null, 'prj_a', [wall], stated)).toMatchObject(first)
  await expect(editor.replace(null, 'prj_a', scene, stated)).rejects.toMatchObject({
    code: 'operation_mismatch',
  })
  committed = null
  const undo = { kind: 'undo', steps: 1 } as const
  expect(await editor.travel(null, 'prj_a', undo, stated)).toMatchObject(first)
  committed = null
  await expect(editor.apply(null, 'prj_a', [wall], { expectedVersion: 0 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
})
