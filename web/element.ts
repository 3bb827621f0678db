import { isWebAddress } from '../report/web-address.ts'

type Attributes = Record<string, string | number | boolean | null | undefined>
type Child = Node | string | null | undefined | false

/**
 * Creates an element with attributes and children. Strings become text and are never parsed as
 * HTML. A true attribute has no value; null, undefined and false leave it out.
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

/** A term of a definition list with its description; nothing without a description. */
export function fact(term: string, description: Node | string | null | undefined): HTMLElement[] {
  return description ? [make('dt', {}, term), make('dd', {}, description)] : []
}

/** A button that never submits a form. */
export function button(
  text: string,
  onPress: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, text)
  made.addEventListener('click', onPress)
  return made
}

/** A link to another site; for anything but a web address only its text. */
export function outLink(address: string, text = address): HTMLAnchorElement | string {
  return isWebAddress(address)
    ? make('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, text)
    : text
}
