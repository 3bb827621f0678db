/** Names of the foundations in the structure inventory; an edition's codes are in its schema. */
export const FOUNDATIONS = [
  'basement',
  'crawl space',
  'slab',
  'pier',
  'pile',
  'fill',
  'solid wall',
] as const
