/** A fault of a glTF file: the message is what follows "the file ". */
export class GltfFault extends Error {
  override readonly name = 'GltfFault'
}

type Fields = Record<string, unknown>

/** Extensions that a file may require: Blender 3.4 reads them. */
export const READ_EXTENSIONS: readonly string[] = [
  'KHR_materials_ior',
  'KHR_materials_transmission',
  'KHR_materials_volume',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
]
/** Numbers of an element, by the type of its accessor. */
const WIDTHS: Record<string, number> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}
/** Bytes of a number, by the code of its type. */
const NUMBER_BYTES: Record<number, number> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
}

/**
 * Checks the JSON of a GLB file with a binary chunk of `binaryBytes`: that it is glTF 2.0, has no
 * files elsewhere, and that each part it refers to is there and has its bytes. A program that reads
 * it then cannot stop half-way. Throws `GltfFault`.
 */
export function checkGltf(gltf: unknown, binaryBytes: number): void {
  if (!isFields(gltf)) throw new GltfFault('has JSON that is not an object')
  const { version } = isFields(gltf.asset) ? gltf.asset : {}
  if (typeof version !== 'string' || !/^2\.\d{1,3}$/.test(version))
    throw new GltfFault(`must be glTF 2.0, its version is ${JSON.stringify(version ?? null)}`)
  const parts = partsOf(gltf)
  checkBytes(parts, binaryBytes)
  checkMeshes(parts)
  checkTree(gltf, parts)
  checkAnimations(parts)
}

/** The lists of a file, whose entries others name by their place in it. */
const LISTS = [
  'accessors',
  'animations',
  'buffers',
  'bufferViews',
  'images',
  'materials',
  'meshes',
  'nodes',
  'samplers',
  'scenes',
  'textures',
] as const
type Parts = Record<(typeof LISTS)[number], Fields[]>

function partsOf(gltf: Fields): Parts {
  return Object.fromEntries(LISTS.map((name) => [name, listOf(gltf, name, 'it')])) as Parts
}

/** A list of objects in a field; empty where the field is absent. */
function listOf(owner: Fields, name: string, ownerName: string): Fields[] {
  const list = owner[name] ?? []
  if (!Array.isArray(list) || !list.every(isFields))
    throw new GltfFault(`has ${name} that are not a list of objects, in ${ownerName}`)
  return list
}

function checkBytes({ buffers, bufferViews, accessors, images }: Parts, binaryBytes: number): void {
  if (buffers.length > 1) throw new GltfFault(`must have one buffer, it has ${buffers.length}`)
  for (const buffer of buffers) {
    if (buffer.uri !== undefined) throw new GltfFault('has its buffer in another file')
    const bytes = wholeIn(buffer, 'byteLength', 'buffers[0]')
    if (bytes > binaryBytes)
      throw new GltfFault(`is cut: its buffer has ${binaryBytes} of ${bytes} bytes`)
  }
  bufferViews.forEach((view, at) => {
    const name = `bufferViews[${at}]`
    const buffer = named(view, 'buffer', buffers, name)!
    const end = wholeIn(view, 'byteOffset', name, 0) + wholeIn(view, 'byteLength', name)
    if (end > Number(buffer.byteLength)) throw new GltfFault(`has ${name} past its buffer`)
  })
  accessors.forEach((accessor, at) => {
    const name = `accessors[${at}]`
    const width = WIDTHS[`${accessor.type}`]
    const bytes = NUMBER_BYTES[Number(accessor.componentType)]
    if (!width || !bytes) throw new GltfFault(`has ${name} of an unknown type`)
    if (accessor.sparse !== undefined) throw new GltfFault(`has ${name} that is sparse`)
    const count = wholeIn(accessor, 'count', name)
    if (count === 0) return
    // Without one all numbers are zero, and 2 MB of file could be gigabytes of them.
    if (accessor.bufferView === undefined) throw new GltfFault(`has ${name} without a bufferView`)
    const view = named(accessor, 'bufferView', bufferViews, name)!
    const size = width * bytes
    const stride = wholeIn(view, 'byteStride', name, size)
    const end = wholeIn(accessor, 'byteOffset', name, 0) + stride * (count - 1) + size
    if (end > Number(view.byteLength)) throw new GltfFault(`has ${name} past its bufferView`)
  })
  images.forEach((image, at) => {
    if (image.uri !== undefined && !`${image.uri}`.startsWith('data:'))
      throw new GltfFault(`has images[${at}] in another file`)
    named(image, 'bufferView', bufferViews, `images[${at}]`, true)
  })
}

