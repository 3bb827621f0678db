import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { JsonScan } from './json-scan.ts'

/** Scans bytes in chunks of a size and returns the reports. */
function scanned(bytes: Uint8Array, chunk = bytes.length) {
  const values: [string, string][] = []
  const scan = new JsonScan((path, text) => values.push([path.join('.'), text]))
  for (let at = 0; at < bytes.length; at += chunk) scan.read(bytes.subarray(at, at + chunk))
  const { roots, rootItems, items, isCutShort } = scan
  return { values, roots, rootItems, items: Object.fromEntries(items), isCutShort }
}
const scan = (text: string) => scanned(Buffer.from(text))

describe('a scan of JSON', () => {
  test('reports values near the top with their names, and counts the lists of the object', () => {
    const text = `\ufeff{ "a": 1, "b\\"": "x\\\\", "features": [{"p": {"a": {"deep": 1}}}, [1, 2], null, "}"],
      "links": [{"rel": "next"}], "none": [], "properties": {"exceededTransferLimit": true} , "last" : false}`
    expect(scan(text)).toEqual({
      values: [
        ['a', '1'],
        ['b\\"', 'x\\\\'],
        ['features..', '1'],
        ['features..', '2'],
        ['features.', 'null'],
        ['features.', '}'],
        ['links..rel', 'next'],
        ['properties.exceededTransferLimit', 'true'],
        ['last', 'false'],
      ],
      roots: 1,
      rootItems: null,
      items: { features: 4, links: 1 },
      isCutShort: false,
    })
  })

  test('counts the rows of a list, and documents by lines', () => {
    expect(scan('[{"a":[1,2]}, 3, "x", [] ]')).toMatchObject({ rootItems: 4, roots: 1 })
    expect(scan('[]')).toMatchObject({ rootItems: 0 })
    expect(scan('{"a":1}\n{"a":2}\n')).toMatchObject({
      roots: 2,
      rootItems: null,
      isCutShort: false,
    })
  })

  test('counts the lists in "result", and no others below the top', () => {
    const text =
      '{"result":{"records":[{"a":[1]},[2,3]],"total":9,"b":{"c":[1]}},"other":{"d":[1]}}'
    expect(scan(text)).toMatchObject({ items: { 'result.records': 2 } })
    expect(Object.keys(scan(text).items)).toEqual(['result.records'])
  })

  test('does not confuse names inside of features with those of the document', () => {
    const text =
      '{"features":[{"exceededTransferLimit":true,"properties":{"exceededTransferLimit":true}}]}'
    const paths = scan(text).values.map(([path]) => path)
    expect(paths).toEqual(['features..exceededTransferLimit'])
  })

  test('knows every place at which a document is cut', () => {
    const bytes = Buffer.from('{"a":"x\\"}","features":[{"g":[[1,2],[3,4]]},{}]}')
    for (let length = 1; length < bytes.length; length++)
      expect(scanned(bytes.subarray(0, length)).isCutShort, `${length} bytes`).toBe(true)
    expect(scanned(bytes).isCutShort).toBe(false)
  })

  test('is the same whatever the chunks, and counts as JSON.parse does', () => {
    const random = seededRandom(FUZZ_SEED)
    const any = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 4 ? 4 : 6))
      const some = () => Array.from({ length: Math.floor(random() * 4) }, () => any(depth + 1))
      if (kind === 0) return Math.round(random() * 1e6) / 1e3
      if (kind === 1) return ['a"b', '\\', '[{', 'é\u2028', ''][Math.floor(random() * 5)]
      if (kind === 2) return random() < 0.5
      if (kind === 3) return null
      return kind === 4 ? some() : Object.fromEntries(some().map((each, i) => [`n${i}"`, each]))
    }
    for (let i = 0; i < 200; i++) {
      const features = Array.from({ length: Math.floor(random() * 6) }, () => any(2))
      const value = { first: any(1), features, last: any(1) }
      const bytes = Buffer.from(JSON.stringify(value, null, i % 3))
      const whole = scanned(bytes)
      expect(whole.items.features ?? 0).toBe(features.length)
      expect(whole.isCutShort).toBe(false)
      expect(scanned(bytes, 1 + Math.floor(random() * 7))).toEqual(whole)
      expect(scan(JSON.stringify(features)).rootItems).toBe(features.length)
    }
  })
})
