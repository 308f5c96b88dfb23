import {
  isPlainLine,
  lengthOf,
  maxProfileLengths,
  type NameField,
  type ProfileName,
  tidyText,
} from './profile-fields.ts'

export interface NameProblem {
  readonly code: 'missing' | 'too-long' | 'not-valid'
  readonly field: NameField
}

const required: ReadonlySet<NameField> = new Set(['firstName', 'lastName'])
const inOrder = ['firstName', 'middleName', 'lastName'] as const

/**
 * Every problem of the name, the first of each field (PF-23 to PF-26; REQ-D-122: the last name is required).
 *
 * @param onFile the name before it was edited: a part that did not change has no problem (REQ-D-268).
 */
export function checkProfileName(name: ProfileName, onFile?: ProfileName): readonly NameProblem[] {
  return inOrder.flatMap((field): readonly NameProblem[] => {
    if (onFile !== undefined && tidyText(name[field]) === tidyText(onFile[field])) return []
    const text = name[field].trim()
    if (text === '') return required.has(field) ? [{ code: 'missing', field }] : []
    if (lengthOf(text) > maxProfileLengths[field]) return [{ code: 'too-long', field }]
    return isPlainLine(text) ? [] : [{ code: 'not-valid', field }]
  })
}
