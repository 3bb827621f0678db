import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost of a hash, by the names of scrypt's parameters. */
export interface HashCost {
  N: number
  r: number
  p: number
}

/** Parameters of scrypt from OWASP's cheat sheet for passwords: 32 MiB a hash. */
export const HASH_COST: HashCost = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** Memory that one hash may take: twice what its cost needs. */
const MEMORY_MAX_BYTES = 64 * 2 ** 20

/** Hashes a password as `scrypt$N$r$p$salt$hash`: old hashes stay valid when the cost is raised. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** True when a password matches a hash, compared in constant time. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, N, r, p, salt, wanted] = hash.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const found = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return timingSafeEqual(found, Buffer.from(wanted, 'base64url'))
}

function derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  // Text that looks the same from two keyboards is the same password (NIST SP 800-63B, 3.1.1.2).
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MEMORY_MAX_BYTES }
    scrypt(text, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
