// Files that are not the GLB of a building, each with what has to be stated about it.

import { bakeScene } from '../../architect/bake/bake-scene.ts'
import { smallHouse } from '../houses/small-house.ts'

/** JSON of a glTF file, as tests change it. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of what it changes
type Fields = Record<string, any>

/** A GLB file of a JSON and its binary chunk. */
export function glbOf(json: unknown, binary: Uint8Array = new Uint8Array()): Buffer {
  const text = typeof json === 'string' ? json : JSON.stringify(json)
  const chunks = [chunk(0x4e4f534a, Buffer.from(text), 0x20)]
  if (binary.length > 0) chunks.push(chunk(0x004e4942, Buffer.from(binary), 0))
  const body = Buffer.concat(chunks)
  const head = Buffer.alloc(12)
  head.write('glTF', 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.length, 8)
  return Buffer.concat([head, body])
}

function chunk(type: number, content: Buffer, filler: number): Buffer {
  const padding = Buffer.alloc((4 - (content.length % 4)) % 4, filler)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(content.length + padding.length, 0)
  head.writeUInt32LE(type, 4)
  return Buffer.concat([head, content, padding])
}

export async function houseGlb(): Promise<Buffer> {
  const baked = await bakeScene(smallHouse())
  if (baked.kind === 'empty') throw new Error('the house has solids')
  return Buffer.from(baked.glb)
}

/** The JSON and the binary chunk of a GLB file. */
function partsOf(glb: Buffer): { json: Fields; binary: Buffer } {
  const length = glb.readUInt32LE(12)
  const json = JSON.parse(glb.toString('utf8', 20, 20 + length))
  return { json, binary: glb.subarray(20 + length + 8) }
}

/** The house with another JSON. */
export function changedGlb(house: Buffer, change: (json: Fields) => unknown): Buffer {
  const { json, binary } = partsOf(house)
  change(json)
  return glbOf(json, binary)
}

interface Faulty {
  what: string
  bytes(house: Buffer): Buffer
  /** Of the message. */
  message: RegExp
}

