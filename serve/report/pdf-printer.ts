import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import PQueue from 'p-queue'

/**
 * Where browsers that print are installed, in the order in which they are looked for. The first has
 * no window, and prints ten pages in 2.4 s instead of 4.9 s.
 */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Reports printed at once in one thread: a browser takes up to 230 MB and a processor for 2 s. */
const PRINTS_AT_ONCE_MAX = 1
/** Reports that wait; further ones are refused. */
const WAITING_MAX = 4
/** A browser that has not printed by then is ended. */
const PRINT_TIMEOUT_MS = 30_000

/** Why a document cannot be printed now. */
export class PrintProblem extends Error {
  readonly kind: 'no_browser' | 'busy' | 'failed'

  constructor(kind: PrintProblem['kind'], message: string) {
    super(message)
    this.name = 'PrintProblem'
    this.kind = kind
  }
}

/** The browser that prints, by `PLAT_BROWSER` or where one is usually installed; null for none. */
export function findBrowser(env = process.env): string | null {
  const named = env.PLAT_BROWSER
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  return BROWSERS.find((path) => existsSync(path)) ?? null
}

const queue = new PQueue({ concurrency: PRINTS_AT_ONCE_MAX })

/**
 * Prints an HTML document as PDF by an installed browser, without scripts and without a network.
 * Throws `PrintProblem`.
 */
export async function printPdf(html: string, browser = findBrowser()): Promise<Buffer> {
  if (browser === null) throw new PrintProblem('no_browser', 'No browser is installed that prints.')
  if (queue.size >= WAITING_MAX) throw new PrintProblem('busy', 'Other reports are being printed.')
  const printed = await queue.add(() => print(html, browser))
  return printed as Buffer
}

async function print(html: string, browser: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-report-'))
  try {
    const source = join(folder, 'report.html')
    const target = join(folder, 'report.pdf')
    await writeFile(source, html)
    const flags = [
      ...['--headless', '--disable-gpu', '--no-first-run', '--no-pdf-header-footer'],
      // The document is our own text without scripts, and may load nothing.
      ...['--no-sandbox', '--disable-javascript', '--disable-extensions', '--disable-sync'],
      ...['--host-resolver-rules=MAP * ~NOTFOUND', '--disable-background-networking'],
      ...[`--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${target}`],
    ]
    const problem = await runBrowser(browser, [...flags, pathToFileURL(source).href])
    if (problem !== null || !existsSync(target))
      throw new PrintProblem(
        'failed',
        `${browser} did not print the report: ${problem ?? 'no file'}`,
      )
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Null when the browser ended well, else what happened. */
function runBrowser(browser: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(browser, args, {
      stdio: 'ignore',
      timeout: PRINT_TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) =>
      resolve(code === 0 ? null : `ended with ${code ?? signal}`),
    )
  })
}
