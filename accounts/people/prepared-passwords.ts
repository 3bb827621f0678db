import { type HashCost, hashPassword, verifyPassword } from './password-hash.ts'

type Compute = <Result>(hash: () => Promise<Result>) => Promise<Result>

/**
 * Hashes of the passwords of one request. A transaction must not wait for a hash (0.3 s and more
 * while it holds a connection and locks): a missing hash ends it with `NotPrepared`, is computed,
 * and the transaction runs again.
 */
export class PreparedPasswords {
  private readonly cost: HashCost
  private readonly compute: Compute
  private readonly results = new Map<string, string | boolean>()

  /** `compute` runs a hash in a queue. */
  constructor(cost: HashCost, compute: Compute) {
    this.cost = cost
    this.compute = compute
  }

  hash(password: string): string {
    return this.result(`hash ${password}`, () => hashPassword(password, this.cost))
  }

  verify(hash: string, password: string): boolean {
    return this.result(`verify ${hash} ${password}`, () => verifyPassword(hash, password))
  }

  private result<Result extends string | boolean>(id: string, hash: () => Promise<Result>): Result {
    const result = this.results.get(id)
    if (result !== undefined) return result as Result
    throw new NotPrepared(async () => {
      this.results.set(id, await this.compute(hash))
    })
  }
}

/** Thrown in a transaction that needs a hash which is not computed yet. */
export class NotPrepared extends Error {
  override readonly name = 'NotPrepared'
  readonly prepare: () => Promise<void>

  constructor(prepare: () => Promise<void>) {
    super('a hash of a password was not computed')
    this.prepare = prepare
  }
}
