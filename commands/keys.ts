import type { Command } from '../terminal/command.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Make, list and revoke API keys, also while the service runs',
  usage: 'keys create --name <name> [options] | list [--all | options] | revoke <id>',
  options: {
    name: { type: 'string', value: 'name', help: 'create: name of the key' },
    kind: { type: 'string', value: 'kind', help: 'create: map (default) or architect' },
    owner: { type: 'string', value: 'email', help: 'whose keys; default: the operator’s own' },
    org: { type: 'string', value: 'slug', help: 'the keys of this organization instead' },
    scopes: {
      type: 'string',
      value: 'a,b',
      help: 'create: scopes of an architect key; default projects:edit',
    },
    'expires-in-days': { type: 'string', value: 'days', help: 'create: 1 to 366; default: never' },
    all: { type: 'boolean', help: 'list: everybody’s keys' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  examples: [
    'KEY=$(plat keys create --name ci)',
    'plat keys create --name deploys --kind architect --owner ada@example.com --scopes projects:edit,projects:publish --expires-in-days 90',
    'plat keys list --all',
    'plat keys revoke key_4fGh27TqkXw0cVbN81Za',
  ],
  async run(args, out) {
    const { runKeys } = await import('./keys/run-keys.ts')
    return await runKeys(args, out)
  },
}
