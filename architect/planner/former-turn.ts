/** An earlier turn of the project. */
export interface FormerTurn {
  request: string
  reply: string
}
