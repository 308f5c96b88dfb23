import type { Problem } from '@coopline/rules/kernel/problem'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'

/**
 * Lets rules evaluateForm a form: `useForm({ resolver: byRules(checkVerifyAccount) })`. Every field has its first problem, by
 * its code; the words are found when they are shown, so that they follow the language.
 */
export const byRules =
  <Form extends FieldValues>(check: (form: Form) => readonly Problem[]): Resolver<Form> =>
  (values) => {
    const errors: Record<string, { type: string }> = {}
    for (const { code, field } of check(values)) {
      if (field !== undefined) errors[field] ??= { type: code }
    }
    if (Object.keys(errors).length === 0) return { values, errors: {} }
    // The names of a problem's fields are text; a rule and its form are made for each other.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { values: {}, errors: errors as FieldErrors<Form> }
  }
