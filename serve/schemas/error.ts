import { z } from 'zod'
import { ERROR_CODES, type ErrorCode } from '../../http/error-codes.ts'

export const ErrorObject = z.object({
  error: z.object({
    code: z
      .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
      .describe('for programs; never reused'),
    message: z.string().describe('for people, in a sentence'),
    param: z.string().optional().describe('the parameter at fault'),
    hint: z.string().optional().describe('what to send or do instead'),
    request_id: z.string().describe('the same as the header X-Request-Id'),
  }),
})
export type ErrorObject = z.infer<typeof ErrorObject>
