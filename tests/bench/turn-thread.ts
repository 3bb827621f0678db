/**
 * The chat of a project with 1,000 recorded steps, on the embedded database or on a PostgreSQL: the
 * whole thread as the JSON of `GET /api/scenes/{id}/chat`, and what a reader of the updates gets
 * who knows all but the last step. The peer is the same thread read with all that is recorded of
 * each step, outputs of tools of 4 KB included.
 *
 *   node tests/bench/turn-thread.ts [--runs 50] [--database postgresql://...]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Caller } from '../../accounts/accounts.ts'
import { type DatabasePlace, openDatabase } from '../../accounts/database/open-database.ts'
import { user } from '../../accounts/database/schema.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { FolderBlobs } from '../../architect/blobs/folder-blobs.ts'
import { SceneFiles } from '../../architect/projects/scene-files.ts'
import { newScene } from '../../architect/scene/scene.ts'
import { chatTurnAnswer } from '../../architect/service/chat-answer.ts'
import { openProjects } from '../../architect/store/open-projects.ts'
import { turn, turnStep } from '../../architect/store/turn-schema.ts'
import { shownOf } from '../../architect/turns/shown-step.ts'
import type { StepContent } from '../../architect/turns/turn.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { machine, spread, wholeOption, writeResults } from './results.ts'

const TURNS = 20
const STEPS = 50
const OUTPUT_CHARACTERS = 4_000

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '50' }, database: { type: 'string' } },
})
const runs = wholeOption(values.runs, 'runs')
const random = seededRandom(7)
const started = machine()
const folder = mkdtempSync(join(tmpdir(), 'thread-bench-'))
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
  const blobs = await FolderBlobs.open(join(folder, 'blobs'))
  const scene = await new SceneFiles(blobs).put(newScene('Bench', '0123abcd'))
  const { id: projectId } = await store.add(caller, { name: 'Bench', ...scene })
  for (let i = 0; i < TURNS; i++) await addTurn(`${projectId}-${i}`, projectId, caller)
  const about = { viewer: caller, projectId, origin: 'http://plat.example' }
  const query = { projectId, limit: TURNS }
  const [latest] = (await store.turns.readChat(caller, { ...query, limit: 1 })).turns
  const after = { place: latest.place, step: STEPS - 1 }
  const sent = (read: Awaited<ReturnType<typeof store.turns.readChat>>) =>
    JSON.stringify(structuredClone(read).turns.map((row) => chatTurnAnswer(row, about)))
  const thread = () => store.turns.readChat(caller, query).then(sent)
  const bytes = (await thread()).length
  const works = {
    thread,
    updates: () => store.turns.readChatAfter(caller, { projectId, limit: TURNS, after }).then(sent),
    with_outputs: async () =>
      JSON.stringify(structuredClone(await database.tables.select().from(turnStep))),
  }
  // On a machine that others use, the clock means little: the time of processors is measured too.
  const timed: Record<string, number[]> = {}
  const add = (name: string, ms: number) => {
    timed[name] = [...(timed[name] ?? []), ms]
  }
  for (let i = 0; i < runs; i++)
    for (const [name, work] of Object.entries(works)) {
      const start = performance.now()
      const used = process.cpuUsage()
      await work()
      add(`${name}_ms`, performance.now() - start)
      const { user: own, system } = process.cpuUsage(used)
      add(`${name}_cpu_ms`, (own + system) / 1000)
    }
  const result = {
    machine: started,
    engine: database.engine,
    events: TURNS * STEPS,
    bytes,
    ...Object.fromEntries(Object.entries(timed).map(([name, times]) => [name, spread(times)])),
  }
  console.log(result)
  writeResults(`turn-thread-${database.engine}`, result)
  await blobs.close()
} finally {
  await close()
  await database.close()
  rmSync(folder, { recursive: true })
}

async function addTurn(id: string, projectId: string, { account }: Caller): Promise<void> {
  const input = JSON.stringify({ text: 'Move the wall of the kitchen 30 cm north.', parts: [] })
  await database.tables.insert(turn).values({
    ...{ id, projectId, accountId: account.id, credentialId: 'bench', caller: '{}' },
    ...{ model: 'architect', effort: 'medium', isBackground: true, input, request: '{}' },
    ...{ bodyHash: id, state: 'completed', reply: 'The wall was moved.', steps: STEPS },
  })
  const rows = Array.from({ length: STEPS }, (_, i) => {
    const content = i % 2 === 0 ? answerStep(i) : callStep(i)
    const shown = JSON.stringify(shownOf(content))
    return { turnId: id, number: i + 1, content: JSON.stringify(content), shown, credits: 5 }
  })
  await database.tables.insert(turnStep).values(rows)
}

function answerStep(i: number): StepContent {
  const calls = [{ id: `call_${i}`, tool: 'move_wall', arguments: '{"wallId":"wall_1"}' }]
  const usage = { input: 2_000, cached: 0, output: 100, reasoning: 50 }
  const reasoning = 'The wall between the kitchen and the hall has to move. '.repeat(6)
  return {
    kind: 'answer',
    model: 'bench',
    answer: { text: '', reasoning, calls, usage, isCut: false },
  }
}

function callStep(i: number): StepContent {
  return {
    kind: 'call',
    callId: `call_${i - 1}`,
    tool: 'move_wall',
    arguments: '{"wallId":"wall_1"}',
    output: JSON.stringify(Array.from({ length: OUTPUT_CHARACTERS / 20 }, () => random())),
    isEdit: true,
    line: 'move wall: Kitchen, Hall, 4 changed',
    images: [],
  }
}
