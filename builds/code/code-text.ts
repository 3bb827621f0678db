import { createHash } from 'node:crypto'
import { stripTypeScriptTypes } from 'node:module'
import { init, parse } from 'es-module-lexer'

/** The part of a source file that can change a result, and the modules that it loads. */
export interface CodeText {
  /** SHA-256 of the code without comments, types and layout. */
  sha256: string
  /** Specifiers of its imports, dynamic ones included, and of files such as those of threads. */
  loads: string[]
}

const FILES = /\bnew URL\(\s*(['"`])(\.{1,2}\/[^'"`$]+)\1,\s*import\.meta\.url\s*\)/g

/** Reads TypeScript. Throws for a file that Node could not load either. */
export async function readCodeText(source: string): Promise<CodeText> {
  await init
  const code = withoutTypes(source)
  const [imports] = parse(code)
  const imported = imports.flatMap(({ n }) => (n === undefined ? [] : [n]))
  const files = [...code.matchAll(FILES)].map((match) => match[2])
  return {
    sha256: createHash('sha256').update(code).digest('hex'),
    loads: [...new Set([...imported, ...files])].sort(),
  }
}

/**
 * Node's own reader of TypeScript prints the code anew, without comments. Node warns that this is
 * experimental; its version is part of every fingerprint.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source, { mode: 'transform' })
  } finally {
    process.emitWarning = emitWarning
  }
}
