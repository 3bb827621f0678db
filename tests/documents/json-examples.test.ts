import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorObject, Project } from '../../architect/service/answers.ts'
import { Script } from '../../architect/turns/models/script-file.ts'
import { Column, MappingEdition } from '../../layers/column-mapping.ts'
import { PermitMapping } from '../../layers/permits/mapping.ts'
import { AddressesPartition } from '../../pipelines/addresses/pipeline.ts'
import { ElevationPartition } from '../../pipelines/elevation/partition-file.ts'
import { FloodPartition } from '../../pipelines/flood/pipeline.ts'
import { MarketMapping } from '../../pipelines/market/mapping.ts'
import { RollMapping } from '../../pipelines/parcel/mapping.ts'
import { ParcelPartition } from '../../pipelines/parcel/pipeline.ts'
import { PermitsPartition } from '../../pipelines/permits/pipeline.ts'
import { SoilsPartition } from '../../pipelines/soils/pipeline.ts'
import { ZoningMapping } from '../../pipelines/zoning/mapping.ts'
import { ZoningPartition } from '../../pipelines/zoning/pipeline.ts'
import { BackgroundSettings } from '../../serve/map/background-settings.ts'
import { readTree } from '../architecture/tree.ts'

const ROOT = dirname(dirname(import.meta.dirname))

/** The schemas of the JSON blocks of each document, in the order of the blocks. */
const SCHEMAS: Record<string, z.ZodType[]> = {
  'CONTRIBUTING.md': [
    RollMapping,
    ParcelPartition,
    ParcelPartition.pick({ reported_land: true }),
    FloodPartition,
    AddressesPartition,
    z.strictObject({ mapping: MappingEdition }),
    z.record(z.string(), Column),
  ],
  'architect/service/README.md': [ErrorObject, Project],
  'architect/turns/models/README.md': [Script],
  'docs/backgrounds.md': [BackgroundSettings],
  'pipelines/elevation/README.md': [ElevationPartition],
  'pipelines/market/README.md': [MarketMapping],
  'pipelines/permits/README.md': [PermitMapping, PermitsPartition],
  'pipelines/soils/README.md': [SoilsPartition],
  'pipelines/zoning/README.md': [ZoningMapping, ZoningPartition],
}

const jsonBlocks = (text: string): string[] =>
  [...text.matchAll(/^ *```json\n([\s\S]*?)```/gm)].map(([, json]) => json)

test('every document with JSON examples is listed', () => {
  const documents = [...readTree(ROOT)].filter(([path]) => path.endsWith('.md'))
  const counts = documents.map(([path, text]) => [path, jsonBlocks(text).length] as const)
  const listed = Object.entries(SCHEMAS).map(([path, { length }]) => [path, length])
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(
    Object.fromEntries(listed),
  )
})

test.each(Object.keys(SCHEMAS))('the JSON examples of %s are what the code reads', (path) => {
  const blocks = jsonBlocks(readFileSync(join(ROOT, path), 'utf8'))
  for (const [i, schema] of SCHEMAS[path].entries())
    expect(schema.safeParse(JSON.parse(blocks[i])).error?.message ?? '').toBe('')
})

test('an example with a field that the code does not know is found', () => {
  const mapping = { title: 'A county', id: ['PIN'], unit: [], columns: {}, optional: [] }
  expect(RollMapping.safeParse(mapping).error?.message).toMatch(/optional/)
})
