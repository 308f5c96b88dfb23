import type { Language } from '@coopline/rules/kernel/problem'
import { serviceErrorMessage } from '@coopline/rules/site/service-error/service-error-message'
import { CallFailed } from './call-failed.ts'

/** The sentence a member reads about a call that failed; an error of any other kind reads like no answer. */
export const failureMessage = (error: unknown, language: Language): string =>
  serviceErrorMessage(error instanceof CallFailed ? error : 'no-answer', language)
