import { describeCode } from '../describe-code.ts'

/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'fault'
  /** The fact that was found, without secrets or personal data. */
  readonly text: string
  /** The advice to the operator; only when something is wrong. */
  readonly advice?: string
}

export const ok = (check: string, text: string): Finding => ({ check, status: 'ok', text })
export const warning = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'warning',
  text,
  advice,
})
export const fault = (check: string, text: string, advice: string): Finding => ({
  check,
  status: 'fault',
  text,
  advice,
})

/**
 * A short cause of a failed connection: what its code means, and the code. Never the whole message: it may hold an address with its
 * password. The innermost known code is the cause: a library wraps that of the network in one of its own.
 */
export function causeOf(error: unknown): string {
  let found: string | null = null
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') found = describeCode(one) ?? found ?? one.code
    if (one.name === 'TimeoutError') return 'no answer in time'
  }
  return found ?? 'an error without a code'
}
