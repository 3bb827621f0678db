import type { Pattern } from '../pattern-rule.ts'
import { question } from './question.ts'

/** What the planner can do, for people. */
export const HELP = [
  'I plan by rules that read plain English; I have no language model, so I understand buildings and nothing else. I can:',
  '- lay out a building: “a bungalow of 100 m² with three bedrooms, two baths and a garage”',
  '- change rooms and walls: “make the kitchen 50 cm wider”, “swap the bath and the storage”, “move the wall between kitchen and hall”',
  '- change doors, windows and openings: “add a 1.2 m window to the west wall of the bedroom”, “put a door between the hall and the study”',
  '- change the roof: “a hip roof of 30 degrees”, “more overhang”',
  '- furnish rooms, and place, move and remove furniture: “furnish the bedrooms”, “put a desk under the window of the study”',
  '- change floors, walls, the facade and the roof: “oak floor in the living room”, “paint the facade light grey”',
  '- answer questions: “how large is the kitchen?”, “does a king bed fit in the guest room?”, “is anything wrong?”',
  '“Undo” takes back what the last request changed. I cannot send mail, estimate costs, obtain permits, make photographs or calculate structures.',
].join('\n')

/** Questions about the planner itself. */
export const HELP_QUESTIONS: readonly Pattern[] = [
  question(/^(?:help|help me|\?|commands|examples|instructions)$/, () => HELP),
  question(
    /^(?:what|which|how) (?:else )?(?:can|could|do|should|may|things can|kinds? of (?:things|changes)) (?:you|i|this|it|we)\b(?: (?:do|say|ask|request|type|help|offer|change|work|use|understand|support))+\b/,
    () => HELP,
  ),
  question(
    /^(?:who|what) are you\b|^are you (?:an? )?(?:ai|model|llm|human|bot|robot|chatgpt|gpt|real|person|language model|machine)\b|^(?:is this|are you using|do you use) (?:an? )?(?:ai|model|llm|chatgpt|gpt|language model)\b|^how do you work\b|^do you understand\b/,
    () =>
      'I am the planner that is built into this service. I read plain English by rules and have no language model; “what can you do?” lists what I understand.',
  ),
  question(
    /^what (?:did|have) you (?:do|done|change[d]?|just)\b|^what (?:has )?changed\b/,
    () =>
      'The steps of each request are listed with it, with every edit that was made. “Undo” takes back those of the last one.',
  ),
  question(
    /^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?|thank you|thx|great|ok|okay|cool|nice)$/,
    () =>
      'Ready. Describe a building, a change or a question about the building; “what can you do?” lists examples.',
  ),
]
