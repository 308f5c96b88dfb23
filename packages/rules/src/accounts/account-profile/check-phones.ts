import { isDigits } from '../../kernel/digits.ts'
import { formatPhoneText, formatUsPhone, parseUsPhone } from '../../kernel/phone.ts'
import { type PhoneSlot, phoneSlotCount } from './phone-slots.ts'

export const maxExtensionLength = 6

export interface PhoneProblem {
  readonly code: 'phone-not-valid' | 'phone-type-missing' | 'extension-not-valid' | 'phone-required' | 'too-many-phones'
  /** `contactPhones.1.phoneNumber`: the place in the list, then the name on the wire. */
  readonly field: PhoneField
}

type SlotField = 'phoneNumber' | 'eCommunicationId' | 'extension'
type PhoneField = `contactPhones.${number}.${SlotField}`

/**
 * Every problem of the phones (PF-40 to PF-45). Deleted slots and free ones are not checked; there must be one phone
 * that is neither.
 *
 * @param types the types that may be chosen.
 * @param onFile the phones before they were edited: a value that did not change has no problem (REQ-D-268).
 */
export function checkProfilePhones(
  slots: readonly PhoneSlot[],
  types: readonly string[],
  onFile: readonly PhoneSlot[] = [],
): readonly PhoneProblem[] {
  const problems = slots
    .flatMap((slot, index) => {
      const before = onFile.find(({ eCommunicationDetailId: id }) => id !== '' && id === slot.eCommunicationDetailId)
      return problemsOf(slot, index, types).filter(({ name }) => before === undefined || !isSame(name, slot, before))
    })
    .map(({ code, name, index }): PhoneProblem => ({ code, field: `contactPhones.${index}.${name}` }))
  if (problems.length > 0) return problems
  const kept = slots.filter((slot) => !slot.isDelete && slot.phoneNumber.trim() !== '')
  if (kept.length === 0) return [{ code: 'phone-required', field: 'contactPhones.0.phoneNumber' }]
  if (kept.length <= phoneSlotCount) return []
  return [{ code: 'too-many-phones', field: `contactPhones.${phoneSlotCount}.phoneNumber` }]
}

interface SlotProblem {
  readonly code: PhoneProblem['code']
  readonly name: SlotField
  readonly index: number
}

const isSame = (name: SlotField, a: PhoneSlot, b: PhoneSlot): boolean =>
  formatPhoneText(a[name].trim()) === formatPhoneText(b[name].trim())

function problemsOf(slot: PhoneSlot, index: number, types: readonly string[]): readonly SlotProblem[] {
  const number = slot.phoneNumber.trim()
  const isNew = slot.eCommunicationDetailId === ''
  if (slot.isDelete || (isNew && number === '')) return []
  const problems: SlotProblem[] = []
  if (!types.includes(slot.eCommunicationId))
    problems.push({ code: 'phone-type-missing', name: 'eCommunicationId', index })
  if (!isWrittenPhone(number)) problems.push({ code: 'phone-not-valid', name: 'phoneNumber', index })
  const extension = slot.extension.trim()
  if (extension !== '' && (!isDigits(extension) || extension.length > maxExtensionLength))
    problems.push({ code: 'extension-not-valid', name: 'extension', index })
  return problems
}

/** '(715) 555-0100', or its ten digits as they go over the wire; neither area code nor exchange begins with 0. */
function isWrittenPhone(text: string): boolean {
  const digits = parseUsPhone(text)
  return digits !== null && (text === digits || text === formatUsPhone(digits))
}
