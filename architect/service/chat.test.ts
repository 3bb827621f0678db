import { eq } from 'drizzle-orm'
import { encode } from 'fast-png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '../../accounts/database/schema.ts'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { SCENARIOS, scripted } from '../../tests/turns/turn-script.ts'
import { CHAT_STEPS_MAX } from '../store/store-limits.ts'
import { turn, turnStep } from '../store/turn-schema.ts'
import { Chat, ChatUpdates, Credits } from './answers.ts'

const urlOf = (type: string, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const PNG = urlOf(
  'image/png',
  encode({ width: 1, height: 1, data: new Uint8Array(4), channels: 4 }),
)
const NOTE = urlOf('text/html', 'A <b>note</b>')
const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  const settings = scripted([
    ...SCENARIOS,
    { match: 'wait', steps: [{ delay_ms: 60_000, text: 'Never sent.' }] },
  ])
  let service: ProjectsService
  beforeAll(async () => {
    service = await ProjectsService.open(engine, { turns: settings })
  })
  afterAll(async () => {
    await service?.close()
    settings[Symbol.dispose]()
  })

  async function send(project: string, input: unknown, more: object = {}): Promise<string> {
    const payload = { model: 'architect', input, metadata: { project_id: project }, ...more }
    return (await service.json('/v1/responses', { payload })).id
  }
  const chatOf = async (project: string, query = '') => {
    const answer = await service.json(`${project}/chat${query}`)
    expect(Chat.strict().parse(answer)).toEqual(answer)
    return Chat.parse(answer)
  }
  const updatesOf = async (project: string, after: string) => {
    const answer = await service.json(`${project}/chat/updates?after=${after}`)
    expect(ChatUpdates.strict().parse(answer)).toEqual(answer)
    return ChatUpdates.parse(answer)
  }

  test('a turn is in the chat with its steps, its version, and what it has cost', async () => {
    const project = await service.project()
    const before = Credits.parse(await service.json('/api/credits'))
    const id = await send(project, 'Add a kitchen')
    const { turns, nextBefore, answeredBy } = await chatOf(project)
    expect([nextBefore, answeredBy, turns.length]).toEqual([undefined, 'model', 1])
    expect(turns[0]).toMatchObject({
      id,
      state: 'completed',
      author: { id: service.personId, name: 'Person 1' },
      canCancel: false,
      model: 'architect',
      effort: 'medium',
      input: { text: 'Add a kitchen', images: [], files: [] },
      reply: 'The kitchen has 12 m2.',
      question: null,
      reason: null,
      error: null,
      version: { number: 1, url: `http://plat.example/projects/${project}?version=1` },
    })
    const { steps, credits } = turns[0]
    expect(steps.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'thinking A room of 4 by 3 m.\n\nI draw the kitchen.',
      expect.stringMatching(/^call create room: Kitchen/),
      expect.stringMatching(/^call add door: /),
      'thinking The kitchen has 12 m2.',
      expect.stringMatching(/^check check of the building/),
    ])
    expect(credits.spent).toBeGreaterThan(0)
    const balance = await service.json('/api/credits')
    expect(Credits.strict().parse(balance)).toEqual(balance)
    expect(balance).toMatchObject({ plan: 'free', reserved: 0 })
    expect(balance.spent - before.spent).toBeCloseTo(credits.spent, 6)
    expect(before.available - balance.available).toBeCloseTo(credits.spent, 6)
    expect((await service.json('/api/scenes')).scenes[0].latestVersion).toBe(1)
  })

  test('a reader of the updates sees the same turns as one who reads the whole chat', async () => {
    const project = await service.project()
    const start = await chatOf(project)
    expect(start.turns).toEqual([])
    const ids = [await send(project, 'Add a kitchen', { background: true })]
    ids.push(await send(project, 'Do nothing', { background: true }))
    const seen = new Map<string, (typeof start)['turns'][number]>()
    let { after } = start
    await expect
      .poll(
        async () => {
          const read = await updatesOf(project, after)
          after = read.after
          for (const each of read.turns) {
            const steps = new Map([
              ...(seen.get(each.id)?.steps ?? []).map((step) => [step.number, step] as const),
              ...each.steps.map((step) => [step.number, step] as const),
            ])
            seen.set(each.id, { ...each, steps: [...steps.values()] })
          }
          return [...seen.values()].map(({ state }) => state)
        },
        { timeout: 20_000, interval: 20 },
      )
      .toEqual(['completed', 'completed'])
    const whole = await chatOf(project)
    expect(whole.turns.map(({ id }) => id)).toEqual(ids.toReversed())
    expect([...seen.values()].toReversed()).toEqual(whole.turns)
    // Only the last turn is read again, without its known steps.
    const idle = await updatesOf(project, after)
    expect(idle.turns.map(({ id, steps }) => [id, steps.length])).toEqual([[ids[1], 0]])
    expect(idle.after).toBe(after)
  })

  test('a question waits until a later turn has answered it', async () => {
    const project = await service.project()
    await send(project, 'Add a garage')
    const open = (await chatOf(project)).turns[0]
    expect(open.question).toEqual({ text: 'On which side?', options: ['North', 'East'] })
    await send(project, 'broken')
    const [failed, still] = (await chatOf(project)).turns
    expect([failed.state, failed.error?.code]).toEqual(['failed', 'model_unavailable'])
    expect(still.question).toEqual(open.question)
    await send(project, '1')
    const [answered, , former] = (await chatOf(project)).turns
    expect(answered.reply).toBe('North it is.')
    expect(former.question).toBeNull()
  })

  test('pictures and files are read by their addresses, and never as pages', async () => {
    const project = await service.project()
    const content = [
      { type: 'input_text', text: 'nothing' },
      { type: 'input_image', image_url: PNG },
      { type: 'input_file', filename: 'note.txt', file_data: NOTE },
    ]
    await send(project, [{ role: 'user', content }])
    const [{ input, id }] = (await chatOf(project)).turns
    expect(input.images).toMatchObject([{ name: 'image', mediaType: 'image/png' }])
    expect(input.files).toMatchObject([{ name: 'note.txt', mediaType: 'text/plain' }])
    const partAt = async (url: string, sent = {}) => await service.send(new URL(url).pathname, sent)
    const picture = await partAt(input.images[0].url)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(picture.rawPayload.length).toBe(input.images[0].bytes)
    const file = await partAt(input.files[0].url)
    expect(file.body).toBe('A <b>note</b>')
    expect(file.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining('note.txt'),
    })
    const other = await service.project()
    for (const path of [`${project}/chat/${id}/parts/3`, `${project}/chat/${id}/parts/x`])
      expect((await service.json(path, {}, 404)).error.code).toBe('file_not_found')
    const foreign = await service.json(`${other}/chat/${id}/parts/1`, {}, 404)
    expect(foreign.error.code).toBe('turn_not_found')
    const { key } = await service.person()
    expect((await partAt(input.images[0].url, { key })).statusCode).toBe(404)
  })

  test('others may neither read the chat nor stop a turn of somebody else', async () => {
    const project = await service.project({ visibility: 'public' })
    const { key } = await service.person()
    for (const path of ['chat', 'chat/updates?after=WzAsMF0']) {
      expect((await service.json(`${project}/${path}`, { key }, 404)).error.code).toBe(
        'project_not_found',
      )
      await service.json(`${project}/${path}`, { key: null }, 401)
    }
    const live = await send(project, 'Please wait', { background: true })
    expect((await chatOf(project)).turns[0]).toMatchObject({ canCancel: true, reply: null })
    await service.json(`/v1/responses/${live}/cancel`, { method: 'POST' })
    expect((await chatOf(project)).turns[0]).toMatchObject({ state: 'cancelled', canCancel: false })
  })

  test('pages have every turn once, and end before they have too many steps', async () => {
    const { id: personId, key } = await service.person()
    const project = await service.project({}, key)
    const { tables } = service.accounts.database
    const common = { accountId: personId, credentialId: 'c', caller: '{}', request: '{}' }
    const input = JSON.stringify({ text: 'Work', parts: [] })
    const steps = CHAT_STEPS_MAX / 2
    for (const name of ['a', 'b', 'c']) {
      await tables.insert(turn).values({
        ...{ ...common, id: `${project}${name}`, projectId: project, input, steps },
        ...{ model: 'architect', effort: 'low', isBackground: true, bodyHash: name },
        ...{ state: 'completed', reply: 'Done.' },
      })
      const rows = Array.from({ length: steps }, (_, i) => ({
        turnId: `${project}${name}`,
        number: i + 1,
        content: '{}',
        shown: JSON.stringify({ kind: 'call', text: `line ${i}` }),
        credits: 0,
      }))
      await tables.insert(turnStep).values(rows)
    }
    const read = (query: string) => service.json(`${project}/chat${query}`, { key })
    const first = await read('')
    expect(first.turns.map(({ id }: { id: string }) => id.at(-1))).toEqual(['c', 'b'])
    expect(first.turns[1].steps).toHaveLength(steps)
    const second = await read(`?before=${first.nextBefore}`)
    expect(second.turns.map(({ id }: { id: string }) => id.at(-1))).toEqual(['a'])
    expect(second.nextBefore).toBeUndefined()
    expect((await read('?limit=1')).turns).toHaveLength(1)
    await service.json(`${project}/chat?before=abc`, { key }, 400)
    const wrong = await service.json(`${project}/chat/updates?after=abc`, { key }, 400)
    expect(wrong.error.param).toBe('after')
    await tables.delete(user).where(eq(user.id, personId))
  })

  test('the author of a turn is null once the account is deleted', async () => {
    const person = await service.person()
    const project = await service.project()
    const id = await send(project, 'Do nothing')
    const { tables } = service.accounts.database
    await tables.update(turn).set({ accountId: person.id }).where(eq(turn.id, id))
    expect((await chatOf(project)).turns[0].author).toMatchObject({ id: person.id })
    await tables.delete(user).where(eq(user.id, person.id))
    expect((await chatOf(project)).turns[0].author).toBeNull()
  })
})
