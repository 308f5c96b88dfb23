import { z } from 'zod'

/** One thing that is wrong, with the field of the form when it belongs to one. */
const problemEntry = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
})

/** The one error body of every call: RFC 9457 problem details with the list the front end needs (REQ-D-003). */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  requestId: z.string(),
  errors: z.array(problemEntry),
})

export type ProblemEntry = z.output<typeof problemEntry>
export type ProblemBody = z.output<typeof problemBody>
