import type { Asset } from '../../assets/asset.ts'
import { assetNamed, CATALOG } from '../../assets/catalog.ts'
import { nearestName } from '../../input/nearest-name.ts'
import { Refusal } from '../refusal.ts'

/** The asset of this name. Throws `Refusal` with the nearest name where the catalog has none. */
export function requireAsset(name: string, param: string): Asset {
  const asset = assetNamed(name)
  if (asset) return asset
  const near = nearestName(
    name,
    CATALOG.map((known) => known.name),
  )
  throw new Refusal(
    'asset_not_found',
    `The catalog has no asset ${name}${near ? `; did you mean ${near}?` : '.'}`,
    { param },
  )
}
