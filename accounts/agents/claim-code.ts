import { randomInt } from 'node:crypto'
import { hashOf } from '../keys/key-format.ts'

/** Digits and capitals without 0, 1, I and O, which look alike: 5 bits each. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 60 bits: with the limits of attempts nobody guesses one within its 15 minutes. */
const LENGTH = 12
/** Letters between two hyphens. */
const GROUP = 4

/** A new claim code to read aloud and to type: `7KQM-X2PD-9RTW`. */
export function makeClaimCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(new RegExp(`.{${GROUP}}(?!$)`, 'g'), '$&-')
}

/** Hash under which a code is stored, however a person has typed its hyphens, spaces and case. */
export function claimCodeHash(typed: string): string {
  return hashOf(typed.toUpperCase().replace(/[\s\-‐-―]/g, ''))
}
