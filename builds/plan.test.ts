import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCKS_FOLDER } from '../catalog/lock.ts'
import { PartitionBase, Partitions, readPartitions } from '../pipelines/partition.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import type { StepError } from '../terminal/step-error.ts'
import { planBuild } from './plan.ts'

/** Two layers of three places, of which `sample` is a name that several partitions share. */
function pipeline(id: string, partitions: Record<string, string[]>): Pipeline {
  const read = Object.entries(partitions).map(([partition, places]) => {
    return [partition, PartitionBase.parse({ lock: 'sample-county', places })] as const
  })
  return { id, partitions: async () => new Partitions(read) } as Pipeline
}

const pipelines = [
  pipeline('flood', { bangor: [], sample: [] }),
  pipeline('parcel', { hudson: [], 'sample-lots': ['sample'] }),
]

async function refused(...names: string[]): Promise<StepError> {
  const planning = planBuild(names, 'no-home', { pipelines, locks: 'no-locks' })
  return await planning.then(
    () => expect.unreachable('a build of what is not there'),
    (error) => error,
  )
}

const ALL =
  'All names: bangor, hudson, sample, sample-lots; or those of one layer, such as flood/bangor.'

test.each([
  ['a name that resembles none', 'nowhere', ALL],
  ['a name with a letter left out', 'bangr', `Did you mean bangor? ${ALL}`],
  ['the beginning of a name', 'huds', `Did you mean hudson? ${ALL}`],
  ['a layer with a letter left out', 'flod/bangor', `Did you mean flood/bangor? ${ALL}`],
  [
    'a name that another layer has',
    'flood/hudson',
    'All names of the layer flood: flood/bangor, flood/sample.',
  ],
  [
    'a name of a layer with two letters swapped',
    'parcel/husdon',
    'Did you mean parcel/hudson? All names of the layer parcel: parcel/hudson, parcel/sample, parcel/sample-lots.',
  ],
  ['a layer alone', 'flood', 'All names of the layer flood: flood/bangor, flood/sample.'],
])('%s is refused with the names that there are', async (_what, name, remedy) => {
  expect(await refused(name)).toMatchObject({
    name: 'StepError',
    message: `plan the build: ${name}: there is no such partition`,
    remedy,
  })
})

test('of several names only the unknown ones are refused, each with the name that is nearest', async () => {
  expect(await refused('bangr', 'sample', 'hudsn', 'nowhere')).toMatchObject({
    message: 'plan the build: bangr, hudsn, nowhere: there are no such partitions',
    remedy: `Did you mean bangor for bangr, hudson for hudsn? ${ALL}`,
  })
})

describe('a partition file that cannot be read', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plat-partitions-'))
    const write = (id: string, text: string) => writeFile(join(folder, `${id}.json`), text)
    await write('sound', '{ "lock": "sample-county", "places": ["here"] }')
    await write('wrong', '{ "lock": 7, "places": ["there"] }')
    await write('torn', '{ "lock": "sample-county", "places": ["nearby"')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const plan = (...names: string[]) => {
    const partitions = () => readPartitions('flood', PartitionBase, folder)
    return planBuild(names, 'no-home', {
      pipelines: [{ id: 'flood', partitions } as Pipeline, pipelines[1]],
      locks: LOCKS_FOLDER,
    })
  }

  test.each(['wrong', 'flood/wrong', 'there', 'flood/there'])(
    'fails the build of %s',
    async (name) => {
      await expect(plan(name)).rejects.toMatchObject({
        name: 'StepError',
        message: expect.stringMatching(/wrong\.json: lock: must be a text, got 7$/),
      })
    },
  )
  test.each(['torn', 'nearby', 'flood/torn'])('and is torn fails the build of %s', async (name) => {
    await expect(plan(name)).rejects.toThrow(/torn\.json: is not JSON/)
  })
  test('fails no other build, and is named', async () => {
    for (const name of ['sound', 'here', 'hudson']) {
      const { jobs, faulty } = await plan(name)
      expect(jobs).toHaveLength(1)
      expect(faulty).toEqual([
        expect.stringMatching(/^flood\/torn: .*is not JSON$/),
        expect.stringMatching(/^flood\/wrong: .*lock: must be a text, got 7$/),
      ])
    }
  })
  test('fails a build that names it among others', async () => {
    await expect(plan('sound', 'wrong')).rejects.toThrow(/lock: must be a text/)
  })
})
