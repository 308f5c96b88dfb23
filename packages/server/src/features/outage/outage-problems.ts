import type { Settings } from '@coopline/contract/site/settings-catalogue'
import type { Language } from '@coopline/rules/kernel/problem'

type Problems = Settings['outageProblems']

/** The problems that a report can name, as members read them. */
export const problemsIn = (problems: Problems, language: Language): readonly string[] =>
  problems.map((problem) => (language === 'es' ? problem.descriptionInSpanish : problem.description))

/** The cooperative's own word for a problem that was chosen in either language; `undefined` for any other text. */
export const problemOf = (problems: Problems, chosen: string): string | undefined =>
  problems.find((problem) => problem.description === chosen || problem.descriptionInSpanish === chosen)?.description
