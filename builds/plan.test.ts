import { expect, test } from 'vitest'
import { PartitionBase } from '../pipelines/partition.ts'
import type { Pipeline } from '../pipelines/pipeline.ts'
import type { StepError } from '../terminal/step-error.ts'
import { planBuild } from './plan.ts'

/** Two layers of three places, of which `sample` is a name that several partitions share. */
function pipeline(id: string, partitions: Record<string, string[]>): Pipeline {
  const read = Object.entries(partitions).map(([partition, places]) => {
    return [partition, PartitionBase.parse({ lock: 'sample-county', places })] as const
  })
  return { id, partitions: async () => new Map(read) } as Pipeline
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
