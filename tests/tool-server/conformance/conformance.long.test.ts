import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalTools } from '../../../architect/mcp/local/local-tools.ts'
import { startLocalServer } from '../../../architect/service/local-tool-server.ts'
import { listenAddress } from '../../../http/listen-address.ts'
import { OfficialProgram } from '../official-program.ts'
import { openFixtureServer } from './fixture-server.ts'

const ADDRESS = listenAddress('localhost', '0')
const SUITE_MS = 600_000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-conformance-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the conformance suite of the protocol', () => {
  test.each(['2025-11-25', '2026-07-28'])(
    'passes in all that %s requires, with its fixtures on our transport',
    async (revision) => {
      const suite = await OfficialProgram.install(
        '@modelcontextprotocol/conformance',
        '0.2.0-alpha.12',
      )
      const close = async () => {}
      const server = await startLocalServer({ open: openFixtureServer, close }, ADDRESS)
      try {
        const given = ['server', '--url', `${server.url}/mcp`, '--requirements', revision]
        const { code, output } = await suite.run(given, folder)
        // Its code is 0 where all that is required has passed.
        expect(code, output).toBe(0)
        const passed = output.match(/^✓ \S+: [1-9]\d* passed, 0 failed$/gm) ?? []
        console.log(`${revision}: ${passed.length} scenarios passed whole`)
        expect(passed.length).toBeGreaterThanOrEqual(30)
      } finally {
        await server.close()
      }
    },
    SUITE_MS,
  )
})

describe('the inspector of the protocol', () => {
  let inspector: OfficialProgram
  beforeAll(async () => {
    inspector = await OfficialProgram.install('@modelcontextprotocol/inspector', '2.12.0')
  }, SUITE_MS)

  test.each(['usual', 'core', 'all'])(
    'has no strict warning of the list %s over HTTP',
    async (set) => {
      const local = openLocalTools((error) => console.error(error))
      const server = await startLocalServer(local, ADDRESS)
      try {
        const address = `${server.url}/mcp?tools=${set}`
        const given = [
          '--cli',
          address,
          '--transport',
          'http',
          '--method',
          'tools/list',
          '--strict',
        ]
        const { code, output, notes } = await inspector.run(given, folder)
        // Its warnings are notes.
        expect([code, notes]).toEqual([0, ''])
        expect(output).toContain('create_room')
      } finally {
        await server.close()
        await local.close()
      }
    },
    SUITE_MS,
  )

  test(
    'uses the tools over standard input',
    async () => {
      const program = [
        process.execPath,
        join(import.meta.dirname, '../../../architect/plat-architect.ts'),
        'mcp',
      ]
      const given = ['--cli', ...program, '--method', 'tools/call', '--tool-name', 'create_project']
      const { code, output } = await inspector.run([...given, '--tool-arg', 'name=House'], folder)
      expect(code, output).toBe(0)
      expect(output).toContain('draftVersion')
    },
    SUITE_MS,
  )
})
