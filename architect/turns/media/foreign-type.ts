/** A type of file that a turn does not take. */
interface ForeignType {
  /** Continues "The file is": `a PDF document`. */
  name: string
  /** Continues "send": `the page as PNG or JPEG`. */
  instead: string
  /** Bytes that it begins with, in hex or, quoted, in ASCII. */
  starts: string[]
  /** Where they are; 0 if absent. */
  at?: number
}

const PICTURE = 'it as PNG or JPEG'
const CONTENT = 'the content as text, or a picture of it as PNG or JPEG'
const PDF = { name: 'a PDF document', instead: 'the page as PNG or JPEG' }
const DRAWING = 'a picture of the drawing as PNG or JPEG'

/** The types that are refused by their first bytes. */
const FOREIGN_TYPES: readonly ForeignType[] = [
  { ...PDF, starts: ["'%PDF-"] },
  {
    name: 'a ZIP archive or an Office document',
    instead: CONTENT,
    starts: ["'PK\x03\x04", "'PK\x05\x06"],
  },
  { name: 'an old Office document', instead: CONTENT, starts: ['d0cf11e0a1b11ae1'] },
  {
    name: 'a compressed file',
    instead: 'it unpacked',
    starts: ['1f8b', "'BZh", 'fd377a585a00', '28b52ffd'],
  },
  { name: 'a 7z or RAR archive', instead: 'the files in it', starts: ['377abcaf271c', "'Rar!"] },
  {
    name: 'a program',
    instead: CONTENT,
    starts: [
      '7f454c46',
      "'MZ",
      'cafebabe',
      'feedface',
      'feedfacf',
      'cefaedfe',
      'cffaedfe',
      '0061736d',
    ],
  },
  { name: 'a BMP picture', instead: PICTURE, starts: ["'BM"] },
  {
    name: 'a TIFF picture',
    instead: PICTURE,
    starts: ['49492a00', '4d4d002a', '49492b00', '4d4d002b'],
  },
  {
    name: 'a HEIC or AVIF picture',
    instead: PICTURE,
    starts: ["'ftyphei", "'ftyphev", "'ftypmif1", "'ftypmsf1", "'ftypavi"],
    at: 4,
  },
  { name: 'a video', instead: 'one frame as PNG or JPEG', starts: ["'ftyp"], at: 4 },
  { name: 'a video', instead: 'one frame as PNG or JPEG', starts: ['1a45dfa3'] },
  { name: 'a JPEG XL picture', instead: PICTURE, starts: ['ff0a', '0000000c4a584c20'] },
  { name: 'an icon', instead: PICTURE, starts: ['00000100'] },
  { name: 'a Photoshop file', instead: PICTURE, starts: ["'8BPS"] },
  { name: 'a DWG drawing', instead: DRAWING, starts: ["'AC10"] },
  { name: 'a GLB model', instead: 'a picture of the model as PNG or JPEG', starts: ["'glTF"] },
  { name: 'a sound', instead: 'the text', starts: ["'ID3", "'OggS", "'fLaC"] },
  { name: 'text in UTF-16', instead: 'it in UTF-8', starts: ['fffe', 'feff'] },
]

const STARTS = FOREIGN_TYPES.flatMap(({ name, instead, starts, at = 0 }) =>
  starts.map((start) => {
    const bytes = start.startsWith("'")
      ? Buffer.from(start.slice(1), 'latin1')
      : Buffer.from(start, 'hex')
    return { name, instead, bytes, at }
  }),
)

/** The type of a file that is not text, by its first bytes; null where they are unknown. */
export function foreignTypeOf(bytes: Uint8Array): Pick<ForeignType, 'name' | 'instead'> | null {
  return (
    STARTS.find((start) => start.bytes.every((byte, i) => bytes[start.at + i] === byte)) ?? null
  )
}

/** Characters at the start of a text that show a page. */
const LOOKED_AT = 4_000
const PROLOGUE = /^(?:\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>)+/
const HTML = /^<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|link)\b/i
const SVG = /^<(?:!doctype\s+svg|svg)\b/i

/** The same of a text: documents in codes of their own, and pages, which may run what they hold. */
export function foreignTextOf(text: string): Pick<ForeignType, 'name' | 'instead'> | null {
  if (text.startsWith('%PDF-')) return PDF
  if (text.startsWith('{\\rtf')) return { name: 'a rich text document', instead: CONTENT }
  const start = text.slice(0, LOOKED_AT).replace(PROLOGUE, '')
  if (SVG.test(start)) return { name: 'an SVG drawing', instead: PICTURE }
  if (HTML.test(start)) return { name: 'an HTML page', instead: CONTENT }
  return null
}
