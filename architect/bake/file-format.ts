import { NodeIO } from '@gltf-transform/core'
import {
  EXTMeshoptCompression,
  KHRMaterialsIOR,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
  KHRMeshQuantization,
  KHRTextureTransform,
} from '@gltf-transform/extensions'

/** Reads and writes files with all extensions that a bake or its web copy has. */
export const newFileFormat = (): NodeIO =>
  new NodeIO().registerExtensions([
    EXTMeshoptCompression,
    KHRMaterialsIOR,
    KHRMaterialsTransmission,
    KHRMaterialsVolume,
    KHRMeshQuantization,
    KHRTextureTransform,
  ])
