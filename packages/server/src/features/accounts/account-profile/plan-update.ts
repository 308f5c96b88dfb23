import type { ProfileUpdate } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import {
  type OtherAccountRefusal,
  otherAccountMessage,
  profileFieldMessage,
  profileMessage,
} from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { checkProfileAddress } from '@coopline/rules/accounts/account-profile/check-address'
import { checkProfileName } from '@coopline/rules/accounts/account-profile/check-name'
import { checkProfilePhones } from '@coopline/rules/accounts/account-profile/check-phones'
import { type PhoneSlot, phoneSlotCount, phoneTypes } from '@coopline/rules/accounts/account-profile/phone-slots'
import {
  type ProfileAddress,
  type ProfileName,
  tidyText,
} from '@coopline/rules/accounts/account-profile/profile-fields'
import { formatZip } from '@coopline/rules/accounts/account-profile/zip'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { Conflict, NotAllowed, Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import {
  type BlockName,
  type Blocks,
  type Phone,
  isSameBlock,
  type Profile,
  sharesAddress,
  sharesPhone,
  versionOf,
} from './profile.ts'

/** The new value of a block of an account. */
export type PlannedChange = {
  [Block in BlockName]: { readonly accountNumber: string; readonly block: Block; readonly value: Blocks[Block] }
}[BlockName]

export interface Planning {
  readonly profile: Profile
  /** The member's other accounts. */
  readonly others: readonly Profile[]
  readonly request: ProfileUpdate
  readonly settings: Settings
  readonly newId: () => string
}

const allowedBy = {
  name: 'ALLOW_NAME_UPDATE',
  address: 'ALLOW_ADDRESS_UPDATE',
  phones: 'ALLOW_PHONE_UPDATE',
} as const satisfies Record<BlockName, keyof Settings>

/**
 * Decides the changes of a request and their accounts. Only values that differ from the profile are checked and changed, because an
 * address from the cooperative's system may break the rules of the form (REQ-D-268).
 *
 * @throws Conflict when the profile has changed since the member loaded it; NotAllowed when members may not change the block,
 *   or a change is pending review; Refused with every problem of the typed values.
 */
export function planUpdate(planning: Planning): readonly PlannedChange[] {
  const { profile, request, settings } = planning
  const changedElsewhere = () => new Conflict(refusal(profileMessage, 'changed-elsewhere'))
  if (request.version !== versionOf(profile)) throw changedElsewhere()
  const changes = phoneChanges(profile.phones, request.contactPhones, planning.newId)
  if (changes === null) throw changedElsewhere()
  const wanted: readonly BlockName[] = [
    ...(isSameBlock(nameOf(request), tidied(profile.name)) ? [] : (['name'] as const)),
    ...(isSameBlock(addressOf(request), addressOf(profile.address)) ? [] : (['address'] as const)),
    ...(changes.length === 0 ? [] : (['phones'] as const)),
  ]
  if (wanted.length === 0) return []
  requireAllowed(wanted, profile, settings)
  refuseProblems(wanted, planning)
  const isForAll = request.updateIndicator === 'ALL'
  return wanted.flatMap((block): readonly PlannedChange[] => {
    const { accountNumber } = profile
    if (block === 'name') return [{ accountNumber, block, value: nameOf(request) }]
    return block === 'address' ? changedAddresses(planning, isForAll) : changedPhones(planning, changes, isForAll)
  })
}

const nameOf = (from: ProfileName): ProfileName => ({
  firstName: tidyText(from.firstName),
  middleName: tidyText(from.middleName),
  lastName: tidyText(from.lastName),
})
const tidied = nameOf

const addressOf = (from: ProfileAddress): ProfileAddress => ({
  streetNumber: tidyText(from.streetNumber),
  streetName: tidyText(from.streetName),
  streetType: tidyText(from.streetType),
  unit: tidyText(from.unit),
  city: tidyText(from.city),
  state: from.state.trim(),
  zip: formatZip(from.zip),
})

function requireAllowed(wanted: readonly BlockName[], profile: Profile, settings: Settings): void {
  const closed = wanted.find((block) => !settings[allowedBy[block]])
  if (closed !== undefined)
    throw new NotAllowed(`${allowedBy[closed]} is not on`, refusal(profileMessage, 'update-not-allowed'))
  if (isUnderReview(profile, settings))
    throw new NotAllowed('A change waits for review', refusal(profileMessage, 'pending-review'))
  if (profile.phones.length === 0 && !settings.allowUserProvidedContact)
    throw new NotAllowed('No contact is on file', refusal(profileMessage, 'no-contact'))
}

/** True while a change is pending review. The portal then accepts no other change (PF-52, REQ-D-126). */
const isUnderReview = (profile: Profile, settings: Settings): boolean =>
  !settings.ALLOW_PROFILE_DB_UPDATE && !profile.isVerified

function refuseProblems(wanted: readonly BlockName[], { profile, request, settings }: Planning): void {
  const rule = { ruralAddresses: settings.RURAL_ADDRESSES }
  const fields = [
    ...(wanted.includes('name') ? checkProfileName(request, profile.name) : []),
    ...(wanted.includes('address') ? checkProfileAddress(request, rule, profile.address) : []),
  ].map((problem) => refusal(profileFieldMessage, problem))
  const slots = slotsAfter(profile.phones, request.contactPhones)
  const phones = (
    wanted.includes('phones') ? checkProfilePhones(slots, phoneTypes, profile.phones.map(slotOf)) : []
  ).map((problem) => refusal(profileMessage, problem.code, problem.field))
  if (fields.length + phones.length > 0) throw new Refused(...fields, ...phones)
}

function changedAddresses({ profile, others, request, settings }: Planning, isForAll: boolean) {
  const value = addressOf(request)
  const shared = isForAll ? others.filter((other) => sharesAddress(profile, other)) : []
  refuseOthers(shared.flatMap((other) => (isUnderReview(other, settings) ? [['pending-review', other]] : [])))
  return [profile, ...shared].map(({ accountNumber }) => ({ accountNumber, block: 'address' as const, value }))
}

function changedPhones(planning: Planning, changes: readonly PhoneChange[], isForAll: boolean) {
  const { profile, others, settings } = planning
  const own = applyToOwn(profile.phones, changes)
  const shared = (isForAll ? others.filter((other) => sharesPhone(profile, other)) : [])
    .map((other) => ({ other, value: applyToOther(other.phones, changes, planning.newId) }))
    .filter(({ other, value }) => !isSameBlock(other.phones, value))
  refuseOthers(
    shared.flatMap(({ other, value }): [OtherAccountRefusal, Profile][] => {
      if (isUnderReview(other, settings)) return [['pending-review', other]]
      if (value.length === 0) return [['phone-required', other]]
      return value.length > phoneSlotCount ? [['too-many-phones', other]] : []
    }),
  )
  return [{ other: profile, value: own }, ...shared].map(({ other: { accountNumber }, value }) => ({
    accountNumber,
    block: 'phones' as const,
    value,
  }))
}

/** Lists the phones of the request, in their order, followed by the phones that it does not name. */
const slotsAfter = (phones: readonly Phone[], sent: ProfileUpdate['contactPhones']): readonly PhoneSlot[] => [
  ...sent.map((entry) => ({ ...entry, eCommunicationDetailId: entry.eCommunicationDetailId ?? '' })),
  ...phones.filter(({ detailId }) => !sent.some((entry) => entry.eCommunicationDetailId === detailId)).map(slotOf),
]

const slotOf = ({ detailId, kind, digits, extension }: Phone): PhoneSlot => ({
  eCommunicationDetailId: detailId,
  eCommunicationId: kind,
  phoneNumber: digits,
  extension,
  isDelete: false,
})

/** Refuses a change for all accounts when one of them does not accept it. */
function refuseOthers(refused: readonly (readonly [OtherAccountRefusal, Profile])[]): void {
  if (refused.length === 0) return
  throw new Refused(
    ...refused.map(
      ([code, { accountNumber }]) =>
        new Refusal(`other-account-${code}`, (language) => otherAccountMessage(code, accountNumber, language)),
    ),
  )
}

/** A change of one phone of an account. `before` is the phone that the member saw. */
type PhoneChange =
  | { readonly kind: 'changed'; readonly before: Phone; readonly after: Phone }
  | { readonly kind: 'removed'; readonly before: Phone }
  | { readonly kind: 'added'; readonly after: Phone }

/**
 * Compares a request with the existing phones; `null` when it names a phone that does not exist.
 *
 * @param newId creates the id of an added phone.
 */
function phoneChanges(
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
const applyToOwn = (phones: readonly Phone[], changes: readonly PhoneChange[]): readonly Phone[] => [
  ...phones.flatMap((phone) => {
    const change = changes.find((one) => one.kind !== 'added' && one.before.detailId === phone.detailId)
    if (change === undefined) return [phone]
    return change.kind === 'changed' ? [change.after] : []
  }),
  ...changes.flatMap((change) => (change.kind === 'added' ? [change.after] : [])),
]

/** Applies the changes to the phones of another account, which are matched by number and keep their ids. */
function applyToOther(
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