/** Refused before anything is imported: 400 `not_glb`. */
export const NOT_GLB: Faulty[] = [
  {
    what: 'the page of a 404',
    bytes: () => Buffer.from('<!doctype html><title>404</title>'),
    message: /not a GLB file: it begins with "<!do"/,
  },
  { what: 'nothing', bytes: () => Buffer.alloc(0), message: /begins with nothing/ },
  { what: 'a few bytes', bytes: (house) => house.subarray(0, 7), message: /not a GLB file/ },
  {
    what: 'a file that was cut',
    bytes: (house) => house.subarray(0, house.length - 400),
    message: /states \d+ bytes and has \d+: it was cut/,
  },
  {
    what: 'bytes after its end',
    bytes: (house) => Buffer.concat([house, Buffer.alloc(8)]),
    message: /states \d+ bytes and has \d+/,
  },
  {
    what: 'version 1',
    bytes: (house) => withNumber(house, 4, 1),
    message: /GLB version 2, it has version 1/,
  },
  {
    what: 'a JSON past its end',
    bytes: (house) => withNumber(house, 12, 0x7fff_fff0),
    message: /a part of 2147483632 bytes past its end/,
  },
  {
    what: 'no JSON first',
    bytes: (house) => withNumber(house, 16, 0x004e4942),
    message: /does not begin with its JSON/,
  },
  { what: 'a JSON that is not', bytes: () => glbOf('{"asset": '), message: /faulty JSON/ },
  {
    what: 'a JSON that is not UTF-8',
    bytes: (house) => {
      const bytes = Buffer.from(house)
      bytes[bytes.indexOf('site_')] = 0xff
      return bytes
    },
    message: /faulty JSON/,
  },
  { what: 'a list as JSON', bytes: () => glbOf([]), message: /not an object/ },
  {
    what: 'glTF 1.0',
    bytes: () => glbOf({ asset: { version: '1.0' } }),
    message: /must be glTF 2.0/,
  },
  { what: 'no asset', bytes: () => glbOf({ nodes: [] }), message: /must be glTF 2.0/ },
  {
    what: 'nodes that are numbers',
    bytes: (house) => changedGlb(house, (json) => Object.assign(json, { nodes: [1] })),
    message: /nodes that are not a list of objects/,
  },
  {
    what: 'a buffer in another file',
    bytes: (house) => changedGlb(house, (json) => Object.assign(json.buffers[0], { uri: 'a.bin' })),
    message: /buffer in another file/,
  },
  {
    what: 'an image in another file',
    bytes: (house) =>
      changedGlb(house, (json) => Object.assign(json, { images: [{ uri: '../../a.png' }] })),
    message: /images\[0\] in another file/,
  },
  {
    what: 'a buffer longer than the bytes',
    bytes: (house) =>
      changedGlb(house, (json) =>
        Object.assign(json.buffers[0], { byteLength: json.buffers[0].byteLength + 1_000 }),
      ),
    message: /is cut: its buffer has/,
  },
  {
    what: 'a view past its buffer',
    bytes: (house) =>
      changedGlb(house, (json) => Object.assign(json.bufferViews[0], { byteOffset: 1e9 })),
    message: /bufferViews\[0\] past its buffer/,
  },
  {
    what: 'an accessor past its view',
    bytes: (house) => changedGlb(house, (json) => Object.assign(json.accessors[0], { count: 1e9 })),
    message: /accessors\[0\] past its bufferView/,
  },
  {
    what: 'an accessor without a view',
    bytes: (house) =>
      changedGlb(house, (json) => {
        const { bufferView: _, ...rest } = json.accessors[0]
        json.accessors[0] = { ...rest, count: 2 ** 30 }
      }),
    message: /accessors\[0\] without a bufferView/,
  },
  {
    what: 'a negative length',
    bytes: (house) =>
      changedGlb(house, (json) => Object.assign(json.bufferViews[0], { byteLength: -4 })),
    message: /not a number of bytes/,
  },
  {
    what: 'a mesh that is not there',
    bytes: (house) =>
      changedGlb(house, ({ nodes, meshes }) => {
        nodes.find(({ mesh }: Fields) => mesh !== undefined).mesh = meshes.length
      }),
    message: /nodes\[\d+\] whose mesh is not there/,
  },
  {
    what: 'a material that is not there',
    bytes: (house) =>
      changedGlb(house, ({ meshes }) =>
        Object.assign(meshes[0].primitives[0], { material: 'oak' }),
      ),
    message: /meshes\[0\] whose material is not there: "oak"/,
  },
  {
    what: 'a texture that is not there',
    bytes: (house) =>
      changedGlb(house, ({ materials }) => {
        materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 900 } }
      }),
    message: /materials\[0\] baseColorTexture whose index is not there: 900/,
  },
  {
    what: 'a node under itself',
    bytes: (house) =>
      changedGlb(house, ({ nodes, scenes }) => {
        scenes[0].nodes = []
        nodes.find(({ extras }: Fields) => extras?.kind === 'level').children.push(0)
        nodes[0].children = [nodes.findIndex(({ extras }: Fields) => extras?.kind === 'level')]
      }),
    message: /a node under (itself|two others)/,
  },
  {
    what: 'a node with two parents',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        const [first] = nodes.filter(({ children }: Fields) => children?.length > 0)
        first.children.push(first.children[0])
      }),
    message: /a node under two others/,
  },
  {
    what: 'a clip of a node that is not there',
    bytes: (house) =>
      changedGlb(house, ({ animations }) => {
        animations[0].channels[0].target.node = 1e6
      }),
    message: /animations\[0\] whose node is not there: 1000000/,
  },
]

/** Whole GLB files that are received, and fail as an import. */
export const NO_BUILDING: Faulty[] = [
  {
    what: 'a file of another program',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        for (const node of nodes) delete node.extras
      }),
    message: /not exported from Plat: no node has an svcId/,
  },
  {
    what: 'a compressed file',
    bytes: (house) =>
      changedGlb(house, (json) => {
        json.extensionsRequired = ['EXT_meshopt_compression']
        json.extensionsUsed = [...(json.extensionsUsed ?? []), 'EXT_meshopt_compression']
      }),
    message: /requires EXT_meshopt_compression, which is not read\. Send the portable GLB/,
  },
  {
    what: 'a file without geometry',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        for (const node of nodes) delete node.mesh
      }),
    message: /nothing to draw/,
  },
  {
    what: 'a node twice',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        const named = nodes.filter(({ extras }: Fields) => extras?.svcId)
        named[1].extras.svcId = named[0].extras.svcId
      }),
    message: /has the svcId \S+ twice/,
  },
  {
    what: 'a node without a kind',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        delete nodes.find(({ extras }: Fields) => extras?.kind === 'wall').extras.kind
      }),
    message: /The node "wall_\d" has no text as svcId, kind and label/,
  },
  {
    what: 'a room with two corners',
    bytes: (house) =>
      changedGlb(house, ({ nodes }) => {
        nodes.find(({ extras }: Fields) => extras?.kind === 'zone').extras.polygon.length = 2
      }),
    message: /The room zone_8 has no polygon/,
  },
]

function withNumber(glb: Buffer, at: number, value: number): Buffer {
  const bytes = Buffer.from(glb)
  bytes.writeUInt32LE(value, at)
  return bytes
}
