import { make, outLink } from '../../../web/element.ts'
import { type Block, isOwnPath, parseMarkdown, type Span } from './markdown.ts'

/** A text with Markdown as elements. All of its characters become text, never HTML. */
export function markdownView(text: string): HTMLElement {
  return make('div', { class: 'markdown' }, ...parseMarkdown(text).map(blockView))
}

function blockView(block: Block): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return make('p', {}, ...block.spans.map(spanView))
    case 'heading':
      return make('p', { class: 'markdown-heading' }, ...block.spans.map(spanView))
    case 'code':
      return make('pre', { tabindex: 0 }, make('code', {}, block.text))
    case 'list':
      return make(
        'ul',
        {},
        ...block.items.map(({ depth, mark, spans }) =>
          make(
            'li',
            { 'data-depth': depth },
            make('span', { class: 'markdown-mark' }, mark || '•'),
            make('span', {}, ...spans.map(spanView)),
          ),
        ),
      )
    default:
      return block satisfies never
  }
}

function spanView(span: Span): Node | string {
  switch (span.kind) {
    case 'text':
      return span.text
    case 'code':
      return make('code', {}, span.text)
    case 'strong':
      return make('strong', {}, ...span.spans.map(spanView))
    case 'emphasis':
      return make('em', {}, ...span.spans.map(spanView))
    case 'link':
      return isOwnPath(span.href)
        ? make('a', { href: span.href }, span.text)
        : outLink(span.href, span.text)
    default:
      return span satisfies never
  }
}
