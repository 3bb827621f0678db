import { assetNamed } from '../../../assets/catalog.ts'
import { contains } from '../../../geometry/polygon.ts'
import type { NodeOf } from '../../../scene/nodes.ts'
import { childrenOf, nodesOf, type Scene } from '../../../scene/scene.ts'
import { describeRoom } from '../../house/describe.ts'
import type { House, HouseRoom } from '../../house/house.ts'
import type { ItemReference } from '../../language/clause.ts'
import { counted, formatList, formatMetres, withArticle } from '../../language/format.ts'
import { Declined, type Workbench } from '../../workbench.ts'

export type HouseItem = NodeOf<'item'>

/** `sofa`, `king bed`: the label of an asset without its details. */
export const assetLabel = (name: string): string =>
  (assetNamed(name)?.label ?? name.replaceAll('_', ' ')).split(',')[0].toLowerCase()

/** `a sofa`, `an armchair`. */
export const someAsset = (name: string): string => withArticle(assetLabel(name))

/** The furniture of a room, in the order of the scene. */
export const itemsIn = (scene: Scene, { levelId, polygon }: HouseRoom): HouseItem[] =>
  childrenOf(scene, levelId, 'item').filter(({ position: [x, , z] }) => contains(polygon, [x, z]))

/** The room in which an item is; null outdoors. */
export const roomOfItem = ({ rooms }: House, { parent, position: [x, , z] }: HouseItem) =>
  rooms.find((room) => room.levelId === parent && contains(room.polygon, [x, z])) ?? null

/** `2 sofas, 1 desk`: items by their labels, the first of each kind first. */
export function listItems(items: readonly { asset: string }[]): string {
  const counts = new Map<string, number>()
  for (const { asset } of items)
    counts.set(assetLabel(asset), (counts.get(assetLabel(asset)) ?? 0) + 1)
  return formatList(
    [...counts].map(([label, count]) =>
      count === 1 ? withArticle(label) : counted(count, label, pluralOf(label)),
    ),
  )
}

/** `chests of drawers`: the plural of the noun before a preposition. */
export function pluralOf(label: string): string {
  const [, head, rest] = /^(.*?)( (?:for|in|of|on|with|under|to) .*)?$/.exec(label)!
  if (/(?:[^s]s)$/.test(head)) return label
  const plural = /(?:ss|sh|ch|x)$/.test(head) ? `${head}es` : head.replace(/f$/, 've').concat('s')
  return plural + (rest ?? '')
}

/** `the sofa in the Living room`. */
export function describeItem(house: House, item: HouseItem): string {
  const room = roomOfItem(house, item)
  return `the ${assetLabel(item.asset)}${room ? ` in ${describeRoom(room)}` : ''}`
}

/** The items that a reference may be, in these rooms or anywhere. Throws `Declined` for none. */
export function matchingItems(
  bench: Workbench,
  reference: ItemReference,
  rooms: readonly HouseRoom[] | null,
): HouseItem[] {
  const { scene } = bench
  const all = rooms ? rooms.flatMap((room) => itemsIn(scene, room)) : nodesOf(scene, 'item')
  const found = all.filter(({ asset }) => reference.assets.includes(asset))
  if (found.length > 0) return bench.remaining(found)
  const noun = reference.text.replace(/^(?:the|a|an|my|our) /i, '').toLowerCase()
  const where = rooms ? `in ${formatList(rooms.map(describeRoom))}` : 'in this building'
  const has = all.filter(({ host }) => host === undefined)
  const others =
    has.length === 0 ? ' It is not furnished.' : ` There is ${listItems(has.slice(0, 12))}.`
  throw new Declined(`There ${reference.isPlural ? 'are' : 'is'} no ${noun} ${where}.${others}`)
}

/** The one item that is referred to. Throws `Unclear` where several fit alike. */
export function resolveItem(
  bench: Workbench,
  reference: ItemReference,
  rooms: readonly HouseRoom[] | null,
): HouseItem {
  const found = matchingItems(bench, reference, rooms)
  const labels = found.map((item) => describeItem(bench.house, item))
  const noun = reference.text.replace(/^(?:the|a|an|my|our) /i, '').toLowerCase()
  return bench.choose(
    `Which ${noun} is it?`,
    found.map((item, index) => {
      const isAlike = labels.some((label, other) => other !== index && label === labels[index])
      const [x, , z] = item.position
      const place = `, ${formatMetres(x)} to the east and ${formatMetres(-z)} to the north`
      return [isAlike ? labels[index] + place : labels[index], item] as const
    }),
  )
}

/** Ids of items with everything that stands on them. */
export function withCarried(scene: Scene, ids: readonly string[]): string[] {
  const all = new Set(ids)
  for (let size = -1; size < all.size; ) {
    size = all.size
    for (const { id, host } of nodesOf(scene, 'item')) if (host && all.has(host)) all.add(id)
  }
  return [...all]
}
