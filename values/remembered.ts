/** Results by name, each made once. A failure is not remembered: the next call makes it again. */
export class Remembered {
  private readonly made = new Map<string, Promise<unknown>>()

  /** The result of a name, which has one type; `make` runs when it is wanted for the first time. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(name) as Promise<T> | undefined
    if (known) return known
    const making = make()
    this.made.set(name, making)
    making.catch(() => this.made.delete(name))
    return making
  }
}
