import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ledgerFaults } from '../../architect/store/credits.ts'
import { turn } from '../../architect/store/turn-schema.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import type { ProjectsService } from '../projects/projects-service.ts'
import {
  begin,
  chatCall,
  chatEnd,
  chatHello,
  chunk,
  endless,
  failing,
  type ModelUpstream,
  type Respond,
  streaming,
} from '../servers/model-upstream.ts'
import { calling, drawing, ProvidedTurns, START, USAGE } from './provided-turns.ts'
import { type TurnRequests, turnBody } from './turn-requests.ts'

onEmbeddedEngine((engine) => {
  let provided: ProvidedTurns
  let upstream: ModelUpstream
  let service: ProjectsService
  let turns: TurnRequests
  let projectId: string

  beforeAll(async () => {
    provided = await ProvidedTurns.open(engine)
    ;({ upstream, service, turns } = provided)
  })
  afterEach(async () => {
    const { tables } = service.accounts.database
    expect(await ledgerFaults(tables)).toEqual([])
    const balance = await service.json('/api/credits')
    const rows = await tables.select({ credits: turn.credits }).from(turn)
    const spent = rows.reduce((sum, { credits }) => sum + credits, 0)
    // Each step is charged once, and nothing stays reserved.
    expect(balance).toMatchObject({ reserved: 0, spent: spent / 1_000 })
  })
  afterAll(() => provided?.close())

  /** A turn on a new project. The last answer of the provider comes again and again. */
  async function turnWith(...answers: Respond[]) {
    provided.play(...answers)
    projectId = await service.project()
    return await turns.turn(projectId, 'Draw a wall', { include: ['svc.tool_calls'] })
  }
  const walls = async () => {
    const { nodes } = await service.json(`/api/scenes/${projectId}/scene`)
    return Object.values(nodes as Record<string, { kind: string }>).filter(
      ({ kind }) => kind === 'wall',
    ).length
  }
  const creditsOf = async (id: string) => {
    const { tables } = service.accounts.database
    const [row] = await tables.select().from(turn).where(eq(turn.id, id))
    return row.credits
  }
  /** What was drawn before the fault is there, once, and saved as a version. */
  async function expectWallSaved({ metadata }: Awaited<ReturnType<typeof turnWith>>) {
    expect(await walls()).toBe(1)
    expect(metadata.svc_version).toBe('1')
  }

  test('slow: an answer that comes in pieces over seconds is one answer', async () => {
    const response = await turnWith(async (_, reply) => {
      begin(reply)
      for (const piece of ['A ', 'wall ', 'is ', 'there.']) {
        reply.write(chunk({ content: piece }))
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      reply.end(chatEnd('stop', USAGE))
    })
    expect(response).toMatchObject({ status: 'completed', output_text: 'A wall is there.' })
  })

  test('busy, then well: the request is sent again, and paid once', async () => {
    const response = await turnWith(failing(429, {}, { 'retry-after': '0' }), chatHello)
    expect(response.status).toBe('completed')
    expect(upstream.requests).toHaveLength(2)
    const once = await creditsOf(response.id)
    const well = await turnWith(chatHello)
    expect(await creditsOf(well.id)).toBe(once)
  })

  test('gone after an edit: the turn fails, its edit is saved, and only its answer is paid', async () => {
    const response = await turnWith(drawing, failing(503, {}, { 'retry-after': '0' }))
    expect(response).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } })
    expect(response.error.message).toMatch(/What was done before is saved/)
    await expectWallSaved(response)
    expect(await creditsOf(response.id)).toBeGreaterThan(0)
  })

  test.each<[name: string, fault: Respond]>([
    ['refusing', failing(400, { error: { message: 'no such model' } })],
    ['a page in place of an answer', failing(200, '<html>Sign in</html>')],
    ['a stream that is not JSON', streaming('data: {"choices": [}\n\n')],
    ['a stream that ends in the middle', streaming(chunk({ content: 'A wall' }))],
    [
      'a connection that breaks in the middle',
      (_, reply) => {
        begin(reply)
        reply.write(chunk({ content: 'A wall' }), () => reply.destroy())
      },
    ],
  ])('broken, %s: the turn fails with its reason, and its edit is saved', async (_, fault) => {
    const response = await turnWith(drawing, fault)
    expect(response.error.code).toMatch(/^model_(failed|unavailable)$/)
    await expectWallSaved(response)
  })

  test('an empty answer after an edit ends the turn, and without one fails it', async () => {
    const empty = streaming(chatEnd('stop', USAGE))
    const response = await turnWith(drawing, empty)
    expect(response).toMatchObject({ status: 'completed', output_text: 'Done.' })
    await expectWallSaved(response)
    expect(await turnWith(empty)).toMatchObject({ status: 'failed' })
  })

  test('lying about tokens: an answer costs no more than its request and its bound', async () => {
    const lie = { prompt_tokens: 2_000_000_000, completion_tokens: 2_000_000_000 }
    const response = await turnWith(streaming(chunk({ content: 'A wall.' }), chatEnd('stop', lie)))
    expect(response.status).toBe('completed')
    expect(await creditsOf(response.id)).toBeLessThan(START / 10)
  })

  test('lying about tools: unknown ones and bad arguments are results, from which it goes on', async () => {
    const response = await turnWith(
      calling('demolish_house', '{}'),
      calling('demolish\0house', '{}'),
      calling('create_wall', '{"start": [0,'),
      calling('create_wall', '{"start":[0,0]}'),
      drawing,
      chatHello,
    )
    expect(response).toMatchObject({ status: 'completed', output_text: 'Hello' })
    const calls = response.output.filter(({ type }: { type: string }) => type === 'mcp_call')
    expect(calls.map(({ error }: { error: unknown }) => error !== null)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    await expectWallSaved(response)
  })

  test('the same call again and again: the turn stops, and its edit is saved', async () => {
    const response = await turnWith(drawing, calling('list_levels', '{}'))
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'no_progress' },
    })
    await expectWallSaved(response)
  })

  test('calls without an end: the turn stops at its most steps', async () => {
    let at = 0
    const response = await turnWith((request, reply) =>
      calling('find_nodes', JSON.stringify({ limit: (at++ % 90) + 1 }))(request, reply),
    )
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_steps' },
    })
    expect(upstream.requests).toHaveLength(60)
  })

  test('an answer without an end: it is cut off, nothing of it is paid, and its edit is saved', async () => {
    const text = 'and a wall '.repeat(2_000)
    const response = await turnWith(
      drawing,
      endless(() => chunk({ content: text })),
    )
    expect(response).toMatchObject({ status: 'failed', error: { code: 'model_failed' } })
    await upstream.requests[1].closed
    await expectWallSaved(response)
  })

  test('a flood of calls in one answer: they run one after the other, or are refused as a whole', async () => {
    const flood = (calls: number) =>
      streaming(
        ...Array.from({ length: calls }, (_, i) =>
          chatCall(i, `call_${i}`, 'create_wall', JSON.stringify({ start: [0, i], end: [4, i] })),
        ),
        chatEnd('tool_calls', USAGE),
      )
    expect((await turnWith(flood(40), chatHello)).status).toBe('completed')
    expect(await walls()).toBe(40)
    const response = await turnWith(drawing, flood(200))
    expect(response).toMatchObject({ status: 'failed', error: { code: 'model_failed' } })
    await expectWallSaved(response)
  })

  test('silent: a turn that is cancelled ends at once, and its connection to the model with it', async () => {
    provided.play(drawing, (_, reply) => begin(reply))
    projectId = await service.project()
    const more = { background: true }
    const { id } = await service.json('/v1/responses', {
      payload: turnBody(projectId, 'Draw a wall', more),
    })
    await expect.poll(() => upstream.requests.length, { timeout: 10_000 }).toBe(2)
    const from = performance.now()
    const cancelled = await turns.cancel(id)
    expect(cancelled.status).toBe('cancelled')
    await upstream.requests[1].closed
    expect(performance.now() - from).toBeLessThan(5_000)
    await expectWallSaved(cancelled)
  })
})
