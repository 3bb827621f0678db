import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assetPathResolver } from '../../catalog/asset-path.ts'
import { SILENT } from '../../terminal/progress.ts'
import { ArcgisTrial, addressOf, layerOf } from '../../tests/servers/arcgis-trial.ts'
import { draftLock } from './lock-draft.ts'
import { takeLock } from './take-lock.ts'

let trial: ArcgisTrial
beforeEach(async () => {
  trial = await ArcgisTrial.start()
})
afterEach(() => trial.close())

test('a lock is taken of the address of a layer, and its bytes are had again from it', async () => {
  const layer = layerOf(150)
  const service = await trial.serve(layer)
  const url = addressOf(service)
  const draft = draftLock('x', { source: 'sample-county', vintage: '1', asset: [url] }, null)
  expect(draft.assets).toEqual([{ name: 'Lots-0.json', url }])
  const resolve = assetPathResolver(async () => trial.into)
  const options = { into: trial.into, resolve, progress: SILENT, now: new Date(0) }
  const [asset] = (await takeLock(draft, null, options)).lock.assets
  await rm(join(trial.into, asset.sha256))
  const { file } = await trial.fetched(url, asset)
  expect(
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ).toBe(asset.sha256)
  await rm(file)
  layer.features = layer.features.slice(1)
  await expect(trial.fetched(url, asset)).rejects.toMatchObject({
    remedy: expect.stringMatching(/take a new lock/),
  })
})
