import { STATUS_CODES } from 'node:http'
import type { ProblemBody, ProblemEntry } from '@coopline/contract/problem-body'
import type { Language } from '@coopline/rules/kernel/problem'
import { problemTexts } from './problem.messages.ts'
import {
  BadInput,
  Conflict,
  MethodNotAllowed,
  NotAllowed,
  NotFound,
  NotSignedIn,
  Refused,
  StepUpRequired,
  TooManyAttempts,
  Unavailable,
  UnsupportedMedia,
  WrongHost,
} from '../errors.ts'
import type { Refusal } from '../refusal.ts'

export interface Problem {
  readonly status: number
  readonly body: ProblemBody
  readonly retryAfterSeconds?: number
  /** The methods that the address does take. */
  readonly allow?: string
  /** False for unexpected errors, which are logged with their stack. */
  readonly expected: boolean
}

/** The only place where an error becomes an answer (RFC 9457). Any other error is a 500 with the documented sentence. */
export function toProblem(error: unknown, requestId: string, language: Language): Problem {
  const text = problemTexts(language)
  const make = makerOf(requestId)
  const said = (refusal: Refusal | undefined, otherwise: string) => refusal?.sentenceIn(language) ?? otherwise
  if (error instanceof BadInput || error instanceof Refused)
    return make(400, 'Bad Request', entriesOf(error.refusals, language))
  if (error instanceof NotSignedIn) return make(401, 'Unauthorized', one('not-signed-in', text.unauthorized))
  if (error instanceof NotAllowed)
    return make(403, 'Forbidden', one('not-allowed', said(error.refusal, text.notAllowed)))
  if (error instanceof StepUpRequired) return make(403, 'Forbidden', one('step-up-required', text.stepUpRequired))
  if (error instanceof NotFound) return make(404, 'Not Found', one('not-found', said(error.refusal, text.notFound)))
  if (error instanceof Conflict)
    return make(409, 'Conflict', one(error.refusal.code, error.refusal.sentenceIn(language)))
  if (error instanceof TooManyAttempts) {
    const { retryAfterSeconds, refusal } = error
    const entries = one('too-many-attempts', said(refusal, text.tooManyAttempts))
    return make(429, 'Too Many Requests', entries, { retryAfterSeconds })
  }
  if (error instanceof Unavailable)
    return make(503, 'Service Unavailable', one('unavailable', text.unableToProcess), {
      retryAfterSeconds: error.retryAfterSeconds,
    })
  if (error instanceof MethodNotAllowed)
    return make(405, 'Method Not Allowed', one('method-not-allowed', 'Method Not Allowed'), {
      allow: error.allowed.join(', '),
    })
  if (error instanceof WrongHost) return make(421, 'Misdirected Request', one('wrong-host', text.notFound))
  const framework = error instanceof UnsupportedMedia ? refusalOf(415) : frameworkRefusal(error)
  if (framework !== null) return make(framework.status, framework.title, one(framework.code, framework.title))
  return make(500, 'Internal Server Error', one('unexpected', text.unableToProcess), { expected: false })
}

const makerOf =
  (requestId: string) =>
  (status: number, title: string, errors: readonly ProblemEntry[], more: Partial<Problem> = {}): Problem => ({
    status,
    expected: true,
    ...more,
    body: {
      type: 'about:blank',
      title,
      status,
      detail: errors[0]?.message ?? title,
      requestId,
      errors: [...errors],
    },
  })

const one = (code: string, message: string): readonly ProblemEntry[] => [{ code, message }]

const entriesOf = (refusals: readonly Refusal[], language: Language): readonly ProblemEntry[] =>
  refusals.map((refusal) => {
    const { code, field } = refusal
    const message = refusal.sentenceIn(language)
    return field === undefined ? { code, message } : { code, message, field }
  })

/** Codes that differ from the title. */
const refusalCodes: Readonly<Record<number, string>> = {
  413: 'too-large',
  414: 'address-too-long',
}
const refusalTitles: Readonly<Record<number, string>> = { 413: 'Content Too Large' }

function refusalOf(status: number): { status: number; code: string; title: string } {
  const title = refusalTitles[status] ?? STATUS_CODES[status] ?? 'Bad Request'
  return { status, title, code: refusalCodes[status] ?? title.toLowerCase().replaceAll(/[^a-z]+/gu, '-') }
}

/**
 * Refusals that Fastify and its plugins make themselves (body limit, media type, malformed percent-encoding, range …), by
 * their status. The client is at fault for every one between 400 and 499, so none of them is an unexpected error.
 */
function frameworkRefusal(error: unknown): { status: number; code: string; title: string } | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  return status >= 400 && status < 500 ? refusalOf(status) : null
}
