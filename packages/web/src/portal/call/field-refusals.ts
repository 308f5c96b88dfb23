import { CallFailed } from './call-failed.ts'

/** The server's refusal of one field, based on facts that the browser does not have. */
export interface FieldRefusal<Field extends string> {
  readonly field: Field
  readonly code: string
  readonly message: string
}

/**
 * The server's first message for each field of a refused form. Empty when any part of the refusal is not about a field: then
 * all of it belongs above the form.
 *
 * @param fieldByCode the fields of codes that name none.
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
  // In the order of the form, so that the first one gets the focus.
  return fields.flatMap((field) => refusals.get(field) ?? [])
}
