import { type Document, Logger, Verbosity } from '@gltf-transform/core'
import { meshopt } from '@gltf-transform/functions'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import { putCoordinatesIntoRange } from './coordinate-range.ts'
import { newFileFormat } from './file-format.ts'
import { refuseLostMeaning } from './gates/meaning-gate.ts'
import { refuseInvalid } from './gates/validator-gate.ts'
import { readGlbJson, writeGlb } from './glb-file.ts'

/** Bits of positions: 0.6 mm where the largest mesh is 40 m long. */
const POSITION_BITS = 16
const COORDINATE_BITS = 16

/**
 * A smaller copy of a baked file for the web, quantised and compressed by meshopt: with every node,
 * name, extra and clip. Nodes without an id are added where a mesh needs its own scale. Throws
 * `BakeFailure` where a gate refuses the copy. The validator does not read compressed data, so that
 * the copy is also decompressed again, and validated as such.
 */
export async function webCopy(glb: Uint8Array): Promise<Uint8Array> {
  await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready])
  const io = newFileFormat().registerDependencies({
    'meshopt.encoder': MeshoptEncoder,
    'meshopt.decoder': MeshoptDecoder,
  })
  const document = quiet(await io.readBinary(glb))
  putCoordinatesIntoRange(document)
  await document.transform(
    meshopt({
      encoder: MeshoptEncoder,
      level: 'medium',
      // One grid for all: corners that met still meet.
      quantizationVolume: 'scene',
      quantizePosition: POSITION_BITS,
      quantizeTexcoord: COORDINATE_BITS,
    }),
  )
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
