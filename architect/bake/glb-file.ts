import { type Document, Format, GLB_BUFFER, type GLTF, type NodeIO } from '@gltf-transform/core'

/** `glTF` in ASCII, with which a GLB file begins. */
export const MAGIC = 0x46546c67
/** Kinds of its chunks: `JSON`, and `BIN` with a zero. */
export const JSON_CHUNK = 0x4e4f534a
export const BINARY_CHUNK = 0x004e4942
const SPACE = 0x20

/** Writes a document as one GLB file. */
export async function writeGlb(io: NodeIO, document: Document): Promise<Uint8Array> {
  const { json, resources } = await io.writeJSON(document, { format: Format.GLB })
  return glbOf(json, resources[GLB_BUFFER])
}

function glbOf(json: GLTF.IGLTF, binary: Uint8Array | undefined): Uint8Array {
  const chunks = [chunk(JSON_CHUNK, Buffer.from(textOf(json)), SPACE)]
  if (binary) chunks.push(chunk(BINARY_CHUNK, binary, 0))
  const body = Buffer.concat(chunks)
  const header = Buffer.alloc(12)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(2, 4)
  header.writeUInt32LE(header.length + body.length, 8)
  return Uint8Array.from(Buffer.concat([header, body]))
}

function chunk(type: number, content: Uint8Array, filler: number): Buffer {
  const padding = Buffer.alloc((4 - (content.length % 4)) % 4, filler)
  const header = Buffer.alloc(8)
  header.writeUInt32LE(content.length + padding.length, 0)
  header.writeUInt32LE(type, 4)
  return Buffer.concat([header, content, padding])
}

/** The JSON of a GLB file. Throws where the bytes are not such a file. */
export function readGlbJson(glb: Uint8Array): GLTF.IGLTF {
  const bytes = Buffer.from(glb.buffer, glb.byteOffset, glb.byteLength)
  if (bytes.length < 20 || bytes.readUInt32LE(0) !== MAGIC)
    throw new Error(`the bytes are not a GLB file: they begin with ${bytes.toString('hex', 0, 4)}`)
  const length = bytes.readUInt32LE(12)
  return JSON.parse(bytes.toString('utf8', 20, 20 + length))
}

/**
 * The JSON text. Numbers in extras have a decimal point: Blender makes a list of whole numbers of
 * `[0, 4]` and one of decimals of `[0.5, 4]`, and programs would find another type in each room.
 */
function textOf(json: GLTF.IGLTF): string {
  const fields = Object.entries(json).map(([name, value]) => {
    const text = name === 'nodes' ? nodesText(value as GLTF.INode[]) : JSON.stringify(value)
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${fields.join(',')}}`
}

function nodesText(nodes: readonly GLTF.INode[]): string {
  const texts = nodes.map(({ extras, ...node }) => {
    const text = JSON.stringify(node)
    return extras === undefined ? text : `${text.slice(0, -1)},"extras":${decimalText(extras)}}`
  })
  return `[${texts.join(',')}]`
}

function decimalText(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : `${value}`
  if (Array.isArray(value)) return `[${value.map(decimalText).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${decimalText(field)}`,
  )
  return `{${fields.join(',')}}`
}
