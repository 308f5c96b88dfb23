import { parseUsPhone } from '../../kernel/phone.ts'
import type { Language } from '../../kernel/problem.ts'

/** Kinds of phones, as the cooperative's system and the wire call them. Text messages go to cell phones only. */
export const phoneTypes = ['cell', 'home', 'work', 'other'] as const

const descriptions: Record<Language, Record<(typeof phoneTypes)[number], string>> = {
  en: { cell: 'Mobile', home: 'Home', work: 'Work', other: 'Other' },
  es: { cell: 'Celular', home: 'Casa', work: 'Trabajo', other: 'Otro' },
}

/** Names a type of phone in the member's language. A type that the portal does not know keeps its own name. */
export const phoneTypeDescription = (type: string, language: Language): string =>
  phoneTypes.flatMap((known) => (known === type ? [descriptions[language][known]] : []))[0] ?? type

/** The most phone numbers that a profile can hold (PF-09). */
export const phoneSlotCount = 3

/** A phone as the form has it and as it goes over the wire, with its names there (DE-03). */
export interface PhoneSlot {
  /** Empty for a phone that is new. */
  readonly eCommunicationDetailId: string
  /** Its type; empty while none is chosen. */
  readonly eCommunicationId: string
  /** As typed: '(715) 555-0100'; empty in a free slot. */
  readonly phoneNumber: string
  readonly extension: string
  readonly isDelete: boolean
}

/** @internal */
export const freeSlot: PhoneSlot = {
  eCommunicationDetailId: '',
  eCommunicationId: '',
  phoneNumber: '',
  extension: '',
  isDelete: false,
}

/** The slots of the form: the phones that there are, and free ones up to three. */
export const slotsFor = (phones: readonly PhoneSlot[]): readonly PhoneSlot[] => [
  ...phones,
  ...Array.from({ length: Math.max(0, phoneSlotCount - phones.length) }, () => freeSlot),
]

/** Marks a slot as deleted and clears its values (PF-21). */
export const deleteSlot = (slot: PhoneSlot): PhoneSlot => ({
  ...freeSlot,
  eCommunicationDetailId: slot.eCommunicationDetailId,
  isDelete: true,
})

/** Chooses the type of a phone, which also takes its deletion back (PF-22). */
export const chooseType = (slot: PhoneSlot, eCommunicationId: string): PhoneSlot => ({
  ...slot,
  eCommunicationId,
  isDelete: slot.isDelete && eCommunicationId === '',
})

/**
 * Lists the phones that a save sends: those that the cooperative knows, and new ones with a number of ten digits. Numbers
 * are digits only (PF-47).
 */
export const phonesToSend = (slots: readonly PhoneSlot[]): readonly PhoneSlot[] =>
  slots.flatMap((slot) => {
    const digits = parseUsPhone(slot.phoneNumber)
    if (slot.eCommunicationDetailId === '' && (digits === null || slot.isDelete)) return []
    return [{ ...slot, extension: slot.extension.trim(), phoneNumber: digits ?? slot.phoneNumber }]
  })
