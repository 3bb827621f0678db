import { decode } from 'fast-png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWebp } from '../../images/webp-header.ts'
import { onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { tower } from '../../tests/houses/tower.ts'
import { MediaGround } from '../../tests/projects/media-ground.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { FILE_BYTES_MAX, MEDIA_DEADLINE_MS } from './media-limits.ts'

/** Time that a whole call may take: its deadline, and some for the rest. */
const CALL_MS = MEDIA_DEADLINE_MS + 60_000
/** Nodes of a large building. */
const LARGE_NODES = 10_000

onEmbeddedEngine((engine) => {
  let ground: MediaGround
  beforeAll(async () => {
    ground = await MediaGround.open(engine)
  })
  afterAll(() => ground?.close())

  /** Makes files with the models of the service, and returns the answer of the job that is done. */
  async function make(scene: Scene, given: Record<string, unknown>) {
    await ground.reset(scene)
    const runner = ground.runnerOf({ models: undefined })
    const call = { operationId: 'full-size', ...given }
    try {
      await ground.make(call, runner)
      // A call waits for a part of the deadline alone; a repeated one is the same job.
      await expect
        .poll(async () => (await ground.make(call, runner)).state, {
          timeout: CALL_MS,
          interval: 1_000,
        })
        .toBe('done')
      return await ground.make(call, runner)
    } finally {
      await runner.close()
    }
  }

  const fileOf = async ({ media }: Record<string, { url: string }[]>, index = 0) =>
    await ground.download(media[index].url)

  test('pictures of a house, of a storey and of a room have two megapixels', {
    timeout: CALL_MS,
  }, async () => {
    const scene = exampleScene('family-house')
    const [zone] = nodesOf(scene, 'zone')
    const [level] = nodesOf(scene, 'level')
    const sourceIds = [level.id, zone.id]
    const answer = await make(scene, { sourceIds })
    for (const index of sourceIds.keys()) {
      const { width, height, data } = decode(await fileOf(answer, index))
      expect([width, height]).toEqual([1_920, 1_080])
      const colours = new Set<number>()
      for (let i = 0; i < data.length; i += 3)
        colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])
      expect(colours.size).toBeGreaterThan(10_000)
    }
  })

  test('a turn-table of a house is a file for a page', { timeout: CALL_MS }, async () => {
    const answer = await make(exampleScene('family-house'), { modelId: 'plat-turntable' })
    const file = await fileOf(answer)
    expect(readWebp(file)).toMatchObject({ width: 960, height: 540, frames: 2 })
    expect(file.length).toBeLessThan(5_000_000)
  })

  test('a building of 10,000 nodes is done within the deadline', {
    timeout: 3 * CALL_MS,
  }, async () => {
    const scene = tower(12, 26)
    expect(Object.keys(scene.nodes).length).toBeGreaterThan(LARGE_NODES)
    for (const modelId of ['plat-picture', 'plat-turntable']) {
      const answer = await make(scene, { modelId, format: 'webp' })
      expect((await fileOf(answer)).length).toBeLessThan(FILE_BYTES_MAX)
    }
  })
})
