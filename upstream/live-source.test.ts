import { expect, test } from 'vitest'
import { UpstreamClient } from './client.ts'
import type { Upstream } from './upstream.ts'

const UPSTREAM: Upstream = {
  id: 'heights',
  title: 'Height service',
  attribution: 'Nobody',
  url: 'https://heights.example/v1',
  isOn: true,
  deadline_ms: 1,
  responseBytesMax: 1,
  cache_ms: 0,
}

test('a source names the label of a stand-in, does not credit the publisher with it, and names its host', () => {
  const response = { retrieved_at: '2027-01-15T08:00:00.000Z' }
  const sourceOf = (url: string, isDefault: boolean, label?: string) =>
    new UpstreamClient({
      upstreams: [UPSTREAM],
      settings: { heights: { isOn: true, url, isDefault, label } },
    }).sourceOf(UPSTREAM, response, { note: 'Metres.' })
  expect(sourceOf('https://heights.example/v1', true)).toEqual({
    name: 'Height service',
    kind: 'live',
    vintage: 'live',
    attribution: 'Nobody',
    note: 'Metres.',
    retrieved_at: response.retrieved_at,
  })
  expect(sourceOf('http://127.0.0.1:9/x', false, 'sample')).toMatchObject({
    name: 'Height service (sample)',
    attribution: 'Not data of Height service: sample',
    note: 'Metres. Answered by 127.0.0.1:9, which is not the publisher.',
  })
  // A mirror without a label passes on the publisher's data.
  expect(sourceOf('http://127.0.0.1:9/x', false).attribution).toBe('Nobody')
})
