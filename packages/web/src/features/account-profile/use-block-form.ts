import { type SyntheticEvent, useCallback, useState } from 'react'
import { fieldRefusals } from '../../portal/field-refusals.ts'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'

interface SaidProblem {
  readonly field: string
  readonly text: string
}

interface BlockForm<Values> {
  readonly start: Values
  /** Every problem of what is filled in, in the language on the screen. */
  readonly check: (values: Values) => readonly SaidProblem[]
  /** Fields that the service may name. */
  readonly fields: readonly string[]
  readonly error: Error | null
  readonly onSave: (values: Values) => void
}

/** The form of one block, checked by its rules as fields lose the focus and when it is submitted, then by the server. */
export function useBlockForm<Values>({ start, check, fields, error, onSave }: BlockForm<Values>) {
  const [values, setValues] = useState(start)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  /** Fields that were changed since the service refused them. */
  const [editedSinceSubmit, setEditedSinceSubmit] = useState<ReadonlySet<string>>(new Set())
  const refused = useSubmitErrors<SaidProblem>(focusField)
  const told = fieldRefusals(error, fields)
  const problems = check(values)

  const shownOf = (field: string): string | undefined => {
    const own = problems.find((problem) => problem.field === field)
    if (own !== undefined && (touched.has(field) || refused.count > 0)) return own.text
    return editedSinceSubmit.has(field) ? undefined : told.find((refusal) => refusal.field === field)?.message
  }
  const submit = useCallback(
    (event: SyntheticEvent) => {
      event.preventDefault()
      const found = check(values)
      setEditedSinceSubmit(new Set())
      if (found.length > 0) refused.refuse(found)
      else {
        if (refused.problems.length > 0) refused.accept()
        onSave(values)
      }
    },
    [check, values, refused, onSave],
  )
  return {
    values,
    /** Takes what was typed into a field. */
    change: (field: string, next: Values) => {
      setValues(next)
      setEditedSinceSubmit((before) => new Set([...before, field]))
    },
    leave: (field: string) => setTouched((before) => new Set([...before, field])),
    errorOf: shownOf,
    summary: refused.problems,
    refusals: refused.count,
    /** The service refused something that is no field's. */
    isRefusedWholly: error !== null && told.length === 0,
    submit,
  }
}

const focusField = (field: string): void => document.getElementsByName(field)[0]?.focus()
