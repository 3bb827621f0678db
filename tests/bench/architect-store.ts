/**
 * Projects on the embedded database, or on a PostgreSQL: an edit of the draft, a save and a
 * publication of a scene of 38 KB and more, without HTTP. Peers of the same run: the scene file
 * inserted as one row of jsonb, and written as one file with fsync.
 *
 *   node tests/bench/architect-store.ts [--runs 100] [--database postgresql://...]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Caller } from '../../accounts/accounts.ts'
import { type DatabasePlace, openDatabase } from '../../accounts/database/open-database.ts'
import { user } from '../../accounts/database/schema.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { FolderBlobs } from '../../architect/blobs/folder-blobs.ts'
import { DraftEditor } from '../../architect/projects/draft-editor.ts'
import { DraftQueue } from '../../architect/projects/draft-queue.ts'
import { applyUnit } from '../../architect/projects/edit-unit.ts'
import { SceneFiles } from '../../architect/projects/scene-files.ts'
import { VersionKeeper } from '../../architect/projects/version-keeper.ts'
import { readScene } from '../../architect/scene/scene-file.ts'
import { openProjects } from '../../architect/store/open-projects.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '7' },
    database: { type: 'string' },
  },
})
const runs = wholeOption(values.runs, 'runs')
const random = seededRandom(wholeOption(values.seed, 'seed'))
const started = machine()
const folder = mkdtempSync(join(tmpdir(), 'store-bench-'))
const place: DatabasePlace = values.database
  ? { kind: 'postgresql', url: values.database }
  : { kind: 'embedded', folder: join(folder, 'database') }

const database = await openDatabase(place)
const { store, close } = await openProjects(database, {
  signingKey: new Uint8Array(32),
  limits: new MemoryLimits(),
  onFailure: (error) => console.error(error),
})
try {
  const text = readFileSync(
    join(PROJECT_ROOT, 'architect/examples/family-house/scene.json'),
    'utf8',
  )
  const read = readScene(text)
  if (!('scene' in read)) throw new Error('the example is no scene')
  const blobs = await FolderBlobs.open(join(folder, 'blobs'))
  const scenes = new SceneFiles(blobs)
  const turns = new DraftQueue(store)
  const editor = new DraftEditor(store, scenes, turns, { apply: applyUnit })
  const versions = new VersionKeeper(store, scenes, turns)
  const id = `bench-${Date.now()}`
  await database.tables.insert(user).values({ id, name: 'Bench', email: `${id}@example.com` })
  const caller: Caller = {
    kind: 'session',
    credential_id: id,
    account: { id, kind: 'person' },
    workspace: { kind: 'personal', id },
    scopes: [],
    plan: 'free',
  }
  const made = await store.add(caller, { name: 'Bench', ...(await scenes.put(read.scene)) })
  await database.run('CREATE TEMPORARY TABLE bench_scene (scene jsonb NOT NULL)')
  const timed = {
    edit: [] as number[],
    save: [] as number[],
    publish: [] as number[],
    insert_jsonb: [] as number[],
    write_file: [] as number[],
  }
  const measure = async (name: keyof typeof timed, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    timed[name].push(performance.now() - start)
  }
  const edit = (i: number) => {
    const at = [40 + random(), 40 + random()]
    const operation = { tool: 'add_annotation', arguments: { position: at, text: `note ${i}` } }
    return editor.apply(caller, made.id, [operation], {})
  }
  for (let i = 0; i < runs; i++) {
    await measure('edit', () => edit(2 * i))
    await measure('save', () => versions.save(caller, made.id, {}))
    await edit(2 * i + 1)
    await measure('publish', () => versions.publish(caller, made.id, {}))
    await measure('insert_jsonb', () =>
      database.query({ text: 'INSERT INTO bench_scene VALUES ($1)', values: [text] }),
    )
    await measure('write_file', () => writeDurably(join(folder, `${i}.json`), text))
  }
  const figures = Object.fromEntries(
    Object.entries(timed).map(([name, times]) => [name, figuresOf(times)]),
  )
  const ratio = (name: string, peer: string) =>
    rounded(figures[name].p50_ms / figures[peer].p50_ms, 1)
  const result = {
    machine: started,
    engine: database.engine,
    runs,
    scene_bytes: text.length,
    ...figures,
    save_to_insert: ratio('save', 'insert_jsonb'),
    save_to_file: ratio('save', 'write_file'),
  }
  console.log(result)
  writeResults(`architect-store-${database.engine}`, result)
  await blobs.close()
} finally {
  await close()
  await database.close()
  rmSync(folder, { recursive: true })
}

function figuresOf(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) => rounded(times[Math.floor(times.length * share)], 2)
  return { p50_ms: at(0.5), p99_ms: at(0.99) }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  await file.writeFile(text)
  await file.sync()
  await file.close()
}
