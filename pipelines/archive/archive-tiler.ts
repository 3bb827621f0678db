import type { LayerKind } from './layer-kind.ts'

/** Who drew an archive that our own tiler did not draw: `plat:tiler` of its metadata. */
export interface ArchiveTiler {
  name: string
  version: string
  kind: LayerKind
}

/** The tiler that metadata name; null for our own. */
export function tilerIn(metadata: Record<string, unknown>): ArchiveTiler | null {
  const tiler = metadata['plat:tiler'] as Partial<ArchiveTiler> | undefined
  if (typeof tiler?.name !== 'string' || typeof tiler.version !== 'string') return null
  const { name, version } = tiler
  return { name, version, kind: tiler.kind === 'contiguous' ? 'contiguous' : 'discontinuous' }
}