function checkMeshes(parts: Parts): void {
  const { accessors, images, materials, meshes, samplers, textures } = parts
  textures.forEach((texture, at) => {
    named(texture, 'source', images, `textures[${at}]`, true)
    named(texture, 'sampler', samplers, `textures[${at}]`, true)
  })
  for (const [at, material] of materials.entries())
    checkTextures(material, textures, `materials[${at}]`)
  meshes.forEach((mesh, at) => {
    const name = `meshes[${at}]`
    for (const primitive of listOf(mesh, 'primitives', name)) {
      const { attributes } = primitive
      if (!isFields(attributes)) throw new GltfFault(`has ${name} without attributes`)
      for (const attribute of Object.keys(attributes)) named(attributes, attribute, accessors, name)
      named(primitive, 'indices', accessors, name, true)
      named(primitive, 'material', materials, name, true)
    }
  })
}

/** Textures are named in fields of any depth, such as `pbrMetallicRoughness.baseColorTexture`. */
function checkTextures(owner: Fields, textures: Fields[], name: string): void {
  for (const [field, value] of Object.entries(owner)) {
    if (!isFields(value) || field === 'extras') continue
    if (field.endsWith('Texture')) named(value, 'index', textures, `${name} ${field}`)
    checkTextures(value, textures, name)
  }
}

/** Each node has one parent at most, and none is under itself. */
function checkTree(gltf: Fields, { meshes, nodes, scenes }: Parts): void {
  const parents = new Map<Fields, number>()
  nodes.forEach((node, at) => {
    named(node, 'mesh', meshes, `nodes[${at}]`, true)
    for (const child of placesIn(node, 'children', nodes, `nodes[${at}]`)) {
      if (parents.has(child))
        throw new GltfFault(`has a node under two others, one is nodes[${at}]`)
      parents.set(child, at)
    }
  })
  // With one parent each, exactly the nodes of a ring are not reached from above.
  const reached = nodes.filter((node) => !parents.has(node))
  for (const node of reached) reached.push(...placesIn(node, 'children', nodes, 'a node'))
  if (reached.length < nodes.length) throw new GltfFault('has a node under itself')
  if (scenes.length === 0) throw new GltfFault('has no scene')
  named(gltf, 'scene', scenes, 'it', true)
  scenes.forEach((scene, at) => {
    for (const root of placesIn(scene, 'nodes', nodes, `scenes[${at}]`))
      if (parents.has(root))
        throw new GltfFault(`has a node in scenes[${at}] that is under another`)
  })
}

function checkAnimations({ accessors, animations, nodes }: Parts): void {
  animations.forEach((animation, at) => {
    const name = `animations[${at}]`
    const samplers = listOf(animation, 'samplers', name)
    for (const sampler of samplers) {
      named(sampler, 'input', accessors, name)
      named(sampler, 'output', accessors, name)
    }
    for (const channel of listOf(animation, 'channels', name)) {
      named(channel, 'sampler', samplers, name)
      if (!isFields(channel.target)) throw new GltfFault(`has ${name} without a target`)
      named(channel.target, 'node', nodes, name, true)
    }
  })
}

/** The entries of a list that a field names by their places. */
function placesIn(owner: Fields, field: string, list: Fields[], name: string): Fields[] {
  const places = owner[field] ?? []
  if (!Array.isArray(places)) throw new GltfFault(`has ${field} of ${name} that are not a list`)
  return places.map((place) => named({ [field]: place }, field, list, name)!)
}

/** The entry of a list that a field names by its place; null for an absent optional one. */
function named(
  owner: Fields,
  field: string,
  list: Fields[],
  name: string,
  isOptional = false,
): Fields | null {
  const place = owner[field]
  if (place === undefined && isOptional) return null
  if (!isWhole(place) || place >= list.length)
    throw new GltfFault(`has ${name} whose ${field} is not there: ${JSON.stringify(place ?? null)}`)
  return list[place]
}

function wholeIn(owner: Fields, field: string, name: string, usual?: number): number {
  const value = owner[field] ?? usual
  if (!isWhole(value)) throw new GltfFault(`has ${name} whose ${field} is not a number of bytes`)
  return value
}

const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
