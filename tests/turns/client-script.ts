import { scripted } from './turn-script.ts'

const ROOM = {
  tool: 'create_room',
  arguments: {
    label: 'Kitchen',
    polygon: [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ],
  },
}
const LOOK = { tool: 'list_levels' }
/** Longer than every test: the turn is cancelled. */
const ENDLESS_MS = 600_000

/** A model for clients: the words of a request choose what happens. */
export const clientScript = () =>
  scripted([
    // First: earlier messages of a request are in the same text.
    { match: '(^|\\n)east$', steps: [{ text: 'East it is.' }] },
    {
      match: 'kitchen',
      steps: [
        { reasoning: 'A room of 4 by 3 m.', text: 'I draw it.', calls: [ROOM] },
        {
          calls: [
            { tool: 'add_door', arguments: { wallId: '$0.wallIds.2', offset: 1 } },
            { tool: 'delete_node', arguments: { id: 'wall_999' } },
          ],
        },
        { text: 'The kitchen has **12 m2**. 🏠' },
      ],
    },
    {
      match: 'look',
      steps: [
        { reasoning: 'It may have levels.', text: 'I look.', calls: [LOOK] },
        { text: 'It has **1 level**. 🏠' },
      ],
    },
    { match: 'slowly', steps: [{ calls: [ROOM] }, { delay_ms: ENDLESS_MS }] },
    { match: 'wait', steps: [{ delay_ms: ENDLESS_MS }] },
    { match: 'pause', steps: [{ delay_ms: 900, text: 'After a pause.' }] },
    {
      match: 'dear',
      steps: [
        { text: 'I begin.', calls: [LOOK], usage: { input: 2_000, output: 500 } },
        { text: 'Never sent.' },
      ],
    },
    {
      match: 'garage',
      steps: [
        {
          calls: [
            {
              tool: 'ask_question',
              arguments: { question: 'On which side?', options: ['North', 'East'] },
            },
          ],
        },
      ],
    },
    { match: 'broken', steps: [{ calls: [LOOK] }, { fail: 'unavailable' }] },
    { match: 'down', steps: [{ fail: 'unavailable' }] },
    { match: 'card', steps: [{ text: '{"card": {"title": "Kitchen", "area": 12}}' }] },
    { match: 'nothing', steps: [{ text: 'Nothing was changed.' }] },
  ])
