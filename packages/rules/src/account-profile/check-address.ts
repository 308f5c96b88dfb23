import { isDigits } from '../kernel/digits.ts'
import { type AddressField, isPlainLine, lengthOf, maxProfileLengths, type ProfileAddress } from './profile-fields.ts'
import { usStates } from './us-states.ts'
import { parseZip } from './zip.ts'

export interface AddressProblem {
  readonly code: 'missing' | 'too-long' | 'not-digits' | 'not-valid'
  readonly field: AddressField
}

const required: ReadonlySet<AddressField> = new Set(['streetNumber', 'streetName', 'city', 'state', 'zip'])
const inOrder = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const

const blockedInCity = `"'^\`|~`

/** The typed city without forbidden characters (PF-36; REQ-D-123: dropped at input). */
export const withoutBlocked = (city: string): string =>
  Array.from(city)
    .filter((character) => !blockedInCity.includes(character))
    .join('')

/** Every problem of the mailing address, the first of each field (PF-27 to PF-39). */
export function checkProfileAddress(address: ProfileAddress): readonly AddressProblem[] {
  return inOrder.flatMap((field): readonly AddressProblem[] => {
    const code = problemOf(field, address[field].trim())
    return code === null ? [] : [{ code, field }]
  })
}

function problemOf(field: AddressField, text: string): AddressProblem['code'] | null {
  if (text === '') return required.has(field) ? 'missing' : null
  if (field === 'zip') return parseZip(text) === null ? 'not-valid' : null
  if (field === 'state') return usStates.includes(text) ? null : 'not-valid'
  if (lengthOf(text) > maxProfileLengths[field]) return 'too-long'
  if (field === 'streetNumber' && !isDigits(text)) return 'not-digits'
  if (field === 'city' && withoutBlocked(text) !== text) return 'not-valid'
  return isPlainLine(text) ? null : 'not-valid'
}
