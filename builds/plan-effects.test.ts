import { expect, test } from 'vitest'
import type { Pipeline } from '../pipelines/pipeline.ts'
import type { PartitionJob } from './plan.ts'
import { effectsOf } from './plan-effects.ts'

const job = (id: string, tables: string[], isStored: boolean) =>
  ({ pipeline: { id, tables } as Pipeline, isStored }) as PartitionJob

const FLOOD = ['flood_zones', 'flood_panels']

test('partitions that run write the packs and the archive of their layer anew', () => {
  const jobs = [
    job('flood', FLOOD, true),
    job('flood', FLOOD, false),
    job('soils', ['soil_map_units'], true),
    job('market', ['market_points'], false),
  ]
  expect(effectsOf(jobs)).toEqual({
    packs: [
      { table: 'flood_zones', partitions: 1, of: 2 },
      { table: 'flood_panels', partitions: 1, of: 2 },
      { table: 'market_points', partitions: 1, of: 1 },
    ],
    archives: ['flood'],
  })
})

test('where all partitions are stored nothing is written anew', () => {
  expect(effectsOf([job('flood', FLOOD, true)])).toEqual({ packs: [], archives: [] })
})
