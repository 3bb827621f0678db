import type { Document, Material as FileMaterial, Texture } from '@gltf-transform/core'
import {
  KHRMaterialsIOR,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
  KHRTextureTransform,
} from '@gltf-transform/extensions'
import { lightOf } from '../scene/light.ts'
import { type Material, presetOf } from '../scene/materials.ts'
import { rounded } from './frame.ts'
import { textureFile } from './texture-file.ts'

/** Refraction of window glass, and of most plastics near enough. */
const IOR = 1.5
/** Thickness of a pane for viewers that bend light, in metres: that of insulating glass. */
const PANE_M = 0.024

/**
 * Images of one file: twice those of the largest example. Parts in further colours of a pattern are
 * plain, or a scene of thousands of colours would be made of thousands of images.
 */
export const TEXTURES_MAX = 32

/** 10497 repeats a texture, 9987 mixes its mipmaps: numbers of glTF. */
const REPEAT = 10497
const LINEAR_MIPMAP_LINEAR = 9987
const LINEAR = 9729

/** The materials of a file, each once. */
export class SharedMaterials {
  private readonly document: Document
  private readonly known = new Map<string, FileMaterial>()
  private readonly textures = new Map<string, Texture>()

  constructor(document: Document) {
    this.document = document
  }

  /** The material of a part. A pane has a thickness; other glass is thin for viewers. */
  of(material: Material, isPane: boolean): FileMaterial {
    const key = materialKey(material, isPane)
    const known = this.known.get(key)
    if (known) return known
    const made = this.make(material, isPane)
    this.known.set(key, made)
    return made
  }

  private make(material: Material, isPane: boolean): FileMaterial {
    const { color, roughness, metallic, transmission, texture } = material
    const made = this.document
      .createMaterial(presetOf(material) ?? [texture, color].filter(Boolean).join(' '))
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metallic)
      .setAlphaMode('OPAQUE')
      .setDoubleSided(false)
    // The image of a texture has the colour of its material already.
    if (texture !== undefined && this.hasPlaceFor(material)) this.lay(made, material)
    else {
      const [r, g, b] = lightOf(color).map(rounded)
      made.setBaseColorFactor([r, g, b, 1])
    }
    if (transmission > 0) this.glaze(made, transmission, isPane)
    return made
  }

  private hasPlaceFor(material: Material): boolean {
    return this.textures.has(textureName(material)) || this.textures.size < TEXTURES_MAX
  }

  private lay(made: FileMaterial, material: Material): void {
    const { bytes, metres } = textureFile(material)!
    const name = textureName(material)
    const texture =
      this.textures.get(name) ??
      this.document.createTexture(name).setImage(bytes).setMimeType('image/png')
    this.textures.set(name, texture)
    made.setBaseColorTexture(texture)
    // Coordinates are metres, and a repeat is as large as it is.
    made
      .getBaseColorTextureInfo()!
      .setWrapS(REPEAT)
      .setWrapT(REPEAT)
      .setMinFilter(LINEAR_MIPMAP_LINEAR)
      .setMagFilter(LINEAR)
      .setExtension(
        'KHR_texture_transform',
        this.document
          .createExtension(KHRTextureTransform)
          .createTransform()
          .setScale([rounded(1 / metres[0]), rounded(1 / metres[1])]),
      )
  }

  private glaze(made: FileMaterial, transmission: number, isPane: boolean): void {
    const { document } = this
    made
      .setExtension(
        'KHR_materials_transmission',
        document
          .createExtension(KHRMaterialsTransmission)
          .createTransmission()
          .setTransmissionFactor(transmission),
      )
      .setExtension(
        'KHR_materials_ior',
        document.createExtension(KHRMaterialsIOR).createIOR().setIOR(IOR),
      )
    if (isPane)
      made.setExtension(
        'KHR_materials_volume',
        document.createExtension(KHRMaterialsVolume).createVolume().setThicknessFactor(PANE_M),
      )
  }
}

const textureName = ({ texture, color }: Material): string => `${texture} ${color}`

/** Equal for parts that have one material in the file. */
export const materialKey = (material: Material, isPane: boolean): string =>
  JSON.stringify([material, isPane && material.transmission > 0])
