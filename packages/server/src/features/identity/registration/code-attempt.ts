import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'

/** The HttpOnly cookie of the browser that requested a code. Only that browser may enter the code (decision 0028). */
export const attemptCookie = '__Host-portal_rg'

const form = /^[A-Za-z0-9_-]{43}(?![\s\S])/u

/** Finds the attempt of a browser that has requested a code before. */
export function findAttempt(facts: Pick<RequestFacts, 'cookie'>): string | undefined {
  const attempt = facts.cookie(attemptCookie) ?? ''
  return form.test(attempt) ? attempt : undefined
}

export const newAttempt = (deps: Pick<Deps, 'random'>): string => randomText(deps.random, 32)

/**
 * Returns the subject of a code. Each attempt has its own code, so that a stranger who requests codes or enters wrong ones neither
 * replaces nor uses up the code of the member.
 */
export const codeSubject = (accountNumber: string, attempt: string): string =>
  `registration:${accountNumber}:${sha256(attempt).toString('base64url')}`
