import type { z } from 'zod'
import type { Api } from '../../../web/api.ts'
import type {
  Chat,
  ChatTurn as ChatTurnAnswer,
  ChatUpdates,
  Credits,
} from '../../service/answers.ts'

export type ChatTurn = z.infer<typeof ChatTurnAnswer>
export type ChatStep = ChatTurn['steps'][number]
export type ChatPart = ChatTurn['input']['images'][number]
export type ChatPage = z.infer<typeof Chat>
export type NewInChat = z.infer<typeof ChatUpdates>
export type Balance = z.infer<typeof Credits>

/** A message as it is sent. */
export interface Message {
  text: string
  model: string
  attachments: readonly Attachment[]
  /** The turn whose question it answers. */
  answers?: string
}

/** A picture or a file of text, with its bytes. */
export interface Attachment {
  kind: 'image' | 'file'
  name: string
  bytes: number
  /** `data:image/png;base64,...` */
  dataUrl: string
}

/** Turns that are loaded at once. */
const PAGE_TURNS = 20
/** Turns are in the formats of another API, which is not below `/api`. */
const TURNS = { base: '/v1' }

/** The requests of a chat. All throw `ApiProblem`. */
export type ChatCalls = ReturnType<typeof chatCalls>

export function chatCalls(api: Api) {
  const pathOf = (id: string, rest = '') => `/scenes/${encodeURIComponent(id)}/chat${rest}`
  return {
    page(id: string, before?: string) {
      const search = new URLSearchParams({ limit: `${PAGE_TURNS}`, ...(before && { before }) })
      return api.get<ChatPage>(pathOf(id, `?${search}`))
    },
    updates: (id: string, after: string) =>
      api.get<NewInChat>(pathOf(id, `/updates?${new URLSearchParams({ after })}`)),
    /** Sends a message; with the key of an earlier attempt it is carried out once in all. */
    send(projectId: string, message: Message, key: string) {
      const headers = { 'idempotency-key': key }
      const body = bodyOf(projectId, message)
      return api.send<{ id: string }>('POST', '/responses', body, { ...TURNS, headers })
    },
    stop: (turnId: string) =>
      api.send<unknown>('POST', `/responses/${encodeURIComponent(turnId)}/cancel`, {}, TURNS),
    balance: () => api.get<Balance>('/credits'),
    /** The bytes of a picture or a file of a turn. */
    async part({ url }: ChatPart): Promise<Blob> {
      const path = new URL(url, location.href).pathname.replace(/^\/api(?=\/)/, '')
      return await (await api.request(path)).blob()
    },
  }
}

function bodyOf(projectId: string, { text, model, attachments, answers }: Message) {
  const parts = attachments.map(({ kind, name, dataUrl }) =>
    kind === 'image'
      ? { type: 'input_image', image_url: dataUrl }
      : { type: 'input_file', filename: name, file_data: dataUrl },
  )
  const content = [...(text ? [{ type: 'input_text', text }] : []), ...parts]
  return {
    model,
    input: parts.length > 0 ? [{ role: 'user', content }] : text,
    metadata: { project_id: projectId },
    background: true,
    ...(answers !== undefined && { previous_response_id: answers }),
  }
}
