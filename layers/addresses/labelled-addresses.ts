import { decodeEntities } from './words.ts'

/** An address that people labelled part by part. */
export interface LabelledAddress {
  text: string
  /** Words of each label in the order of the line, signs at their ends left out. */
  parts: ReadonlyMap<string, string[]>
}

/** Reads the labelled files of https://github.com/datamade/usaddress: one element a word. */
export function readLabelled(xml: string): LabelledAddress[] {
  return [...xml.matchAll(/<AddressString>(.*?)<\/AddressString>/gs)].map(([, inner]) => {
    const parts = new Map<string, string[]>()
    for (const [, label, word] of inner.matchAll(/<(\w+)>(.*?)<\/\1>/gs)) {
      const words = parts.get(label) ?? []
      words.push(decodeEntities(word).replace(/^[,;(]+|[,;)]+$/g, ''))
      parts.set(label, words)
    }
    return { text: decodeEntities(inner.replace(/<\/?\w+>/g, '')).trim(), parts }
  })
}
