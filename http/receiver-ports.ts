/**
 * Ports of programs on the computer of a person that receive buildings, by the contract: the first
 * free one is used, and the page of projects looks for one at each.
 */
export const RECEIVER_PORTS: readonly number[] = [27412, 27413, 27414, 27415, 27416]
