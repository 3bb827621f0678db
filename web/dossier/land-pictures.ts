import type { ParcelData } from '../../layers/parcel/data.ts'
import type { LandCharts } from '../../report/charts/land-charts.ts'
import { dataOf, type Sections } from '../../report/key-facts.ts'
import type { UnitSystem } from '../../report/units.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import type { Api } from '../api.ts'
import { dossierPath, type LocationRef } from '../location-ref.ts'

const NOTHING: LandCharts = { charts: [], missing: null }
/** Sections with pictures of the land. */
export const LAND_SECTIONS = ['parcel', 'elevation']
/** Loaded after the first dossier: the drawings are a fifth of the script that starts the page. */
let loaded: typeof import('../../report/charts/land-charts.ts') | null = null

/** The pictures of the land of a section; none until `loadLand` has loaded them. */
export function landPictures(layer: string, sections: Sections, system: UnitSystem): LandCharts {
  return loaded?.landCharts(layer, sections, system) ?? NOTHING
}

/** Loads the drawings, and the sides and neighbours of the parcel of a dossier into it. */
export async function loadLand(
  api: Api,
  dossier: LocationDossier,
  ref: LocationRef,
  signal: AbortSignal,
): Promise<void> {
  const load = async () => {
    loaded ??= await import('../../report/charts/land-charts.ts')
  }
  await Promise.all([load(), loadSides(api, dossier, ref, signal)])
}

async function loadSides(
  api: Api,
  dossier: LocationDossier,
  ref: LocationRef,
  signal: AbortSignal,
): Promise<void> {
  const parcel = dataOf(dossier.layers as Sections, 'parcel')
  if (!parcel) return
  const query = { layers: 'parcel', include_adjacent: 'true', include_geometry: 'true' }
  const next = await api.get<LocationDossier>(dossierPath(ref, query), signal)
  const found: ParcelData | null = dataOf(next.layers as Sections, 'parcel')
  if (found?.parcel_key !== parcel.parcel_key) return
  const { sides, side_count, adjacent_parcels, adjacent_parcel_count } = found
  Object.assign(parcel, { sides, side_count, adjacent_parcels, adjacent_parcel_count })
}
