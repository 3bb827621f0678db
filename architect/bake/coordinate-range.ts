import type { Accessor, Document, Primitive } from '@gltf-transform/core'
import type { Transform } from '@gltf-transform/extensions'

/**
 * Puts the texture coordinates of a baked file into 0 to 1, of which whole numbers can be made, and
 * the metres of that range into the materials. One range for all: meshes in two finishes share
 * their coordinates. Drops those of materials without a texture.
 */
export function putCoordinatesIntoRange(document: Document): void {
  const accessors = new Set<Accessor>()
  for (const primitive of primitivesOf(document)) {
    const isTextured = primitive.getMaterial()?.getBaseColorTexture()
    if (isTextured) accessors.add(primitive.getAttribute('TEXCOORD_0')!)
    else primitive.setAttribute('TEXCOORD_0', null)
  }
  const lows = [...accessors].map((each) => each.getMinNormalized([]))
  const highs = [...accessors].map((each) => each.getMaxNormalized([]))
  const low = [0, 1].map((k) => lows.reduce((least, values) => Math.min(least, values[k]), 0))
  const size = [0, 1].map((k) =>
    highs.reduce((most, values) => Math.max(most, values[k] - low[k]), 1),
  )
  for (const accessor of accessors) {
    const values = accessor.getArray()!
    // Rounding may leave the range by a hair.
    for (let i = 0; i < values.length; i++)
      values[i] = Math.min(1, Math.max(0, (values[i] - low[i & 1]) / size[i & 1]))
  }
  for (const material of document.getRoot().listMaterials()) {
    const info = material.getBaseColorTextureInfo()
    const laid = info?.getExtension<Transform>('KHR_texture_transform')
    if (!laid) continue
    const [u, v] = laid.getScale()
    laid.setScale([u * size[0], v * size[1]]).setOffset([u * low[0], v * low[1]])
  }
}

const primitivesOf = (document: Document): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
