/** The five entities of XML: https://www.w3.org/TR/xml/#sec-predefined-ent */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
const ENTITY = /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi

/** Decodes once the entities that a web export left in a text; other `&` stay. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
