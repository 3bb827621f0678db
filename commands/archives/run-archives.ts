import { applyPatch } from '../../pipelines/patch/apply-patch.ts'
import { diffArchives } from '../../pipelines/patch/diff-archives.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { formatBytes, formatCount } from '../../terminal/quantity.ts'

/** Runs the action that the first argument names. */
export async function runArchives(args: CommandArguments, out: CommandOutput): Promise<number> {
  const [action, ...files] = args.positionals
  if (action === 'diff' && files.length === 2) return await diff(files, args, out)
  if (action === 'apply' && files.length === 2) return await apply(files, args, out)
  throw new UsageError('Name an action: diff <old> <new>, or apply <old> <patch> --out <new>.')
}

async function diff(
  [oldFile, newFile]: string[],
  { values }: CommandArguments,
  { progress, print }: CommandOutput,
): Promise<number> {
  const { out = `${newFile}.patch`, json } = values as { out?: string; json?: boolean }
  const isWhole = values['whole-tiles'] === true
  const report = await diffArchives({ old: oldFile, new: newFile, out, isWhole, progress })
  if (json) {
    print(JSON.stringify({ patch: out, ...report }, null, 2))
    return 0
  }
  const { patch_bytes, share, tiles } = report
  const { copied, remade, inserted } = tiles
  const size = `${formatBytes(patch_bytes)}, ${formatShare(share)} of ${newFile}`
  print(`${out}: ${size} (${formatBytes(report.new.bytes)}).`)
  print(
    `${formatCount(copied + remade + inserted)} different tiles: ${formatCount(copied)} copied, ` +
      `${formatCount(remade)} remade from OLD's, ${formatCount(inserted)} inserted.`,
  )
  return 0
}

async function apply(
  [oldFile, patch]: string[],
  { values }: CommandArguments,
  { progress, print }: CommandOutput,
): Promise<number> {
  const { out, json } = values as { out?: string; json?: boolean }
  if (out === undefined) throw new UsageError('Name the file to write: --out <new>.')
  if (values['whole-tiles']) throw new UsageError('--whole-tiles is for diff.')
  const { bytes, sha256 } = await applyPatch({ old: oldFile, patch, out, progress })
  if (json) print(JSON.stringify({ file: out, bytes, sha256 }, null, 2))
  else print(`${out}: ${formatBytes(bytes)}, sha256 ${sha256}.`)
  return 0
}

/** A share of 0 to 1 in percent, with two digits where it is small. */
function formatShare(share: number): string {
  return `${share < 0.1 ? (100 * share).toFixed(2) : (100 * share).toFixed(0)} %`
}
