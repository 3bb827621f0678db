import { basename } from 'node:path'
import type { Lock } from '../../catalog/lock.ts'
import type { Source } from '../../catalog/source.ts'
import { arcgisFileName } from '../../pipelines/stages/arcgis-url.ts'
import type { ServedState } from '../../pipelines/stages/served-file.ts'
import { servedAddress } from '../../pipelines/stages/served-state.ts'
import { formatCount } from '../../terminal/quantity.ts'
import type { Question } from './question.ts'

/** Files of data: folders and pages of a publisher state nothing about one edition. */
const DATA_FILE = /\.(zip|gz|gpkg|geojson|json|csv|parquet|tif)$/i

/**
 * Addresses of the publisher of a lock whose copies have no URL. What they serve is not what was
 * locked, so that the answer is never a verdict: its dates stand next to the date of our edition.
 */
export function publishedAddresses(lock: Lock, { upstream }: Source): Question[] {
  if (lock.assets.some(({ url }) => servedAddress(url) !== null)) return []
  return upstream.flatMap(({ url }) => {
    const at = servedAddress(url)
    if (at === null || (at.kind === 'file' && !DATA_FILE.test(new URL(url).pathname))) return []
    const { id, source, vintage } = lock
    const name = arcgisFileName(url) ?? basename(new URL(url).pathname)
    const judge: Question['judge'] = (state) => describeState(state, vintage)
    return { lock: id, source, asset: { name, url }, is_publisher: true, at, judge }
  })
}

function describeState(
  { served, bytes }: ServedState,
  { from, to = from }: Lock['vintage'],
): ReturnType<Question['judge']> {
  const { last_modified, last_edit, rows } = served
  const stated = [
    ...(last_modified === undefined ? [] : [`last modified ${last_modified}`]),
    ...(last_edit === undefined ? [] : [`last edit ${last_edit}`]),
    ...(rows === undefined ? [] : [`${formatCount(rows)} rows`]),
    ...(bytes === null ? [] : [`${formatCount(bytes)} bytes`]),
  ]
  const ours = to === undefined ? 'our edition has no date' : `our edition is of ${to}`
  const evidence = [...(stated.length > 0 ? stated : ['the server states no date']), ours]
  return { verdict: 'unknown', evidence: evidence.join('; ') }
}
