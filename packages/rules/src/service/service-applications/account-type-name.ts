import type { Language } from '../../kernel/problem.ts'

/** A type of account that new service can be asked for. */
export interface AccountType {
  readonly id: string
  readonly description: string
  /** Absent when the Spanish name is the same. */
  readonly descriptionInSpanish?: string
}

/** The name of an account type in a language. */
export const accountTypeName = (
  { description, descriptionInSpanish }: Omit<AccountType, 'id'>,
  language: Language,
): string => (language === 'es' ? (descriptionInSpanish ?? description) : description)
