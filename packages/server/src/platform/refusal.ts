import type { Language } from '@coopline/rules/kernel/problem'

/** Writes the sentence of a problem in a language. The functions of the `*.messages.ts` files are of this form. */
type SentenceOf<P> = (problem: P, language: Language) => string

/**
 * A reason for which a use case refuses: a code, the field it belongs to, and the facts that its sentence names. It has no
 * language. `to-problem.ts` and the command runner ask it for the sentence in the language of the caller.
 */
export class Refusal {
  readonly code: string
  readonly field: string | undefined
  readonly #sentence: (language: Language) => string

  /** @param sentence names facts that are known where the use case refuses; `refusal` takes those of a catalog. */
  constructor(code: string, sentence: (language: Language) => string, field?: string) {
    this.code = code
    this.field = field
    this.#sentence = sentence
  }

  /** Returns the sentence of the reason in a language. */
  sentenceIn(language: Language): string {
    return this.#sentence(language)
  }
}

/**
 * Creates a refusal for a problem.
 *
 * @param sentenceOf has the sentence of the problem in each language; the type refuses a code that it does not know.
 * @param problem the code, or the code with its facts.
 * @param field replaces the problem's own field.
 */
export function refusal<P extends string | { readonly code: string; readonly field?: string }>(
  sentenceOf: SentenceOf<P>,
  problem: NoInfer<P>,
  field?: string,
): Refusal {
  const { code, field: own } = typeof problem === 'string' ? { code: problem } : problem
  return new Refusal(code, (language) => sentenceOf(problem, language), field ?? own)
}

/** Creates a refusal whose sentence is for programmers, and therefore the same in all languages. */
export const protocolRefusal = (code: string, sentence: string, field?: string): Refusal =>
  new Refusal(code, () => sentence, field)
