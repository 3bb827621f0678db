import type { Rule } from '../rule.ts'
import { wallDuplicate } from './wall-duplicate.ts'

/** All rules, in the order in which they are read. */
export const RULES: Rule[] = [wallDuplicate]
