import { text as textOf } from 'node:stream/consumers'
import { type Command, UsageError } from '../../terminal/command.ts'
import { ServiceClient } from '../client/service-client.ts'
import { isSentInClear, loginPath, writeLogin } from '../client/service-login.ts'
import { readHidden } from './hidden-prompt.ts'

/** Visible ASCII without spaces: what a header may carry. */
const KEY = /^[\x21-\x7e]{8,200}$/

export const loginCommand: Command = {
  name: 'login',
  summary: 'Log in to a service of projects with a key of it',
  usage: 'login [--url http://localhost:8080]',
  options: {
    url: {
      type: 'string',
      value: 'address',
      help: 'address of the service',
      default: 'http://localhost:8080',
    },
  },
  examples: [
    'plat-architect login --url https://plat.example',
    'plat keys create --name me --kind architect --scopes projects:edit,projects:publish,projects:download | plat-architect login',
  ],
  async run({ positionals, values }, out) {
    if (positionals.length > 0)
      throw new UsageError(
        'Give the key in PLAT_ARCHITECT_KEY, on standard input or at the prompt.',
      )
    const url = originIn(`${values.url}`)
    const key = (await givenKey()).trim()
    if (!KEY.test(key))
      throw new UsageError('The key must be 8 to 200 visible characters without spaces.')
    const service = { url, key }
    // Before it is sent: a person may still stop the command.
    if (isSentInClear(url))
      out.progress.note(`The key is sent to ${url} without encryption: use https: where you can.`)
    await new ServiceClient(service, 'login').checkKey()
    await writeLogin(service)
    out.print(`Logged in to ${url}. The key is in ${loginPath()}.`)
    return 0
  },
}

async function givenKey(): Promise<string> {
  if (process.env.PLAT_ARCHITECT_KEY) return process.env.PLAT_ARCHITECT_KEY
  return process.stdin.isTTY ? await readHidden('Key: ') : await textOf(process.stdin)
}

/** Scheme, host and port of an address. */
function originIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isPlain && ['http:', 'https:'].includes(url.protocol)) return url.origin
  throw new UsageError('--url must be scheme, host and port: https://plat.example.')
}
