type Attributes = Record<string, string | number | boolean | null | undefined>
type Child = Node | string | null | undefined | false

/**
 * An element with attributes and children. Text is text, whatever it says: nothing here reads HTML.
 * An attribute that is true stands alone; null, undefined and false leave it out.
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    element.setAttribute(key, value === true ? '' : `${value}`)
  }
  element.append(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  )
  return element
}

/** A term of a list and what is to say of it; nothing where there is nothing to say. */
export function fact(term: string, said: Node | string | null | undefined): HTMLElement[] {
  return said ? [make('dt', {}, term), make('dd', {}, said)] : []
}

/** A button with what it does. It never sends a form. */
export function button(
  text: string,
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onPress)
  return made
}

/** A link out of the page, where the address is one of the web; else its text alone. */
export function outLink(address: string, text = address): HTMLAnchorElement | string {
  return isWebAddress(address)
    ? make('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, text)
    : text
}

export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || text.length > 2_000) return false
  return URL.canParse(text)
}
