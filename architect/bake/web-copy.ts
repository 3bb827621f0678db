import { type Document, Logger, Verbosity } from '@gltf-transform/core'
import { EXTMeshoptCompression } from '@gltf-transform/extensions'
import { quantize, reorder } from '@gltf-transform/functions'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { putCoordinatesIntoRange } from './coordinate-range.ts'
import { newFileFormat } from './file-format.ts'
import { refuseLostMeaning } from './gates/meaning-gate.ts'
import { refuseInvalid } from './gates/validator-gate.ts'
import { readGlbJson, writeGlb } from './glb-file.ts'
import { putPositionsOnGrids } from './position-grids.ts'

const COORDINATE_BITS = 16

/**
 * A smaller copy of a baked file for the web, quantised and compressed by meshopt: with every node,
 * name, extra and clip, where they were. Meshes go into nodes without an id, which are scaled.
 * Throws `BakeFailure` where a gate refuses the copy. The validator does not read compressed data,
 * so that the copy is also decompressed again, and validated as such.
 */
export async function webCopy(glb: Uint8Array): Promise<Uint8Array> {
  await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready])
  const io = newFileFormat().registerDependencies({
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
  })
  const document = quiet(await io.readBinary(glb))
  putCoordinatesIntoRange(document)
  await document.transform(reorder({ encoder: MeshoptEncoder, target: 'size' }))
  putPositionsOnGrids(document)
  await document.transform(
    quantize({ pattern: /^(NORMAL|TEXCOORD_0)$/, quantizeTexcoord: COORDINATE_BITS }),
  )
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE })
  const copy = await writeGlb(io, document)
  refuseLostMeaning(readGlbJson(glb), readGlbJson(copy))
  await refuseInvalid(copy)
  const read = quiet(await io.readBinary(copy))
  for (const extension of read.getRoot().listExtensionsUsed())
    if (extension.extensionName === 'EXT_meshopt_compression') extension.dispose()
  await refuseInvalid(await writeGlb(io, read))
  return copy
}

const quiet = (document: Document): Document => document.setLogger(new Logger(Verbosity.ERROR))
