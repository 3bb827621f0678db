import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What the fixture seals between two rounds of a call. */
export type Sealed = string

const text = (each: string) => ({ content: [{ type: 'text' as const, text: each }] })

const elicit = <Name extends string>(message: string, name: Name, type: 'string' | 'boolean') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: { type } },
      required: [name],
    } as never,
  })

const sample = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  })

const nameForm = z.object({ name: z.string() })
const nameRequest = () => elicit('What is your name?', 'name', 'string')

/** Tools that need input of the client in another round, in the form of 2026-07-28. */
export function addInputTools(mcp: McpServer, states: RequestStateCodec<Sealed>): void {
  const add = (name: string, run: (context: ServerContext) => Promise<Answer>) =>
    mcp.registerTool(name, { description: `Needs input: ${name}` }, run)

  add('test_input_required_result_elicitation', async ({ mcpReq: { inputResponses } }) => {
    const given = acceptedContent(inputResponses, 'user_name', nameForm)
    if (given) return text(`Hello, ${given.name}!`)
    return inputRequired({ inputRequests: { user_name: nameRequest() } })
  })
  add('test_input_required_result_sampling', async ({ mcpReq: { inputResponses } }) => {
    const given = inputResponse(inputResponses, 'capital_question')
    if (given.kind === 'sampling') return text(`The client answers ${JSON.stringify(given.result)}`)
    const capital_question = sample('What is the capital of France?', 100)
    return inputRequired({ inputRequests: { capital_question } })
  })
  add('test_input_required_result_list_roots', async ({ mcpReq: { inputResponses } }) => {
    const given = inputResponse(inputResponses, 'client_roots')
    if (given.kind === 'roots') return text(`Roots: ${JSON.stringify(given.roots)}`)
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  add('test_input_required_result_request_state', async (context) => {
    if (stateOf(context) === 'confirm') return text('state-ok')
    const confirm = elicit('Please confirm', 'ok', 'boolean')
    return inputRequired({ inputRequests: { confirm }, requestState: await states.mint('confirm') })
  })
  add('test_input_required_result_multiple_inputs', async (context) => {
    const given = context.mcpReq.inputResponses ?? {}
    const keys = ['user_name', 'greeting', 'client_roots']
    if (stateOf(context) === 'several' && keys.every((key) => key in given))
      return text('All given.')
    return inputRequired({
      inputRequests: {
        user_name: nameRequest(),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint('several'),
    })
  })
  add('test_input_required_result_multi_round', async (context) => {
    switch (stateOf(context)) {
      case 'first': {
        const step2 = elicit('Step 2: What is your favorite color?', 'color', 'string')
        const requestState = await states.mint('second')
        return inputRequired({ inputRequests: { step2 }, requestState })
      }
      case 'second':
        return text('Both steps are done.')
      default: {
        const step1 = elicit('Step 1: What is your name?', 'name', 'string')
        const requestState = await states.mint('first')
        return inputRequired({ inputRequests: { step1 }, requestState })
      }
    }
  })
  add('test_input_required_result_tampered_state', async (context) => {
    if (stateOf(context) === 'sealed') return text('The state is whole.')
    const confirm = elicit('Please confirm', 'ok', 'boolean')
    return inputRequired({ inputRequests: { confirm }, requestState: await states.mint('sealed') })
  })
  add('test_input_required_result_capabilities', async () => {
    const { sampling, elicitation } = mcp.server.getClientCapabilities() ?? {}
    return inputRequired({
      inputRequests: {
        ...(sampling && { greeting: sample('Generate a greeting', 50) }),
        ...(elicitation && { user_name: nameRequest() }),
      },
    })
  })
  // Without the capability the server refuses the request of the tool.
  add('test_missing_capability', async () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } }),
  )
  add('test_streaming_elicitation', async ({ mcpReq: { inputResponses } }) => {
    if (acceptedContent(inputResponses, 'user_name', nameForm)) return text('Given.')
    return inputRequired({ inputRequests: { user_name: nameRequest() } })
  })
  const context = z.object({ context: z.string() })
  mcp.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Needs input' },
    async ({ mcpReq: { inputResponses } }) => {
      const given = acceptedContent(inputResponses, 'user_context', context)
      if (!given)
        return inputRequired({
          inputRequests: {
            user_context: elicit('What context should the prompt use?', 'context', 'string'),
          },
        })
      const content = { type: 'text' as const, text: `Context: ${given.context}` }
      return { messages: [{ role: 'user' as const, content }] }
    },
  )
}

type Answer = ReturnType<typeof text> | ReturnType<typeof inputRequired>

/** What was sealed in the round before; null in the first one. */
const stateOf = ({ mcpReq }: ServerContext): Sealed | null => mcpReq.requestState<Sealed>() ?? null
