import { TURN_DAYS, TURNS_WAITING_MAX } from '../store/store-limits.ts'
import { KEY_HOURS, RETRY_MINUTES } from '../store/turns.ts'
import { IMAGE_BYTES_MAX, TEXT_BYTES_MAX } from '../turns/media/media-limits.ts'
import { formatCredits, leastPriceOfStep, PRICES, priceOfTool } from '../turns/prices.ts'
import { EQUAL_CALLS_MAX, FOLLOW_MS, TURN_MS_MAX } from '../turns/turn-limits.ts'
import {
  INPUT_BYTES_MAX,
  INPUT_CHARACTERS_MAX,
  INPUT_PARTS_MAX,
} from '../turns/wire/input-limits.ts'
import { BEAT_MS } from './turn-answer.ts'

const MINUTES = FOLLOW_MS / 60_000
const count = (value: number): string => value.toLocaleString('en-US')
const { input, output } = PRICES.tokens.medium

/** The guide of turns, as paragraphs of the reference. */
export const TURN_GUIDE = [
  `A turn is a request to work on one project: the model edits the draft and answers in text, and what has changed is saved as a version, which is not published. \`POST /v1/responses\` takes the Responses format of OpenAI and \`POST /v1/chat/completions\` that of Chat Completions, so the base address of an OpenAI client is the root of the service with \`/v1\`, not below \`/api\`. The project must exist: \`X-Svc-Project\` or \`metadata.project_id\` names it, and a key that sees one project alone may leave both out. Every turn joins the chat of its project, for ${TURN_DAYS} days.`,
  `With \`background: true\` a turn is answered at once as \`queued\`: read \`GET /v1/responses/{response_id}\` until its status is \`completed\`, \`incomplete\`, \`failed\` or \`cancelled\`. Without it the request follows the turn for up to ${MINUTES} minutes: status 200 and the headers come at once, a blank every ${BEAT_MS / 1_000} s, and the JSON at the end. Then a turn is stopped as \`incomplete\` with the reason \`follow_timeout\` and its work saved; one of \`architect-pro\` goes on, and is answered as \`in_progress\`. A turn goes on while nobody reads it, for at most ${TURN_MS_MAX / 3_600_000} hours. One turn of a project runs at a time; ${TURNS_WAITING_MAX} more wait, and a further one is 429.`,
  '`stream: true` sends events as steps are recorded: an answer of the model comes whole, not token by token. `GET /v1/responses/{response_id}?stream=true` repeats them from the first on, and `starting_after` from the one after that `sequence_number`.',
  `An \`Idempotency-Key\` is one of its account and project for ${KEY_HOURS} hours: the same request finds its turn as it is by then, another request is 409 \`idempotency_mismatch\`. A request that an official client sends again by itself, with \`X-Stainless-Retry-Count\` of 1 or more, finds the turn of the same API key, project and body of the last ${RETRY_MINUTES} minutes without such a key. Look at the project before a failed turn is sent again: it may have edited it.`,
  'A turn that needs an answer is `completed` with `metadata.svc_waiting` of `question`; the question, with its options numbered, is the reply. The next request on the project answers it, and a number such as `2` is that option.',
  `Turns are paid with credits by the workspace of the key: its person, or the organization that owns it. At medium effort a million tokens of input cost ${input} credits and of output ${output}; a view costs ${formatCredits(priceOfTool('view_scene'))}, edits and reads cost nothing, and \`usage.credits\` is the sum. With fewer credits than the cheapest step needs (${formatCredits(leastPriceOfStep('medium'))} at medium effort) a request is 402 \`insufficient_quota\` with \`needed\` and \`available\`. \`metadata.svc_max_credits\` caps one turn: no step starts that it does not pay for, and a step under way finishes. The effort pro needs the plan pro: else 403 \`upgrade_required\`.`,
  `A turn that fails after its start is 200 with \`status: "failed"\` and \`error\`. \`incomplete_details.reason\` is \`follow_timeout\`, \`max_credits\`, \`insufficient_credits\`, \`max_steps\`, \`no_progress\` (${EQUAL_CALLS_MAX} equal calls in a row) or \`max_time\`; what was done is saved in each case. A field that is not known, or that would change the result and cannot, is 400; fields without an effect are repeated in the answer.`,
  `The text of a turn has at most ${count(INPUT_CHARACTERS_MAX)} characters, and its message ${INPUT_PARTS_MAX} parts. Pictures (PNG, JPEG, WebP, GIF) have at most ${IMAGE_BYTES_MAX / 1e6} MB, files of text ${TEXT_BYTES_MAX / 1e3} kB, all together ${INPUT_BYTES_MAX / 1e6} MB: inline as data URLs, or by the id of a file that was sent to \`POST /v1/files\`. No other address is fetched.`,
]
