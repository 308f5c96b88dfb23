import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Language } from '@coopline/rules/kernel/problem'

type Problems = Settings['outageProblems']

/** The problems a report can name, in the member's language. */
export const problemsIn = (problems: Problems, language: Language): readonly string[] =>
  problems.map((problem) => (language === 'es' ? problem.descriptionInSpanish : problem.description))

/** The English description of a problem chosen in either language; `undefined` for any other text. */
export const problemOf = (problems: Problems, chosen: string): string | undefined =>
  problems.find((problem) => problem.description === chosen || problem.descriptionInSpanish === chosen)?.description
