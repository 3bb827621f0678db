import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { text, writeDbf } from './dbf.ts'
import { writeStoredZip } from './stored-zip.ts'

function readDirectory(zip: Buffer): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(zip, { strictFileNames: true }, (error, archive) => {
      if (error) return reject(error)
      const entries: yauzl.Entry[] = []
      archive.on('entry', (entry) => entries.push(entry))
      archive.on('end', () => resolve(entries))
      archive.on('error', reject)
    })
  })
}

test('an independent reader finds the entries as they were written', async () => {
  const zip = writeStoredZip([
    { name: 'a.txt', content: Buffer.from('123456789') },
    { name: 'folder/b.bin', content: Buffer.alloc(70000, 7) },
    { name: 'empty', content: Buffer.alloc(0) },
  ])
  const entries = await readDirectory(zip)
  expect(entries.map(({ fileName }) => fileName)).toEqual(['a.txt', 'folder/b.bin', 'empty'])
  expect(entries.map(({ uncompressedSize }) => uncompressedSize)).toEqual([9, 70000, 0])
  expect(entries[0].crc32).toBe(0xcbf43926) // the check value of CRC-32
  const start = entries[0].relativeOffsetOfLocalHeader + 30 + 'a.txt'.length
  expect(zip.toString('latin1', start, start + 9)).toBe('123456789')
})

test('a value that does not fit its DBF column is refused, not cut', () => {
  expect(() => writeDbf([text('NAME', 3)], [{ NAME: 'four' }])).toThrow(/cannot hold/)
})
