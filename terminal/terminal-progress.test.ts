import { expect, test } from 'vitest'
import { terminalProgress } from './terminal-progress.ts'

/** A stream that records what is written, and a clock that the test moves. */
function stage(options: { isTTY?: boolean; environment?: Record<string, string> } = {}) {
  let text = ''
  let clock = 0
  const stream = {
    isTTY: options.isTTY ?? false,
    columns: 60,
    write: (chunk: string) => {
      text += chunk
    },
  }
  const progress = terminalProgress({
    stream,
    environment: options.environment ?? {},
    now: () => clock,
    memory: () => 210e6,
  })
  return { progress, text: () => text, pass: (ms: number) => (clock += ms) }
}

test('a log gets a line at the start, one every five seconds, and one at the end', () => {
  const { progress, text, pass } = stage()
  const step = progress.step('read parcels', { total: 20_000, unit: 'rows' })
  for (let row = 0; row < 10_240; row++) {
    step.advance(1)
    pass(1)
  }
  step.done('10,240 rows, 4 rejected')
  expect(text().split('\n')).toEqual([
    '- read parcels',
    '  read parcels: 5,120 of 20,000 rows, 1,000/s, 14.9 s left, 5.1 s, 210 MB',
    '  read parcels: 10,240 of 20,000 rows, 1,000/s, 9.8 s left, 10.2 s, 210 MB',
    '+ read parcels: 10,240 rows, 4 rejected (10,240 rows, 1,000/s, 10.2 s, 210 MB)',
    '',
  ])
})

test('a terminal sees a bar that is redrawn in place and never wider than the window', () => {
  const { progress, text, pass } = stage({ isTTY: true, environment: { NO_COLOR: '1' } })
  const step = progress.step('tile parcels at every zoom from ten to fourteen', { total: 512 })
  for (let row = 0; row < 256; row++) step.advance(1)
  pass(200)
  for (let row = 0; row < 256; row++) step.advance(1)
  step.done()
  expect(text()).toContain('\x1b[1A\x1b[J')
  for (const line of text().split('\n')) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the cursor moves take no room
    expect([...line.replace(/\x1b\[\d*[AJ]/g, '')].length).toBeLessThan(120)
  }
  const drawn = text()
    .split('\n')
    .filter((line) => /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(line))
  expect(drawn.length).toBeGreaterThan(0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the cursor moves take no room
  for (const line of drawn) expect([...line.replace(/\x1b\[\d*[AJ]/g, '')].length).toBeLessThan(60)
})

test('NO_COLOR leaves no colours, and a terminal without it has them', () => {
  const color = '\x1b[32m'
  const plain = stage({ isTTY: true, environment: { NO_COLOR: '1' } })
  plain.progress.step('order').done()
  expect(plain.text()).not.toContain(color)
  const colored = stage({ isTTY: true })
  colored.progress.step('order').done()
  expect(colored.text()).toContain(color)
})

test('a terminal in CI is a log', () => {
  const { progress, text } = stage({ isTTY: true, environment: { CI: 'true' } })
  progress.step('order').done()
  expect(text()).toMatch(/^- order\n\+ order: /)
  expect(text()).not.toContain('\x1b')
})

test('results printed between live lines are not drawn over', () => {
  const { progress, text } = stage({ isTTY: true, environment: { NO_COLOR: '1' } })
  progress.step('one')
  progress.note('two of three sources are locked')
  progress.note('and the third')
  const screen = playBack(text())
  expect(screen.slice(0, 2)).toEqual(['  two of three sources are locked', '  and the third'])
  expect(screen[2]).toContain('one')
  progress.close()
})

test('a step that an error left open is reported as stopped, once', () => {
  const { progress, text } = stage()
  const step = progress.step('fetch')
  progress.close()
  progress.close()
  step.done()
  expect(text()).toBe('- fetch\nx fetch: stopped (0.00 s, 210 MB)\n')
})

test('many steps at once do not scroll the window away', () => {
  const { progress, text } = stage({ isTTY: true, environment: { NO_COLOR: '1' } })
  for (let index = 0; index < 40; index++) progress.step(`county ${index}`)
  progress.note('now')
  expect(playBack(text()).length).toBeLessThanOrEqual(11)
  expect(text()).toContain('and 32 more')
  progress.close()
})

/** The lines a terminal would show: cursor up and clear below are all that is used. */
function playBack(text: string): string[] {
  const lines: string[] = []
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the cursor moves
  for (const part of text.split(/(\x1b\[\d+A\x1b\[J|\n)/)) {
    const up = /\[(\d+)A/.exec(part)
    if (up) lines.length -= Number(up[1])
    else if (part !== '\n' && part !== '') lines.push(part)
  }
  return lines
}
