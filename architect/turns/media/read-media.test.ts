import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { gif, greyPng, picture } from '../../../tests/fixtures/pictures.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { fileName } from './file-name.ts'
import { IMAGE_BYTES_MAX, JPEG_SCANS_MAX, TEXT_BYTES_MAX } from './media-limits.ts'
import { MediaRefusal } from './media-refusal.ts'
import { readMedia } from './read-media.ts'

function refusalOf(bytes: Uint8Array, name = 'file'): MediaRefusal {
  try {
    readMedia(bytes, name)
  } catch (error) {
    if (error instanceof MediaRefusal) return error
    throw error
  }
  throw new Error('it was accepted')
}

/** The place of the first segment of a JPEG with this marker. */
const segmentAt = (jpeg: Buffer, marker: number) => jpeg.indexOf(Buffer.from([0xff, marker]))

test('pictures are known by their bytes, with the size that their headers state', async () => {
  for (const type of ['png', 'jpeg', 'webp'] as const)
    expect(readMedia(await picture(type, 30, 20), 'page.html')).toEqual({
      kind: 'image',
      mediaType: `image/${type}`,
      width: 30,
      height: 20,
    })
  expect(readMedia(gif(30, 20), 'x')).toMatchObject({ mediaType: 'image/gif', width: 30 })
  expect(readMedia(greyPng(8_000, 5_000, { rows: 0 }), 'x')).toMatchObject({ width: 8_000 })
  expect(readMedia(greyPng(3, 2, { frames: 1 }), 'x')).toMatchObject({ height: 2 })
})

test('the extended form of WebP states its size in a header of its own', () => {
  const [riff, extended, pixels] = [Buffer.alloc(12), Buffer.alloc(18), Buffer.alloc(14)]
  riff.write('RIFF....WEBP', 'latin1')
  extended.write('VP8X', 'latin1')
  extended.writeUInt32LE(10, 4)
  extended.writeUIntLE(99, 12, 3)
  extended.writeUIntLE(49, 15, 3)
  pixels.write('VP8L', 'latin1')
  pixels.writeUInt32LE(5, 4)
  pixels[8] = 0x2f
  const file = () => {
    const bytes = Buffer.concat([riff, extended, pixels])
    bytes.writeUInt32LE(bytes.length - 8, 4)
    return bytes
  }
  expect(readMedia(file(), 'x')).toMatchObject({ width: 100, height: 50 })
  extended[8] = 0x02
  expect(refusalOf(file()).message).toContain('The WebP is an animation')
})

test('texts are files of text, whose names choose among the kinds of text', () => {
  const typeOf = (text: string, name = 'notes') => readMedia(Buffer.from(text), name)
  expect(typeOf('Räume: 3\n')).toEqual({ kind: 'file', mediaType: 'text/plain' })
  expect(typeOf('# Rooms', 'brief.MD')).toMatchObject({ mediaType: 'text/markdown' })
  expect(typeOf('<p align="center">Rooms</p>', 'a.md')).toMatchObject({
    mediaType: 'text/markdown',
  })
  expect(typeOf('a,b\n1,2', 'rooms.csv')).toMatchObject({ mediaType: 'text/csv' })
  expect(typeOf('\ufeff {"rooms": 3}')).toMatchObject({ mediaType: 'application/json' })
  expect(typeOf('[not json', 'x.json')).toMatchObject({ mediaType: 'text/plain' })
  // Texts that begin like files of other kinds.
  for (const text of ['BM 12', 'MZ', 'ID3 tags', 'PK', 'AC1015 is a version', '<rooms/>'])
    expect(typeOf(text)).toMatchObject({ mediaType: 'text/plain' })
})

