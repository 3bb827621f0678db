import { join } from 'node:path'
import type { GuardedFile } from '../../catalog/guarded-file.ts'
import type { Manifest } from '../../catalog/manifest.ts'
import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { GRID } from '../../geometry/polygons.ts'
import type { LocationInput, Packs } from '../../lookup/location-lookup.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { GeocodedAddress } from '../matching/geocoded.ts'
import { Geocoder } from '../matching/geocoder.ts'
import { positioned } from '../matching/house-position.ts'
import { type SearchHit, type SearchRequest, searchFor } from './search.ts'
import { SearchIndex } from './search-index.ts'

/** The addresses and places of one build, open for lookups. */
export class AddressSearch {
  readonly geocoder: Geocoder
  private readonly packs: Packs
  private readonly index: SearchIndex

  private constructor(packs: Packs, index: SearchIndex) {
    this.packs = packs
    this.index = index
    this.geocoder = new Geocoder(packs, index)
  }

  /**
   * Opens the search index of a build; null for a build without addresses and places. With `guard`
   * lookups in an index that changed after it was verified throw `UnavailableFile`. Throws
   * `StepError` for an index that cannot be read.
   */
  static open(
    folder: string,
    { search }: Pick<Manifest, 'search'>,
    packs: Packs,
    guard?: GuardedFile,
  ): AddressSearch | null {
    if (!search) return null
    const file = join(folder, search.file)
    try {
      return new AddressSearch(packs, new SearchIndex(file, guard))
    } catch (cause) {
      if (cause instanceof UnavailableFile) throw cause
      const remedy = 'Build again, or roll back with `plat rollback`.'
      throw new StepError('open the search index', file, 'cannot be read', remedy, { cause })
    }
  }

  /** Closes the index. The packs belong to the caller. */
  close(): void {
    this.index.close()
  }

  search(request: SearchRequest): SearchHit[] {
    return searchFor(this.packs, this.index, request)
  }

  /** Moves the point of an address to its house. */
  positioned(found: GeocodedAddress): GeocodedAddress {
    return positioned(this.packs, found)
  }

  /** Input of the dossier of an address: its point, in the parcel whose roll names it. */
  inputOf({ point: [x, y], parcel_key, position }: GeocodedAddress): LocationInput {
    const at = { lat: y / GRID, lng: x / GRID }
    const of = { source: 'geocoded' as const, ...(position && { position }) }
    const row = parcel_key === undefined ? null : this.packs.get('parcels')!.rowOfKey(parcel_key)
    return row === null || row === undefined ? { ...at, ...of } : { parcelRow: row, at, ...of }
  }
}
