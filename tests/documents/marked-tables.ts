/** Between these marks stand tables. */
const MARKED = /^(<!-- (\w+) -->\n)[\s\S]*?^(<!-- \/\2 -->)$/gm

/** A page with the text between each pair of marks made anew. Throws for marks without a maker. */
export function fillMarked(page: string, tables: Readonly<Record<string, () => string>>): string {
  return page.replace(MARKED, (_, begin: string, name: string, end: string) => {
    return `${begin}\n${tables[name]()}\n${end}`
  })
}
