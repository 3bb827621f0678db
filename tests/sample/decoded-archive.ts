import gdal from 'gdal-async'
import { type ArchiveEntry, writeStoredZip } from '../../sample/files/stored-zip.ts'

let archives = 0

/** An archive in memory that tests read with GDAL, as a pipeline does. */
export class DecodedArchive {
  private readonly entries: readonly ArchiveEntry[]
  private readonly path = `/vsimem/decoded-${archives++}.zip`

  constructor(entries: readonly ArchiveEntry[]) {
    this.entries = entries
    gdal.vsimem.set(writeStoredZip(entries), this.path)
  }

  layer(member: string): gdal.Layer {
    return gdal.open(`/vsizip${this.path}/${member}`).layers.get(0)
  }

  /** Attributes of all features, in the file's order. */
  rows(member: string): Record<string, unknown>[] {
    return this.layer(member).features.map((feature) => feature.fields.toObject())
  }

  polygons(member: string): gdal.Polygon[] {
    return this.layer(member).features.map((feature) => feature.getGeometry() as gdal.Polygon)
  }

  /** Lines of a text file. */
  lines(member: string): string[] {
    const entry = this.entries.find(({ name }) => name === member)
    if (entry === undefined) throw new Error(`no member ${member}`)
    return entry.content.toString().trimEnd().split('\r\n')
  }
}
