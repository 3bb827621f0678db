import { execFileSync } from 'node:child_process'

/** The bridge that joins the machines, and its address: the one of servers that they reach. */
const BRIDGE = 'plat-bridge'
export const HOST = '10.77.0.1'
const NETWORK = '10.77.0.0/24'

/** Why this machine cannot have further networks, or null. */
export function whyNoNetworks(): string | null {
  try {
    ip('netns', 'add', 'plat-try')
    ip('netns', 'del', 'plat-try')
    return null
  } catch (error) {
    return `network namespaces need root and iproute2: ${(error as Error).message}`
  }
}

/**
 * Networks of their own (Linux namespaces) for processes that act as other machines, each joined to
 * this machine by a cable that can be pulled.
 */
export class MachineNetworks {
  readonly network = NETWORK
  private readonly count: number

  constructor(count: number) {
    this.count = count
    this.remove()
    ip('link', 'add', BRIDGE, 'type', 'bridge')
    ip('addr', 'add', `${HOST}/24`, 'dev', BRIDGE)
    ip('link', 'set', BRIDGE, 'up')
    for (let i = 0; i < count; i++) {
      ip('netns', 'add', nameOf(i))
      ip('link', 'add', cableOf(i), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', nameOf(i))
      ip('link', 'set', cableOf(i), 'master', BRIDGE, 'up')
      ip('-n', nameOf(i), 'addr', 'add', `10.77.0.${10 + i}/24`, 'dev', 'eth0')
      ip('-n', nameOf(i), 'link', 'set', 'eth0', 'up')
      ip('-n', nameOf(i), 'link', 'set', 'lo', 'up')
    }
  }

  /** The program and arguments that run a command on a machine; its process is the command's. */
  command(machine: number, command: readonly string[]): [program: string, args: string[]] {
    return ['ip', ['netns', 'exec', nameOf(machine), ...command]]
  }

  /** Pulls the cable: packets are lost in both directions, and no connection notices. */
  cut(machine: number): void {
    ip('link', 'set', cableOf(machine), 'down')
  }

  join(machine: number): void {
    ip('link', 'set', cableOf(machine), 'up')
  }

  /** Removes all networks, those of an earlier run too. Processes in them must have ended. */
  remove(): void {
    for (let i = 0; i < this.count; i++) attempt('netns', 'del', nameOf(i))
    attempt('link', 'del', BRIDGE)
  }
}

const nameOf = (machine: number) => `plat-machine-${machine}`
const cableOf = (machine: number) => `plat-cable-${machine}`

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function attempt(...args: string[]): void {
  try {
    ip(...args)
  } catch {
    // It was not there.
  }
}
