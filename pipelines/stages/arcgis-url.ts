/** An ArcGIS layer as a lockfile names it, with its filter and fields. */
export interface ArcgisAddress {
  /** `https://host/arcgis/rest/services/Parcels/FeatureServer/0`. */
  layer: string
  /** SQL filter of the server; `1=1` is all. */
  where: string
  /** Fields by name, with commas between; `*` is all. */
  outFields: string
}

const LAYER_PATH = /^(.*\/([^/]+)\/(?:Feature|Map)Server\/\d+)\/?$/i

/**
 * Reads the address of a layer of an ArcGIS FeatureServer or MapServer, which is fetched in pages.
 * `?where=` and `?outFields=` choose features and fields. Null for any other URL.
 */
export function arcgisAddress(url: string): ArcgisAddress | null {
  const parsed = URL.parse(url)
  const path = parsed && LAYER_PATH.exec(parsed.pathname)
  if (!path) return null
  const { searchParams, origin } = parsed
  return {
    layer: `${origin}${path[1]}`,
    where: searchParams.get('where') || '1=1',
    outFields: searchParams.get('outFields') || '*',
  }
}

/** File name of a fetched layer: `Parcels-0.json` of `.../Parcels/FeatureServer/0`. */
export function arcgisFileName(url: string): string | null {
  const path = LAYER_PATH.exec(URL.parse(url)?.pathname ?? '')
  return path && `${decodeURIComponent(path[2])}-${path[1].split('/').at(-1)}.json`
}
