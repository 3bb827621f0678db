import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PermitMapping } from '../../../layers/permits/mapping.ts'
import { makePermits, PermitsPartition, permits } from '../../../pipelines/permits/pipeline.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

const names = (name: string) => ({ names: [name] })

const MAPPING = PermitMapping.parse({
  title: 'Fixture County (fictional): permits',
  authority: 'Fixture County (fictional)',
  number: names('NUMBER'),
  permit_type: names('TYPE'),
  address: [],
  issued_at: names('ISSUED'),
  dates: ['iso'],
  location: { lat: names('LAT'), lng: names('LNG') },
  url: { column: names('LINK') },
})

/** One permit of an authority's CSV. */
export function permitsPart({ lat, lng }: { lat: number; lng: number }, where: Place = {}): Part {
  const { partition = 'permits', vintage } = where
  const feed = { name: 'Fixture County permits (fictional)', asset: ASSET, member: 'permits.csv' }
  const definition = PermitsPartition.parse({
    ...BASE,
    feeds: [{ ...feed, mapping: 'not-read', kind: 'csv' }],
    coverage: COVERS,
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    const line = `B-1,Reroof,2024-02-01,${lat},${lng},https://example.com/permits/1`
    writeFileSync(join(place, feed.member), `NUMBER,TYPE,ISSUED,LAT,LNG,LINK\n${line}\n`)
  }
  const run: typeof permits.run = (each, context) => makePermits(each, async () => MAPPING, context)
  return part({ ...permits, run }, definition, writeFixture, { partition, vintage })
}
