import { gunzipSync } from 'node:zlib'
import type { ArchiveBytes, ReadHeader } from './archive-bytes.ts'
import { LABELS_KEY } from './archive-file.ts'
import { tilerIn } from './archive-tiler.ts'
import type { Findings } from './findings.ts'

/** A layer as the metadata declares it. */
export interface DeclaredLayer {
  id: string
  minzoom?: number
  maxzoom?: number
  fields: Record<string, string>
}

/** Declarations that the tiles are checked against. */
export interface Declared {
  layers: Map<string, DeclaredLayer>
  /** The layer of points for labels; null in an archive without. */
  labels: string | null
  /** True when the ledger has every source feature drawn at the highest zoom. */
  isWhole: boolean
  /** True when the ledger, or another tiler, says that the layer covers its area at every zoom. */
  isContiguous: boolean
}

/**
 * Reads the metadata and checks the keys that MVT archives must have: `vector_layers` (spec 3.6,
 * 5.1). The findings know from then on whose archive it is.
 */
export function verifyMetadata(
  file: ArchiveBytes,
  header: ReadHeader,
  findings: Findings,
): Declared {
  const layers = new Map<string, DeclaredLayer>()
  let json: Record<string, unknown>
  try {
    const bytes = gunzipSync(file.read(header.metadataOffset, header.metadataLength))
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    findings.add('metadata.unreadable', 'metadata', (error as Error).message)
    return { layers, labels: null, isWhole: false, isContiguous: false }
  }
  findings.tiler = tilerIn(json)
  const list = json.vector_layers
  if (!Array.isArray(list) || list.length === 0) {
    findings.add('metadata.vector_layers', 'metadata', 'there is no list vector_layers')
    return { layers, labels: null, isWhole: false, isContiguous: false }
  }
  for (const layer of list as DeclaredLayer[]) {
    if (typeof layer?.id !== 'string' || typeof layer.fields !== 'object') {
      findings.add('metadata.vector_layers', 'metadata', 'a layer without id or fields')
      continue
    }
    const { minzoom = header.minZoom, maxzoom = header.maxZoom } = layer
    if (minzoom < header.minZoom || maxzoom > header.maxZoom) {
      findings.add(
        'metadata.zooms',
        layer.id,
        `${minzoom} to ${maxzoom} is not in the header's zooms`,
      )
    }
    layers.set(layer.id, layer)
  }
  const ledger = json['plat:ledger']
  const kind = findings.tiler?.kind ?? (ledger as { kind?: string } | undefined)?.kind
  const isContiguous = kind === 'contiguous'
  const labels = verifyLabelLayer(json[LABELS_KEY], layers, findings)
  return { layers, labels, isWhole: isWholeAtTop(ledger), isContiguous }
}

/** The layer of points for labels must be one of the layers, and not the only one. */
function verifyLabelLayer(
  labels: unknown,
  layers: Declared['layers'],
  findings: Findings,
): string | null {
  if (labels === undefined) return null
  if (typeof labels === 'string' && layers.has(labels) && layers.size > 1) return labels
  findings.add('metadata.labels', 'metadata', `${JSON.stringify(labels)} is not a second layer`)
  return null
}

function isWholeAtTop(ledger: unknown): boolean {
  const zooms = (ledger as { zooms?: { dropped?: number }[] } | undefined)?.zooms
  return Array.isArray(zooms) && zooms.length > 0 && zooms[zooms.length - 1].dropped === 0
}
