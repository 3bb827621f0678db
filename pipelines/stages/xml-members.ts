/** Elements that hold one feature of a WFS answer, and those that hold several. */
const MEMBER = /^(member|featureMember)$/
const MEMBERS = /^(members|featureMembers)$/
const COLLECTION = /^(Simple)?FeatureCollection$/
/** A tag, or a comment, characters, an instruction or a declaration, which are not tags. */
const TAG =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>|!(?!--|\[CDATA\[)[^>]*>|(\/?)([^\s>/!?]+)((?:[^>"']|"[^"]*"|'[^']*')*)>)/g
/** Characters without the end of a tag or comment: not XML, and GDAL refuses it. */
const TAG_CHARACTERS_MAX = 2 ** 23

/**
 * Counts the features of a WFS answer in chunks of text without holding it, by the elements near
 * its root: `<wfs:member>` and `<gml:featureMember>`, and what `<gml:featureMembers>` holds. A
 * member that is a collection itself counts with its features. It does not validate: GDAL does.
 */
export class XmlMembers {
  /** Attributes of the root as text; null until a root that is a collection was read. */
  attributes: string | null = null
  /** The root is another element or missing: the document is not a WFS answer. */
  isOther = false
  features = 0
  /** WFS 2.0 states that the server broke off: OGC 09-025r2, 7.7.4.4. */
  isTruncated = false
  /** The root was closed. */
  isWhole = false
  private depth = 0
  /** Names of the elements from the root on that hold members or features. */
  private readonly holders: string[] = []
  private rest = ''

  read(chunk: string): void {
    const text = this.rest + chunk
    let end = 0
    for (const tag of text.matchAll(TAG)) {
      // A comment that the chunk does not end may hold tags.
      if (text.indexOf('<', end) !== tag.index) break
      end = tag.index + tag[0].length
      const [, slash, name, attributes] = tag
      if (name === undefined) continue
      if (slash === '') this.open(name.slice(name.indexOf(':') + 1), attributes)
      if (slash !== '' || attributes.endsWith('/')) this.close()
    }
    const open = text.indexOf('<', end)
    this.rest = open < 0 ? '' : text.slice(open)
    if (this.rest.length > TAG_CHARACTERS_MAX) this.isOther = true
  }

  private open(name: string, attributes: string): void {
    const { depth, holders } = this
    if (depth === 0) this.openRoot(name, attributes)
    else if (depth === holders.length) this.openInHolder(name, holders[depth - 1])
    this.depth++
  }

  private openRoot(name: string, attributes: string): void {
    if (!COLLECTION.test(name)) this.isOther = true
    else {
      this.attributes = attributes
      this.holders.push(name)
    }
  }

  private openInHolder(name: string, holder: string): void {
    const isCollection = COLLECTION.test(name)
    if (COLLECTION.test(holder)) {
      if (name === 'truncatedResponse') this.isTruncated = true
      if (MEMBER.test(name)) this.features++
      if (MEMBER.test(name) || MEMBERS.test(name)) this.holders.push(name)
    } else if (isCollection) {
      // The member was counted as a feature and is a collection of them.
      if (MEMBER.test(holder)) this.features--
      this.holders.push(name)
    } else if (MEMBERS.test(holder)) this.features++
  }

  private close(): void {
    this.depth--
    if (this.holders.length > this.depth) this.holders.pop()
    if (this.depth === 0) this.isWhole = true
  }
}
