import { type Command, UsageError } from '../../terminal/command.ts'
import { formatCount } from '../../terminal/quantity.ts'
import { verifyScene } from '../checks/verify.ts'
import { withWorkingFixes } from '../operations/working-fixes.ts'
import { SEVERITIES, type Severity } from '../scene/issue.ts'
import { nodeOf } from '../scene/scene.ts'
import { formatIssue } from './answer-format.ts'
import { openScene } from './scene-on-disk.ts'

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Check that the building makes sense; exit 1 when it has errors',
  usage: 'verify <file> [options]',
  options: {
    level: { type: 'string', value: 'id', help: 'this level only' },
    severity: { type: 'string', value: 'least', help: 'info, warning or error', default: 'info' },
    json: { type: 'boolean', help: 'the whole answer as JSON' },
  },
  examples: [
    'plat-architect verify house.json',
    'plat-architect verify house.json --level level_2',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length !== 1) throw new UsageError('Give the path of one scene file.')
    const [file] = positionals
    const scene = await openScene(file, 'verify')
    const { level: levelId, severity } = values as { level?: string; severity: Severity }
    if (!SEVERITIES.includes(severity))
      throw new UsageError(`--severity must be info, warning or error, got ${severity}.`)
    if (levelId !== undefined && !nodeOf(scene, levelId, 'level'))
      throw new UsageError(`There is no level ${levelId}: plat-architect show ${file} lists them.`)
    const verification = verifyScene(scene, { levelId, minSeverity: severity })
    const { ok, counts, checksRun, graphHash } = verification
    const issues = withWorkingFixes(scene, verification.issues)
    if (values.json) out.print(JSON.stringify({ ok, counts, issues, checksRun, graphHash }))
    else {
      for (const issue of issues) out.print(formatIssue(issue))
      const totals = SEVERITIES.map((each) => `${formatCount(counts[each])} ${each}`).reverse()
      out.print(
        `${ok ? 'In order' : 'Not in order'}: ${totals.join(', ')}; ${checksRun.length} checks.`,
      )
    }
    return ok ? 0 : 1
  },
}