const REFUSED: [bytes: Buffer, named: string][] = [
  [Buffer.alloc(0), 'The file is empty.'],
  [
    Buffer.from('%PDF-1.7\n%âãÏÓ', 'latin1'),
    'a PDF document, which is not supported: send the page',
  ],
  [Buffer.from('%PDF-1.7\nplain'), 'a PDF document'],
  [Buffer.from('PK\x03\x04\x14\0'), 'a ZIP archive or an Office document'],
  [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'an old Office document'],
  [Buffer.from('{\\rtf1 text}'), 'a rich text document'],
  [Buffer.from('1f8b080000', 'hex'), 'a compressed file'],
  [Buffer.from('\x7fELF\x02\x01\0'), 'a program'],
  [Buffer.from('MZ\x90\0\x03', 'latin1'), 'a program'],
  [Buffer.from('BM\0\0\0\0'), 'a BMP picture'],
  [Buffer.from('II*\0\x08\0'), 'a TIFF picture'],
  [Buffer.from('\0\0\0\x18ftypheic\0'), 'a HEIC or AVIF picture'],
  [Buffer.from('\0\0\0\x18ftypisom\0'), 'a video'],
  [Buffer.from('glTF\x02\0\0\0'), 'a GLB model'],
  [Buffer.from('AC1032\0\0'), 'a DWG drawing'],
  [Buffer.from('\ufeffR\0o', 'utf16le'), 'text in UTF-16'],
  [Buffer.from(' \n<!DOCTYPE html><title>x</title>'), 'an HTML page'],
  [Buffer.from('<!-- a --><script>alert(1)</script>'), 'an HTML page'],
  [Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x"/>'), 'an SVG drawing'],
  [Buffer.from('one\0two'), 'neither a picture nor text in UTF-8'],
  [Buffer.from([0x61, 0xe4, 0x62]), 'neither a picture nor text in UTF-8'],
]

test('files of other kinds are refused by name, with what to send instead', () => {
  for (const [bytes, named] of REFUSED) {
    const refusal = refusalOf(bytes, 'page.png')
    expect(refusal.message).toContain(named)
    expect(refusal.reason).toBe('unsupported')
  }
})

test('animations are refused', () => {
  expect(refusalOf(gif(4, 4, 2)).message).toContain('The GIF is an animation: send one frame')
  expect(refusalOf(greyPng(4, 4, { frames: 3 })).message).toContain('The PNG is an animation')
})

test('pictures that would take much memory are refused by their headers', () => {
  const bomb = greyPng(50_000, 50_000, { rows: 0 })
  expect(bomb.length).toBeLessThan(100)
  expect(refusalOf(bomb).message).toContain('50000 x 50000 pixels; a side has at most 16,000')
  expect(refusalOf(greyPng(8_000, 5_001, { rows: 0 })).message).toContain('40 megapixels')
  expect(refusalOf(gif(16_001, 1)).message).toContain('a side has at most')
})

test('a frame of a GIF beyond its screen counts', () => {
  const bytes = gif(10, 10)
  bytes.writeUInt16LE(20_000, bytes.indexOf(0x2c) + 1)
  expect(refusalOf(bytes).message).toContain('20010 x 10 pixels')
})

test('a JPEG with many scans is refused', async () => {
  const jpeg = await picture('jpeg', 16, 16)
  const scan = jpeg.subarray(segmentAt(jpeg, 0xda), -2)
  const scanned = (more: number) =>
    Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(more).fill(scan), jpeg.subarray(-2)])
  expect(readMedia(scanned(JPEG_SCANS_MAX - 1), 'x')).toMatchObject({ width: 16 })
  expect(refusalOf(scanned(JPEG_SCANS_MAX)).message).toContain(`has ${JPEG_SCANS_MAX + 1} scans`)
})

test('a JPEG may have bytes behind its end, restarts in its data and filled markers', async () => {
  const jpeg = await picture('jpeg', 16, 16)
  expect(readMedia(Buffer.concat([jpeg, jpeg]), 'x')).toMatchObject({ width: 16 })
  const data = jpeg.length - 4
  const restarted = [jpeg.subarray(0, data), Buffer.from('ffd0ff00', 'hex'), jpeg.subarray(data)]
  expect(readMedia(Buffer.concat(restarted), 'x')).toMatchObject({ width: 16 })
  const at = segmentAt(jpeg, 0xdb)
  const filled = [jpeg.subarray(0, at), Buffer.from([0xff, 0xff]), jpeg.subarray(at)]
  expect(readMedia(Buffer.concat(filled), 'x')).toMatchObject({ width: 16 })
})

test('pictures that are cut anywhere, or have no size, are refused as incomplete', async () => {
  const whole = [
    await picture('png', 9, 9),
    await picture('jpeg', 9, 9),
    await picture('webp', 9, 9),
    gif(9, 9).subarray(0, -1),
  ]
  for (const bytes of whole)
    for (let end = 12; end < bytes.length; end++)
      expect(refusalOf(bytes.subarray(0, end)).message).toMatch(/broken or incomplete/)
  expect(refusalOf(greyPng(0, 5)).message).toContain('broken')
})

test('bytes that are changed at random are accepted or refused, and nothing else', async () => {
  const random = seededRandom(FUZZ_SEED, 'pictures')
  const whole = await Promise.all(
    (['png', 'jpeg', 'webp'] as const).map((type) => picture(type, 20, 10)),
  )
  for (let round = 0; round < 3_000; round++) {
    const bytes = Buffer.from(whole[round % 3])
    for (let i = 0; i < 4; i++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    try {
      readMedia(bytes, 'x')
    } catch (error) {
      expect(error).toBeInstanceOf(MediaRefusal)
    }
  }
})

test('too many bytes are refused with the limit', async () => {
  const png = await picture('png', 4, 4)
  const large = refusalOf(Buffer.concat([png, Buffer.alloc(IMAGE_BYTES_MAX)]))
  expect([large.reason, large.message]).toEqual(['too_large', expect.stringContaining('8,000,000')])
  const text = Buffer.from('a'.repeat(TEXT_BYTES_MAX))
  expect(readMedia(text, 'x')).toMatchObject({ kind: 'file' })
  const longer = refusalOf(Buffer.concat([text, Buffer.from('a')]))
  expect([longer.reason, longer.message]).toEqual([
    'too_large',
    expect.stringContaining('200,000 bytes, and this one has 200,001'),
  ])
})

test('names of files have no folders and no characters that change how they read', () => {
  expect(fileName('../../etc/passwd', 'file')).toBe('passwd')
  expect(fileName('C:\\plans\\floor.png', 'file')).toBe('floor.png')
  expect(fileName('a\u202egnp.exe', 'file')).toBe('a?gnp.exe')
  expect(fileName(' / ', 'file')).toBe('file')
  expect(fileName(`${'x'.repeat(400)}.png`, 'file')).toMatch(/^x{251}\.png$/)
})
