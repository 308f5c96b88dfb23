import type { ProfileUpdate } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import type { Phone } from './profile.ts'

/** A change of one phone of an account. `before` is the phone that the member saw. */
export type PhoneChange =
  | { readonly kind: 'changed'; readonly before: Phone; readonly after: Phone }
  | { readonly kind: 'removed'; readonly before: Phone }
  | { readonly kind: 'added'; readonly after: Phone }

/**
 * Compares a request with the existing phones; `null` when it names a phone that does not exist.
 *
 * @param newId creates the id of an added phone.
 */
export function phoneChanges(
  phones: readonly Phone[],
  sent: ProfileUpdate['contactPhones'],
  newId: () => string,
): readonly PhoneChange[] | null {
  const changes: PhoneChange[] = []
  const named = new Set<string>()
  for (const entry of sent) {
    const { eCommunicationDetailId: detailId } = entry
    const before = detailId === null ? undefined : phones.find((phone) => phone.detailId === detailId)
    if (detailId !== null && (before === undefined || named.has(detailId))) return null
    if (detailId !== null) named.add(detailId)
    const after = { detailId: detailId ?? newId(), ...valuesOf(entry, before) }
    if (before === undefined) {
      if (!entry.isDelete) changes.push({ kind: 'added', after })
    } else if (entry.isDelete) changes.push({ kind: 'removed', before })
    else if (!isSamePhone(before, after)) changes.push({ kind: 'changed', before, after })
  }
  return changes
}

/** Returns the values of a phone. A number on file that the form would refuse stays unchanged. */
const valuesOf = (
  entry: ProfileUpdate['contactPhones'][number],
  before: Phone | undefined,
): Omit<Phone, 'detailId'> => ({
  kind: entry.eCommunicationId,
  digits: parseUsPhone(entry.phoneNumber) ?? (entry.phoneNumber === before?.digits ? before.digits : ''),
  extension: entry.extension.trim(),
})

const isSamePhone = (a: Phone, b: Phone): boolean =>
  a.kind === b.kind && a.digits === b.digits && a.extension === b.extension

/** Applies the changes to the phones of the account itself. */
export const applyToOwn = (phones: readonly Phone[], changes: readonly PhoneChange[]): readonly Phone[] => [
  ...phones.flatMap((phone) => {
    const change = changes.find((one) => one.kind !== 'added' && one.before.detailId === phone.detailId)
    if (change === undefined) return [phone]
    return change.kind === 'changed' ? [change.after] : []
  }),
  ...changes.flatMap((change) => (change.kind === 'added' ? [change.after] : [])),
]

/** Applies the changes to the phones of another account, which are matched by number and keep their ids. */
export function applyToOther(
  phones: readonly Phone[],
  changes: readonly PhoneChange[],
  newId: () => string,
): readonly Phone[] {
  const kept = phones.flatMap((phone) => {
    const change = changes.find((one) => one.kind !== 'added' && one.before.digits === phone.digits)
    if (change === undefined) return [phone]
    return change.kind === 'changed' ? [{ ...change.after, detailId: phone.detailId }] : []
  })
  const added = changes.flatMap((change) =>
    change.kind === 'added' && !kept.some(({ digits }) => digits === change.after.digits)
      ? [{ ...change.after, detailId: newId() }]
      : [],
  )
  return [...kept, ...added]
}
