import type { Command } from '../../terminal/command.ts'

export const receiveCommand: Command = {
  name: 'receive',
  summary: 'Receive buildings that the page of projects sends, as GLB files in a folder',
  usage: 'receive --folder <path> [--allow <origin>]',
  options: {
    folder: { type: 'string', value: 'path', help: 'folder of the files; it is made if need be' },
    allow: {
      type: 'string',
      value: 'origin',
      multiple: true,
      help: 'a page that may send, such as http://localhost:8080; programs may always',
    },
  },
  examples: [
    'plat-architect receive --folder models --allow http://localhost:8080',
    'plat-architect receive --folder models',
  ],
  isService: true,
  async run(given, out) {
    const { runReceiver } = await import('./run-receiver.ts')
    await runReceiver(given, out)
    return 0
  },
}
