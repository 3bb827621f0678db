import type { ParcelData } from '../../layers/parcel/data.ts'
import type { Section } from '../../layers/section.ts'
import type { LandCharts } from '../../report/charts/land-charts.ts'
import { dataOf, type Sections } from '../../report/key-facts.ts'
import { SLOW_SECTION } from '../../report/section-order.ts'
import type { UnitSystem } from '../../report/units.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { Api } from '../api.ts'
import { dossierPath, type LocationRef } from '../location-ref.ts'

const NOTHING: LandCharts = { charts: [], missing: null }
/** Loaded after the first dossier: the drawings are a fifth of the script that starts the page. */
let loaded: typeof import('../../report/charts/land-charts.ts') | null = null

/** The pictures of the land of a section; none until `loadLand` has loaded them. */
export function landPictures(layer: string, sections: Sections, system: UnitSystem): LandCharts {
  return loaded?.landCharts(layer, sections, system) ?? NOTHING
}

/**
 * Loads the drawings, the sides and neighbours of the parcel into its dossier, and returns the
 * section of elevation. Throws `ApiProblem`.
 */
export async function loadLand(
  api: Api,
  dossier: LocationDossier,
  ref: LocationRef,
  signal: AbortSignal,
): Promise<Section | null> {
  const query = {
    layers: `parcel,${SLOW_SECTION}`,
    include_adjacent: 'true',
    include_geometry: 'true',
  }
  const loadCharts = async () => {
    loaded ??= await import('../../report/charts/land-charts.ts').catch(() => null)
  }
  const [{ layers }] = await Promise.all([
    api.get<LocationDossier>(dossierPath(ref, query), signal),
    loadCharts(),
  ])
  const next = layers as Sections
  const parcel = dataOf(dossier.layers as Sections, 'parcel')
  const found: ParcelData | null = dataOf(next, 'parcel')
  if (parcel && found?.parcel_key === parcel.parcel_key) {
    const { sides, side_count, adjacent_parcels, adjacent_parcel_count } = found
    Object.assign(parcel, { sides, side_count, adjacent_parcels, adjacent_parcel_count })
  }
  return next[SLOW_SECTION] ?? null
}
