import { appendFile, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ArcgisFault, arcgisService } from '../../tests/servers/arcgis-service.ts'
import {
  ArcgisTrial,
  addressOf,
  isPage,
  layerOf,
  pagesOf,
} from '../../tests/servers/arcgis-trial.ts'
import { Raw } from '../../tests/servers/local-service.ts'

let trial: ArcgisTrial
beforeEach(async () => {
  trial = await ArcgisTrial.start()
})
afterEach(() => trial.close())

describe('a layer that was interrupted', () => {
  /** Answers a number of pages, and then breaks off. */
  function breakingAfter(pages: number): ArcgisFault {
    let left = pages
    return (body, query) => (isPage(query) && left-- <= 0 ? new Raw(503, '') : body)
  }
  const layer = () => layerOf(500, { maxRecordCount: 100 })

  test.each([0, 40])(
    'goes on after its last whole page, %i bytes of another left behind',
    async (garbage) => {
      const whole = await trial.fetched(addressOf(await trial.serve(layer())))
      const expected = await readFile(whole.file)
      const breaking = await arcgisService({ '0': layer() }, breakingAfter(3))
      const url = addressOf(breaking)
      const { port } = new URL(url)
      await expect(trial.fetched(url)).rejects.toThrow(/gave up after 2 attempts/)
      await breaking.close()
      const [part] = (await trial.stored(false)).filter((name) => name.endsWith('.layer'))
      await appendFile(join(trial.into, part, 'features.ndjson'), 'x'.repeat(garbage))
      const again = await trial.serve(layer(), undefined, Number(port))
      const { file } = await trial.fetched(url)
      expect(expected.equals(await readFile(file))).toBe(true)
      expect(pagesOf(again)).toHaveLength(2)
      expect(trial.notes).toEqual([
        expect.stringMatching(/goes on after the first 300 of 500 features/),
      ])
    },
  )

  test('begins again after a day, where the server does not date its edits', async () => {
    const breaking = await arcgisService({ '0': layer() }, breakingAfter(3))
    const url = addressOf(breaking)
    await expect(trial.fetched(url)).rejects.toThrow(/gave up/)
    await breaking.close()
    const [part] = (await trial.stored(false)).filter((name) => name.endsWith('.layer'))
    const old = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(trial.into, part, 'saved.json'), old, old)
    const again = await trial.serve(layer(), undefined, Number(new URL(url).port))
    await trial.fetched(url)
    expect(pagesOf(again)).toHaveLength(5)
    expect(trial.notes).toEqual([])
  })

  test('begins again where the layer has other features now', async () => {
    const breaking = await arcgisService({ '0': layer() }, breakingAfter(3))
    const url = addressOf(breaking)
    await expect(trial.fetched(url)).rejects.toThrow(/gave up/)
    await breaking.close()
    const again = await trial.serve(
      layerOf(501, { maxRecordCount: 100 }),
      undefined,
      Number(new URL(url).port),
    )
    const { file } = await trial.fetched(url)
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(501)
    expect(pagesOf(again)).toHaveLength(6)
  })
})

describe('a layer that changes while it is read', () => {
  /** Grows by one feature after each round of its pages, so many times. */
  function growing(times: number) {
    const all = layerOf(60 + times).features.toSorted(
      (one, other) => Number(one.attributes.OBJECTID) - Number(other.attributes.OBJECTID),
    )
    const layer = { ...layerOf(60), features: all.slice(0, 60) }
    const fault: ArcgisFault = (body, query) => {
      if (isPage(query) && layer.features.length < all.length)
        layer.features = all.slice(0, layer.features.length + 1)
      return body
    }
    return { layer, fault }
  }

  test('is read again', async () => {
    const { layer, fault } = growing(1)
    const { file } = await trial.fetched(addressOf(await trial.serve(layer, fault)))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(61)
    expect(trial.notes).toEqual([
      expect.stringMatching(/changed while it was read: 60 features before, 61 after/),
    ])
  })
  test('and loses a feature of a later page is read again', async () => {
    const layer = layerOf(60, { maxRecordCount: 25 })
    let pages = 0
    const service = await trial.serve(layer, (body, query) => {
      if (isPage(query) && pages++ === 0)
        layer.features = layer.features.filter(({ attributes }) => attributes.OBJECTID !== 100)
      return body
    })
    const { file } = await trial.fetched(addressOf(service))
    expect(JSON.parse(await readFile(file, 'utf8')).features).toHaveLength(59)
    expect(trial.notes).toEqual([expect.stringMatching(/60 features before, 59 after/)])
  })
  test('over and over is refused', async () => {
    const { layer, fault } = growing(9)
    await expect(trial.fetched(addressOf(await trial.serve(layer, fault)))).rejects.toThrow(
      /3 times in a row/,
    )
  })
  test('in its values alone is read again, where the server states the date of its last edit', async () => {
    let edits = 0
    const service = await trial.serve(layerOf(60), (body, query) =>
      query.has('where')
        ? body
        : { ...(body as object), editingInfo: { lastEditDate: edits++ < 2 ? edits : 9 } },
    )
    await trial.fetched(addressOf(service))
    expect(trial.notes).toHaveLength(1)
  })
})
