import { isWebAddress } from '../../../report/web-address.ts'

/** A piece of a line. Its text is shown as it is, never as HTML. */
export type Span =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; spans: Span[] }
  | { kind: 'link'; text: string; href: string }

export interface ListItem {
  /** 0 for the outermost list. */
  depth: number
  /** `1.` of a numbered item; empty for a bullet. */
  mark: string
  spans: Span[]
}

export type Block =
  | { kind: 'paragraph' | 'heading'; spans: Span[] }
  | { kind: 'list'; items: ListItem[] }
  | { kind: 'code'; text: string }

const FENCE = /^\s*(`{3,}|~{3,})/
const ITEM = /^(\s*)(?:[-*+]|(\d{1,3})[.)])\s+(.*)$/
const HEADING = /^\s*#{1,6}\s+(.*)$/
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/
const QUOTE = /^\s*>\s?/
/** A row of a table: it stays as it is, in letters of one width. */
const ROW = /^\s*\|/
/** Spaces that make an item one of an inner list. */
const INDENT = 2
const DEPTH_MAX = 3
/** Bold text with emphasis in it. */
const NESTED_MAX = 2

/** All repetitions have an upper bound, so that no text takes long. */
const SPAN = new RegExp(
  [
    '(?<ticks>`{1,3})(?<code>[^`\\n]{1,2000})\\k<ticks>',
    '\\*\\*(?=\\S)(?<strong>[^\\n]{1,1000}?)\\*\\*',
    '(?<![\\w*])\\*(?=[^\\s*])(?<emphasis>[^*\\n]{1,1000})\\*(?!\\w)',
    '(?<image>!?)\\[(?<label>[^[\\]\\n]{1,300})\\]\\((?<href>[^()\\s]{1,1000})\\)',
    '(?<address>https?://[^\\s<>()"\'`*]{1,1000})',
    '\\\\(?<escaped>[\\\\`*_[\\](){}#+.!>|-])',
  ].join('|'),
  'g',
)

/**
 * The subset of Markdown that replies are shown with: paragraphs, headings, lists, code, bold,
 * emphasis and links. HTML is text; of a picture only its description is shown.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  let open: string[] = []
  const closeParagraph = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', spans: spansOf(open.join('\n')) })
    open = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at].replace(QUOTE, '')
    const [, fence] = FENCE.exec(line) ?? []
    const item = ITEM.exec(line)
    const heading = HEADING.exec(line)
    const last = blocks.at(-1)
    if (fence !== undefined) {
      closeParagraph()
      let end = at + 1
      while (end < lines.length && !lines[end].trim().startsWith(fence)) end++
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end
    } else if (line.trim() === '' || RULE.test(line)) {
      closeParagraph()
    } else if (heading) {
      closeParagraph()
      blocks.push({ kind: 'heading', spans: spansOf(heading[1]) })
    } else if (item) {
      const isNext = open.length === 0 && last?.kind === 'list'
      closeParagraph()
      const list = isNext ? last : newList(blocks)
      list.items.push(itemOf(item))
    } else if (ROW.test(line)) {
      closeParagraph()
      const isNext = last?.kind === 'code' && ROW.test(lines[at - 1] ?? '')
      if (isNext) last.text += `\n${line}`
      else blocks.push({ kind: 'code', text: line })
    } else if (/^\s/.test(line) && open.length === 0 && last?.kind === 'list') {
      last.items.at(-1)!.spans.push({ kind: 'text', text: ' ' }, ...spansOf(line.trim()))
    } else open.push(line.trim())
  }
  closeParagraph()
  return blocks
}

function newList(blocks: Block[]): Extract<Block, { kind: 'list' }> {
  const list = { kind: 'list' as const, items: [] }
  blocks.push(list)
  return list
}

function itemOf([, indent, number, text]: RegExpExecArray): ListItem {
  const depth = Math.min(DEPTH_MAX, Math.floor(indent.replaceAll('\t', '  ').length / INDENT))
  return { depth, mark: number === undefined ? '' : `${number}.`, spans: spansOf(text) }
}

function spansOf(text: string, nested = 0): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    const [whole] = match
    const span = spanOf(whole, match.groups!, nested)
    spans.push(...span.spans)
    // The last dots after an address do not belong to it.
    end = match.index + span.length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}

type Groups = Record<string, string | undefined>

function spanOf(
  whole: string,
  { code, strong, emphasis, image, label, href, address, escaped }: Groups,
  nested: number,
): { spans: Span[]; length: number } {
  const all = (...spans: Span[]) => ({ spans, length: whole.length })
  if (code !== undefined) return all({ kind: 'code', text: code })
  if (escaped !== undefined) return all({ kind: 'text', text: escaped })
  if (address !== undefined) {
    const link = address.replace(/[.,:;!?]{1,10}$/, '')
    return { spans: [linkOf(link, link)], length: link.length }
  }
  if (label !== undefined)
    return all(image ? { kind: 'text', text: label } : linkOf(label, `${href}`))
  const kind = strong === undefined ? 'emphasis' : 'strong'
  const inner = `${strong ?? emphasis}`
  const spans: Span[] =
    nested < NESTED_MAX ? spansOf(inner, nested + 1) : [{ kind: 'text', text: inner }]
  return all({ kind, spans })
}

/** A link where its address is safe to open; else its text alone. */
function linkOf(text: string, href: string): Span {
  return isWebAddress(href) || isOwnPath(href)
    ? { kind: 'link', text, href }
    : { kind: 'text', text }
}

/** A path on the same origin: `//host` and `/\host` lead to another one. */
export function isOwnPath(href: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(href)
}
