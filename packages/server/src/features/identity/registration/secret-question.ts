import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Language } from '@coopline/rules/kernel/problem'

/** A security question in the member's language (DM-14). */
export interface SecretQuestion {
  readonly id: string
  readonly description: string
  readonly visible: boolean
}

/**
 * Lists the offered questions in the member's language.
 *
 * @param own the id of the member's current question, which stays in the list even when it is no longer offered.
 */
export const questionsFor = (
  { secretQuestions }: Pick<Settings, 'secretQuestions'>,
  language: Language,
  own?: string,
): SecretQuestion[] =>
  secretQuestions
    .filter(({ id, visible }) => visible || id === own)
    .map(({ id, description, descriptionInSpanish, visible }) => ({
      id,
      description: language === 'es' ? descriptionInSpanish : description,
      visible,
    }))

/** Normalizes an answer, so that case, blanks and Unicode composition do not matter. */
export const normalizeAnswer = (answer: string): string =>
  answer.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
