import type { Command } from '../../terminal/command.ts'
import { loginPath, removeLogin } from '../client/service-login.ts'

export const logoutCommand: Command = {
  name: 'logout',
  summary: 'Remove the stored key of a service of projects',
  usage: 'logout',
  options: {},
  examples: ['plat-architect logout'],
  async run(_args, out) {
    const isRemoved = await removeLogin()
    out.print(isRemoved ? `Removed ${loginPath()}. The key is still valid.` : 'There is no login.')
    return 0
  },
}
