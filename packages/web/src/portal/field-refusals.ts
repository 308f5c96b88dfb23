import { CallFailed } from './call-failed.ts'

/** What the server, which knows more than the browser, says about one field. */
export interface FieldRefusal<Field extends string> {
  readonly field: Field
  readonly code: string
  readonly message: string
}

/**
 * What a refused form's fields are told by the server, the first of each. Empty when the refusal is about something
 * else, even in part: then the whole of it belongs above the form.
 *
 * @param fieldByCode which field a code is about that names none.
 */
export function fieldRefusals<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  fieldByCode: Readonly<Record<string, Field>> = {},
): readonly FieldRefusal<Field>[] {
  if (!(error instanceof CallFailed) || (error.status !== 400 && error.status !== 409)) return []
  const refusals = new Map<Field, FieldRefusal<Field>>()
  for (const { code, message, field = fieldByCode[code] } of error.errors) {
    const known = fields.find((name) => name === field)
    if (known === undefined) return []
    if (!refusals.has(known)) refusals.set(known, { field: known, code, message })
  }
  // In the order of the form, so that the keyboard goes to the first.
  return fields.flatMap((field) => refusals.get(field) ?? [])
}
