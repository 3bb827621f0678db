import { decode } from 'fast-png'
import { MeshoptDecoder } from 'meshoptimizer'
import { AnimationMixer, DataTexture, LoopOnce, type Mesh, type Object3D, Vector3 } from 'three'
import { type GLTF, GLTFLoader, type GLTFParser } from 'three/addons/loaders/GLTFLoader.js'

/**
 * Opens a GLB file with the loader of three.js. Without a page there is no decoder of images: PNGs
 * are decoded by another library, and become textures of the same pixels.
 */
export async function loadedGlb(glb: Uint8Array): Promise<GLTF> {
  await MeshoptDecoder.ready
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder)
  loader.register((parser) => ({
    name: 'png',
    loadTexture: (index: number) => textureOf(parser, index),
  }))
  const { buffer, byteOffset, byteLength } = glb
  return loader.parseAsync(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer, '')
}

async function textureOf(parser: GLTFParser, index: number): Promise<DataTexture> {
  const image = parser.json.images[parser.json.textures[index].source]
  const bytes = await parser.getDependency('bufferView', image.bufferView)
  const { width, height, data, palette } = decode(new Uint8Array(bytes as ArrayBuffer))
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (const [at, entry] of data.entries()) pixels.set(palette![entry].slice(0, 3), at * 4)
  const texture = new DataTexture(pixels, width, height)
  texture.name = image.name
  texture.userData = { mimeType: image.mimeType }
  return texture
}

/** Puts a clip to a share of its length: 0 is closed. */
export function playTo(gltf: GLTF, clip: string, share: number): void {
  const found = gltf.animations.find(({ name }) => name === clip)
  if (!found) throw new Error(`there is no clip ${clip}`)
  const mixer = new AnimationMixer(gltf.scene)
  const action = mixer.clipAction(found).setLoop(LoopOnce, 1)
  action.clampWhenFinished = true
  action.play()
  mixer.setTime(found.duration * share)
  gltf.scene.updateMatrixWorld(true)
}

export function nodeNamed(gltf: GLTF, name: string): Object3D {
  const found = gltf.scene.getObjectByName(name)
  if (!found) throw new Error(`there is no node ${name}`)
  return found
}

/** The meshes of a node itself, not of the nodes under it that have a name of their own. */
export function meshesOf(node: Object3D): Mesh[] {
  const unnamed = node.children.filter((child) => child.userData.name === undefined)
  const own = (node as Mesh).isMesh ? [node as Mesh] : []
  return [...own, ...unnamed.flatMap(meshesOf)]
}

/** The corners of meshes in the world. */
export function cornersOf(meshes: readonly Mesh[]): [number, number, number][] {
  return meshes.flatMap((mesh) => {
    mesh.updateWorldMatrix(true, false)
    const { position } = mesh.geometry.attributes
    return Array.from({ length: position.count }, (_, i) =>
      new Vector3().fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld).toArray(),
    )
  })
}
