import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BODY, BODY_SHA256, FaultyServer, send } from '../../tests/fixtures/stages/faulty-server.ts'
import { fetchAsset } from './fetch.ts'

let server: FaultyServer
beforeEach(async () => {
  server = await FaultyServer.start()
})
afterEach(() => server.stop())

describe('a file of another format is refused', () => {
  async function refused(name: string, body: string | Buffer, reason: RegExp): Promise<void> {
    const url = await server.serve((_request, response) => send(response, 200, body))
    const attempt = fetchAsset({ name, url }, server.options())
    await expect(attempt).rejects.toMatchObject({ name: 'StepError' })
    await expect(attempt).rejects.toThrow(reason)
    expect(server.requests).toHaveLength(1)
    expect(await readdir(server.into)).toEqual([])
  }
  const PAGE = '\n<!-- portal --><!DOCTYPE html><html><body>Please sign in</body></html>'
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${BODY_SHA256}\nsize 9\n`

  for (const name of ['a.zip', 'a.gdb.zip', 'a.geojson', 'a.csv', 'a.gpkg', 'a.shp', 'a.parquet']) {
    test(`an HTML page is not ${name}`, () => refused(name, PAGE, /is an HTML page/))
    test(`a Git-LFS pointer is not ${name}`, () => refused(name, POINTER, /is a Git-LFS pointer/))
  }

  test('an ArcGIS error in a 200 is not GeoJSON', () =>
    refused('a.geojson', '{"error":{"code":400,"message":"Invalid URL"}}', /is an error message/))

  test('an XML error document is not a zip', () =>
    refused('a.zip', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', /as a zip does/))

  test('an empty file is refused', () => refused('a.csv', '', /is empty/))

  test('a zip cut short is refused, though it begins as one', () =>
    refused('a.zip', BODY.subarray(0, BODY.length - 40), /without its end: it was cut short/))

  test('a long HTML page is refused at its first bytes', async () => {
    let sent = 0
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200)
      const more = () => {
        sent += 65_536
        if (!response.destroyed) response.write(`<html>${' '.repeat(65_530)}`, more)
      }
      more()
    }
    const url = await server.serve(endless)
    await expect(fetchAsset({ name: 'a.zip', url }, server.options())).rejects.toThrow(/HTML page/)
    expect(sent).toBeLessThan(50e6)
  })
})
