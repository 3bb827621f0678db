import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
/** Groups of 16 bits that identify a customer of a provider; the customer chooses the others. */
const GROUPS = 4

/** The id by which an address is counted: an IPv4 address itself, an IPv6 address by its /64. */
export function addressId(address: string): string {
  const mapped = MAPPED.exec(address)
  if (mapped) return mapped[1]
  if (!isIPv6(address)) return address
  const [head, tail] = address.replace(/%.*/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const rest = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
    while (groups.length + rest < 8) groups.push('0')
    if (tail !== '') groups.push(...tail.split(':'))
  }
  const own = groups.slice(0, GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${own.join(':')}::/64`
}
