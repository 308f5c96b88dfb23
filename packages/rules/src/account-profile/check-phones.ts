import { isDigits } from '../kernel/digits.ts'
import { formatUsPhone, parseUsPhone } from '../kernel/phone.ts'
import { type PhoneSlot, phoneSlotCount } from './phone-slots.ts'

export const maxExtensionLength = 6

export interface PhoneProblem {
  readonly code: 'phone-not-valid' | 'phone-type-missing' | 'extension-not-valid' | 'phone-required' | 'too-many-phones'
  /** `contactPhones.1.phoneNumber`: the place in the list, then the name on the wire. */
  readonly field: PhoneField
}

export type PhoneField = `contactPhones.${number}.${'phoneNumber' | 'eCommunicationId' | 'extension'}`

/**
 * Every problem of the phones (PF-40 to PF-45). Deleted slots and free ones are not checked; there must be one phone
 * that is neither.
 *
 * @param types the types that may be chosen.
 */
export function checkProfilePhones(slots: readonly PhoneSlot[], types: readonly string[]): readonly PhoneProblem[] {
  const problems = slots.flatMap((slot, index) => problemsOf(slot, index, types))
  if (problems.length > 0) return problems
  const kept = slots.filter((slot) => !slot.isDelete && slot.phoneNumber.trim() !== '')
  if (kept.length === 0) return [{ code: 'phone-required', field: 'contactPhones.0.phoneNumber' }]
  if (kept.length <= phoneSlotCount) return []
  return [{ code: 'too-many-phones', field: `contactPhones.${phoneSlotCount}.phoneNumber` }]
}

function problemsOf(slot: PhoneSlot, index: number, types: readonly string[]): readonly PhoneProblem[] {
  const number = slot.phoneNumber.trim()
  const isNew = slot.eCommunicationDetailId === ''
  if (slot.isDelete || (isNew && number === '')) return []
  const problems: PhoneProblem[] = []
  if (!types.includes(slot.eCommunicationId))
    problems.push({ code: 'phone-type-missing', field: `contactPhones.${index}.eCommunicationId` })
  if (!isWrittenPhone(number)) problems.push({ code: 'phone-not-valid', field: `contactPhones.${index}.phoneNumber` })
  const extension = slot.extension.trim()
  if (extension !== '' && (!isDigits(extension) || extension.length > maxExtensionLength))
    problems.push({ code: 'extension-not-valid', field: `contactPhones.${index}.extension` })
  return problems
}

/** '(715) 555-0100', or its ten digits as they go over the wire; neither area code nor exchange begins with 0. */
function isWrittenPhone(text: string): boolean {
  const digits = parseUsPhone(text)
  return digits !== null && (text === digits || text === formatUsPhone(digits))
}
