import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { type CodeText, readCodeText } from './code-text.ts'

/** Read files, by the SHA-256 of their bytes: to read 400 files anew takes a second. */
const CACHE = join('.plat', 'code-texts.json')
/** The code that reads them: another version may find more that a file loads. */
const READER = hash('sha256', readFileSync(join(import.meta.dirname, 'code-text.ts')))

const Cache = z.strictObject({
  node: z.literal(process.versions.node),
  reader: z.literal(READER),
  texts: z.record(z.string(), z.strictObject({ sha256: z.string(), loads: z.array(z.string()) })),
})

/** The code of the project's files, from the cache where their bytes are known. */
export class CodeTexts {
  private readonly root: string
  private readonly known: Map<string, CodeText>
  /** Texts of this run: the next cache, so that it holds no more than one version of each file. */
  private readonly used = new Map<string, CodeText>()
  private isNew = false

  private constructor(root: string, known: Record<string, CodeText>) {
    this.root = root
    this.known = new Map(Object.entries(known))
  }

  static async open(root: string): Promise<CodeTexts> {
    const text = await readFile(join(root, CACHE), 'utf8').catch(() => '')
    return new CodeTexts(root, parsed(text)?.texts ?? {})
  }

  /** Reads a file by its path below the root. */
  async read(path: string): Promise<CodeText> {
    const source = await readFile(join(this.root, path), 'utf8')
    const key = hash('sha256', source)
    const known = this.used.get(key) ?? this.known.get(key)
    if (!known) this.isNew = true
    const text = known ?? (await readCodeText(source))
    this.used.set(key, text)
    return text
  }

  /** Writes the cache if anything was read anew. A project that is read-only has none. */
  async save(): Promise<void> {
    if (!this.isNew) return
    const cache: z.infer<typeof Cache> = {
      node: process.versions.node,
      reader: READER,
      texts: Object.fromEntries(this.used),
    }
    await replaceFile(join(this.root, CACHE), JSON.stringify(cache)).catch(() => {})
  }
}

function parsed(text: string): z.infer<typeof Cache> | null {
  try {
    return Cache.parse(JSON.parse(text))
  } catch {
    return null
  }
}
