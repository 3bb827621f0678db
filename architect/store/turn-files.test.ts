import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../accounts/accounts.ts'
import { organization } from '../../accounts/database/schema.ts'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { hashOf, StoreGround } from '../../tests/projects/store-ground.ts'
import type { ProjectStore } from './project-store.ts'
import { FILE_DAYS, FILES_BYTES_MAX, FILES_MAX, FILES_SWEPT_AT_ONCE } from './store-limits.ts'
import type { NewFile } from './turn-files.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

onEngines((engine) => {
  let ground: StoreGround
  let store: ProjectStore
  beforeAll(async () => {
    ground = await StoreGround.open(engine)
    store = ground.store
  })
  afterAll(() => ground?.close())

  const file = (text: string, more: Partial<NewFile> = {}): NewFile => ({
    filename: `${text}.txt`,
    purpose: 'user_data',
    mediaType: 'text/plain',
    blob: hashOf(text),
    bytes: 10,
    ...more,
  })
  const idsOf = async (caller: Caller, more = {}) => {
    const { files, hasMore } = await store.listFiles(caller, { limit: 10, order: 'desc', ...more })
    return [files.map(({ id }) => id), hasMore]
  }
  /** Makes the last use of a file so many days earlier. */
  const age = (id: string, days: number) =>
    ground.database.query({
      text: `UPDATE turn_file SET used_at = used_at - make_interval(days => $2) WHERE id = $1`,
      values: [id, days],
    })
  const sweepAll = async () => {
    for (let after: string | null = ''; after !== null; ) after = await store.sweep(after)
  }

  test('files belong to a workspace: others find, use and delete none of them', async () => {
    const [ada, bob] = [await ground.person('Ada'), await ground.person('Bob')]
    const id = randomUUID()
    await ground.database.tables
      .insert(organization)
      .values({ id, name: 'Firm', slug: id, createdAt: new Date() })
    const firm: Caller = { ...ada, workspace: { kind: 'organization', id } }
    const own = await store.addFile(ada, file('plan'))
    const ofFirm = await store.addFile(firm, file('plan'))
    expect(own.id).not.toBe(ofFirm.id)
    expect(await store.readFile(ada, own.id)).toEqual(own)
    expect(await idsOf(firm)).toEqual([[ofFirm.id], false])
    expect(await store.findFiles(ada, [own.id, ofFirm.id, 'x', own.id])).toEqual([own])
    for (const other of [bob, firm]) {
      const refusal = { code: 'file_not_found', param: 'file_id' }
      await expect(store.readFile(other, own.id)).rejects.toMatchObject(refusal)
      await expect(store.deleteFile(other, own.id)).rejects.toMatchObject(refusal)
      expect(await store.useFiles(other, [own.id])).toEqual([])
    }
    await store.deleteFile(ada, own.id)
    await expect(store.deleteFile(ada, own.id)).rejects.toMatchObject({ code: 'file_not_found' })
    await expect(store.readFile(ada, "'; --")).rejects.toMatchObject({ code: 'file_not_found' })
  })

  test('the same bytes with the same name and purpose are one file', async () => {
    const ada = await ground.person('Ada')
    const first = await store.addFile(ada, file('plan'))
    await age(first.id, FILE_DAYS + 1)
    expect(await store.findFiles(ada, [first.id])).toEqual([])
    const [again, ...others] = [
      await store.addFile(ada, file('plan')),
      await store.addFile(ada, file('plan', { filename: 'other.txt' })),
      await store.addFile(ada, file('plan', { purpose: 'vision' })),
      await store.addFile(ada, file('plan', { blob: hashOf('other') })),
    ]
    expect([again.id, again.createdAt]).toEqual([first.id, first.createdAt])
    expect(again.expiresAt.getTime()).toBeGreaterThan(Date.now() + (FILE_DAYS - 1) * 86_400_000)
    expect(new Set([again, ...others].map(({ id }) => id)).size).toBe(4)
    const twice = await Promise.all(['a', 'a', 'a'].map((text) => store.addFile(ada, file(text))))
    expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  })

  test('lists are in the order of creation, and go on after files that are gone', async () => {
    const ada = await ground.person('Ada')
    const ids: string[] = []
    for (const text of ['a', 'b', 'c', 'd', 'e'])
      ids.push((await store.addFile(ada, file(text, text === 'c' ? { purpose: 'vision' } : {}))).id)
    const [a, b, c, d, e] = ids
    expect(await idsOf(ada)).toEqual([[e, d, c, b, a], false])
    expect(await idsOf(ada, { limit: 2 })).toEqual([[e, d], true])
    await store.deleteFile(ada, d)
    expect(await idsOf(ada, { limit: 2, after: d })).toEqual([[c, b], true])
    expect(await idsOf(ada, { limit: 3, order: 'asc', after: b })).toEqual([[c, e], false])
    expect(await idsOf(ada, { purpose: 'vision' })).toEqual([[c], false])
  })

  test('files go after days without use, and their blobs with them', async () => {
    const ada = await ground.person('Ada')
    const [used, unused] = [
      await store.addFile(ada, file('used')),
      await store.addFile(ada, file('unused')),
    ]
    for (const { id } of [used, unused]) await age(id, FILE_DAYS - 1)
    expect(await store.useFiles(ada, [used.id, used.id])).toEqual([used.id])
    for (const { id } of [used, unused]) await age(id, 2)
    expect(await idsOf(ada)).toEqual([[used.id], false])
    expect(await store.useFiles(ada, [unused.id])).toEqual([])
    const blobs = [used.blob, unused.blob]
    expect((await store.referenced(blobs)).sort()).toEqual([...blobs].sort())
    await ground.database.query({
      text: `INSERT INTO turn_file (id, user_id, filename, purpose, media_type, blob, bytes,
          created_at, used_at)
        SELECT 'old' || n, $1, 'x' || n, 'vision', 'x', 'x', 1, now(), now() - interval '99 days'
        FROM generate_series(1, ${FILES_SWEPT_AT_ONCE + 1}) AS n`,
      values: [ada.account.id],
    })
    await sweepAll()
    expect(await store.referenced([...blobs, 'x'])).toEqual([used.blob])
  })

  test('a workspace has a number of files and of bytes', async () => {
    const ada = await ground.person('Ada')
    const last = await store.addFile(ada, file('last', { bytes: 1_000 }))
    const half = file('half', { bytes: FILES_BYTES_MAX / 2 })
    await store.addFile(ada, half)
    const tooLarge = file('large', { bytes: FILES_BYTES_MAX / 2 - 999 })
    const refusal = { code: 'limit_exceeded', param: 'file', details: { limit: FILES_BYTES_MAX } }
    await expect(store.requireFileRoom(ada, tooLarge)).rejects.toMatchObject(refusal)
    await expect(store.addFile(ada, tooLarge)).rejects.toMatchObject(refusal)
    await store.requireFileRoom(ada, file('fits', { bytes: FILES_BYTES_MAX / 2 - 1_000 }))
    await ground.database.query({
      text: `INSERT INTO turn_file (id, user_id, filename, purpose, media_type, blob, bytes, created_at)
        SELECT $1 || n, $1, 'x' || n, 'vision', 'x', 'x', 1, now()
        FROM generate_series(1, ${FILES_MAX - 2}) AS n`,
      values: [ada.account.id],
    })
    const tooMany = { code: 'limit_exceeded', details: { limit: FILES_MAX } }
    await expect(store.requireFileRoom(ada, file('more'))).rejects.toMatchObject(tooMany)
    await expect(store.addFile(ada, file('more'))).rejects.toMatchObject(tooMany)
    await store.requireFileRoom(ada, half)
    expect((await store.addFile(ada, file('last', { bytes: 1_000 }))).id).toBe(last.id)
    const bob = await ground.person('Bob')
    await store.requireFileRoom(bob, file('more'))
  })
})
