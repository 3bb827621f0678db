import { afterAll, beforeAll, expect, test } from 'vitest'
import { readScene } from '../../architect/scene/scene-file.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { TurnServer } from '../turns/turn-server.ts'
import { roomsIn } from './facts.ts'
import { houseView } from './house-view.ts'

const HOUSE = 'A house with two bedrooms, a kitchen, a living room and a bathroom.'

/** Turns of the planner over HTTP, as the official client sends them, each after the one before. */
onEmbeddedEngine((engine) => {
  let server: TurnServer
  let project: string

  beforeAll(async () => {
    // Without credits: the planner costs nothing.
    server = await TurnServer.open(engine, { model: { kind: 'planner' }, startingCredits: 0 })
    project = await server.service.project()
  })
  afterAll(() => server.close())

  async function say(input: string) {
    const client = await server.client()
    return await client.responses.create({
      model: 'architect',
      input,
      metadata: { project_id: project },
    })
  }
  async function house() {
    const { body } = await server.service.send(`/api/scenes/${project}/scene`)
    const read = readScene(body)
    if ('faults' in read) throw new Error(body.slice(0, 500))
    return houseView(read.scene)
  }
  const widthOf = async (label: RegExp) => {
    const [{ box }] = roomsIn(await house(), label)
    return box.maxX - box.minX
  }

  test('a house is built from a sentence, without a model, a key and credits', async () => {
    const answer = await say(HOUSE)
    expect(answer.output_text).toMatch(/Bedroom 1 1\d(\.\d)? m²/)
    expect(answer).toMatchObject({ status: 'completed', usage: { credits: 0 } })
    expect(answer.metadata).toMatchObject({ svc_version: '1' })
    expect(JSON.stringify(answer.output)).toMatch(/Rooms read: Bedroom 1, Bedroom 2/)
    expect((await house()).rooms.map(({ type }) => type).sort()).toEqual([
      'bathroom',
      'bedroom',
      'bedroom',
      'hall',
      'kitchen',
      'living',
    ])
  })

  if (isLongRun)
    test('an edit is made and undone as a whole', async () => {
      const before = await widthOf(/^Kitchen$/)
      const answer = await say('Make the kitchen 30 cm wider and rename it to Cook’s kitchen.')
      expect(answer.metadata).toMatchObject({ svc_version: '2' })
      expect(await widthOf(/Cook/)).toBeCloseTo(before + 0.3, 2)
      expect((await say('Undo that.')).output_text).toMatch(/undone/)
      expect(await widthOf(/^Kitchen$/)).toBeCloseTo(before, 6)
    })

  test('a question waits for its answer, and the request goes on with it', async () => {
    const question = await say('Add a 60 cm window to the bedroom.')
    expect(question.metadata).toMatchObject({ svc_waiting: 'question' })
    expect(question.output_text).toMatch(/\n1\. Bedroom 1\n2\. Bedroom 2$/)
    const windows = async () =>
      roomsIn(await house(), /^Bedroom 2$/)[0].openings.filter(({ kind }) => kind === 'window')
    const before = (await windows()).length
    expect((await say('2')).output_text).toMatch(/Bedroom 2/)
    expect((await windows()).length).toBe(before + 1)
  })

  test('what is not possible changes nothing, and saves no version', async () => {
    const { draftVersion } = await server.service.json(`/api/scenes/${project}`)
    const answer = await say('Make the sauna larger.')
    expect(answer.output_text).toMatch(/There is no sauna/)
    expect(answer.metadata).not.toHaveProperty('svc_version')
    expect(await server.service.json(`/api/scenes/${project}`)).toMatchObject({ draftVersion })
  })
})
