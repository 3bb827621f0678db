import nlp from 'compromise'

type Tag = string | string[]

const lexicon = (nlp.model() as unknown as { one: { lexicon: Record<string, Tag> } }).one.lexicon

/** What kind of word an English word is, as `Adjective`; null for words that are not known. */
export const englishTag = (word: string): Tag | null =>
  Object.hasOwn(lexicon, word) ? lexicon[word] : null
