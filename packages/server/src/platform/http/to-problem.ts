import type { ProblemBody, ProblemEntry } from '@coopline/contract/problem-body'
import type { Language } from '@coopline/rules/kernel/problem'
import { problemTexts } from './problem.messages.ts'
import {
  BadInput,
  Conflict,
  NotAllowed,
  NotFound,
  NotSignedIn,
  RuleRefused,
  StepUpRequired,
  TooManyTries,
  Unavailable,
  UnsupportedMedia,
  WrongHost,
} from '../errors.ts'

export interface Problem {
  readonly status: number
  readonly body: ProblemBody
  readonly retryAfterSeconds?: number
  /** False for errors that nobody expected: they are logged with their stack. */
  readonly expected: boolean
}

/** The only place where an error becomes an answer (RFC 9457). What is not known here is a 500 with the documented sentence. */
export function toProblem(error: unknown, requestId: string, language: Language): Problem {
  const text = problemTexts(language)
  const make = (
    status: number,
    title: string,
    errors: readonly ProblemEntry[],
    more: Partial<Problem> = {},
  ): Problem => ({
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

  if (error instanceof BadInput || error instanceof RuleRefused) return make(400, 'Bad Request', error.errors)
  if (error instanceof NotSignedIn) return make(401, 'Unauthorized', one('not-signed-in', text.unauthorized))
  if (error instanceof NotAllowed)
    return make(403, 'Forbidden', one('not-allowed', error.memberMessage ?? text.notAllowed))
  if (error instanceof StepUpRequired) return make(403, 'Forbidden', one('step-up-required', text.stepUpRequired))
  if (error instanceof NotFound) return make(404, 'Not Found', one('not-found', error.memberMessage ?? text.notFound))
  if (error instanceof Conflict) return make(409, 'Conflict', one(error.code, error.message))
  if (error instanceof TooManyTries)
    return make(429, 'Too Many Requests', one('too-many-tries', text.tooManyTries), {
      retryAfterSeconds: error.retryAfterSeconds,
    })
  if (error instanceof Unavailable)
    return make(503, 'Service Unavailable', one('unavailable', text.unableToProcess), {
      retryAfterSeconds: error.retryAfterSeconds,
    })
  if (error instanceof WrongHost) return make(421, 'Misdirected Request', one('wrong-host', text.notFound))
  const refusal = error instanceof UnsupportedMedia ? frameworkRefusals[415] : frameworkRefusal(error)
  if (refusal !== null) return make(refusal.status, refusal.title, one(refusal.code, refusal.title))
  return make(500, 'Internal Server Error', one('unexpected', text.unableToProcess), { expected: false })
}

const frameworkRefusals = {
  400: { status: 400, code: 'bad-request', title: 'Bad Request' },
  404: { status: 404, code: 'not-found', title: 'Not Found' },
  408: { status: 408, code: 'request-timeout', title: 'Request Timeout' },
  413: { status: 413, code: 'too-large', title: 'Content Too Large' },
  414: { status: 414, code: 'address-too-long', title: 'URI Too Long' },
  415: { status: 415, code: 'unsupported-media-type', title: 'Unsupported Media Type' },
} as const

/** Refusals that Fastify itself makes (body limit, media type, malformed percent-encoding …), by their status. */
function frameworkRefusal(error: unknown): { status: number; code: string; title: string } | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  return frameworkRefusals[error.statusCode as keyof typeof frameworkRefusals] ?? null
}

/** SQLSTATEs of a database that is away, overloaded, full, or broke work off in favour of other work. */
const transientSqlStates = new Set(
  ['57P01', '57P02', '57P03', '57P05', '57014', '25006', '25P03', '40001', '40P01', '55P03', '58030'].concat([
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '53000',
    '53100',
    '53200',
    '53300',
  ]),
)
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True for errors that say that the database is away, slow or full: the caller may try again. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (transientSqlStates.has(code) || transientCodes.has(code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/u.test(
    error.message,
  )
}
