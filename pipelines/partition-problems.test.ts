import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { describeProblems } from '../catalog/json-problem.ts'
import { AddressesPartition } from './addresses/pipeline.ts'
import { BoundariesPartition } from './boundaries/pipeline.ts'
import { CodeBasisPartition } from './code_basis/partition-file.ts'
import { ElevationPartition } from './elevation/partition-file.ts'
import { FloodPartition } from './flood/pipeline.ts'
import { PIPELINES } from './index.ts'
import { MarketPartition } from './market/pipeline.ts'
import { ParcelPartition } from './parcel/pipeline.ts'
import { PermitsPartition } from './permits/pipeline.ts'
import { SoilsPartition } from './soils/pipeline.ts'
import { StructuresPartition } from './structures/pipeline.ts'
import { TaxPartition } from './tax/pipeline.ts'
import { UtilitiesPartition } from './utilities/pipeline.ts'
import { WetlandPartition } from './wetlands/pipeline.ts'
import { ZoningPartition } from './zoning/pipeline.ts'

const SCHEMAS: Record<string, z.ZodType> = {
  parcel: ParcelPartition,
  flood: FloodPartition,
  wetlands: WetlandPartition,
  structures: StructuresPartition,
  soils: SoilsPartition,
  code_basis: CodeBasisPartition,
  elevation: ElevationPartition,
  boundaries: BoundariesPartition,
  market: MarketPartition,
  tax: TaxPartition,
  zoning: ZoningPartition,
  permits: PermitsPartition,
  utilities: UtilitiesPartition,
  addresses: AddressesPartition,
}

/** Every place in a JSON value, as the names that lead to it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, each]) => placesIn(each, [...path, name]))
  return path.length > 0 ? [path, ...inner] : inner
}

function changed(value: unknown, path: readonly string[], to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>
  const parent = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, copy)
  const name = path.at(-1)!
  if (to === undefined && !Array.isArray(parent)) delete parent[name]
  else parent[name] = to
  return copy
}

const WRONG = [undefined, null, 7, 'A b', {}, [], { unknown: 1 }]

test('every layer is held to it', () => {
  expect(Object.keys(SCHEMAS)).toEqual(PIPELINES.map(({ id }) => id))
})

test.each(Object.entries(SCHEMAS))(
  'a wrong field of a partition file of %s is described in plain words',
  (layer, schema) => {
    const folder = new URL(`./${layer}/partitions/`, import.meta.url)
    let problems = 0
    for (const name of readdirSync(folder)) {
      const value: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
      expect(schema.safeParse(value).error, name).toBeUndefined()
      for (const path of placesIn(value))
        for (const to of WRONG) {
          const wrong = changed(value, path, to)
          const { error } = schema.safeParse(wrong)
          if (!error) continue
          problems++
          const text = describeProblems(wrong, error)
          const what = `${name} ${path.join('.')} = ${JSON.stringify(to)}: ${text}`
          expect(text, what).toMatch(
            /^[\w. ]+: (is missing, and must|must|has a field|names|says|is of|two|a |the )/,
          )
          expect(text, what).not.toMatch(/[Ii]nvalid|expected|received|"code"/)
          expect(text.length, what).toBeLessThan(400)
        }
    }
    expect(problems).toBeGreaterThan(20)
  },
)
