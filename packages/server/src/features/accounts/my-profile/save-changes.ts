import type { Tx } from '../../../platform/db/open-database.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { NewCredentials } from './change-credentials.ts'
import type { MemberChoices } from './member-details.store.ts'
import { type AccountChanges, saveAccountChoices, saveMemberChoices } from './profile-changes.store.ts'
import type { ProfileDiff } from './profile-diff.ts'

interface Whose {
  readonly memberNumber: string
  /** The account that the member's events belong to, so that they stay in order; `null` without accounts. */
  readonly primaryAccount: string | null
  readonly now: Date
}

/** Stores changes, which override the cooperative's copy, and inserts an event for each, with the names of DE-18. */
export async function saveChanges(tx: Tx, whose: Whose, diff: ProfileDiff, credentials: NewCredentials): Promise<void> {
  await saveMemberChanges(tx, whose, diff.member, credentials)
  for (const changes of diff.accounts) await saveAccountChanges(tx, whose, changes)
}

const wireNames = {
  paperlessBilling: 'isPaperlessBilling',
  paperlessOther: 'isPaperlessOther',
  electronicKit: 'annualMarketingElectricKit',
  marketingEmails: 'isMarketEmail',
  paymentEmails: 'receivePaymentEmail',
  serviceOrderEmails: 'receiveServiceOrderEmail',
  phoneUnlisted: 'canMaskPhone',
} as const

async function saveMemberChanges(
  tx: Tx,
  { memberNumber, primaryAccount, now }: Whose,
  member: Partial<MemberChoices>,
  { username, email }: NewCredentials,
): Promise<void> {
  const body = {
    ...(username !== undefined && { loginId: username }),
    ...(email !== undefined && { userName: email }),
    ...Object.fromEntries(
      Object.entries(wireNames).flatMap(([name, wireName]) => {
        const value = member[name as keyof typeof wireNames]
        return value === undefined ? [] : [[wireName, value] as const]
      }),
    ),
    ...(member.storesCheck !== undefined && { removeStoredBankData: true }),
    ...(member.storesCredit !== undefined && { removeStoredCreditData: true }),
  }
  if (Object.keys(body).length === 0) return
  const eventId = await insertEvent(tx, {
    accountNumber: primaryAccount,
    kind: 'member.profile-changed',
    body: { memberNumber, ...body },
    now,
  })
  if (Object.keys(member).length > 0) await saveMemberChoices(tx, member, { memberNumber, eventId, now })
}

/** Saves the changes of one account, with one event per kind of change. */
export async function saveAccountChanges(
  tx: Tx,
  { memberNumber, now }: Pick<Whose, 'memberNumber' | 'now'>,
  changes: AccountChanges,
): Promise<void> {
  const { accountNumber, paperless, roundUp } = changes
  const named = { memberNumber, accountNumber }
  let eventId = 0
  if (paperless !== undefined) {
    const { emailBillNotice: isEmail, paperlessBilling: isPaperless, paperlessOther: isPaperlessOther } = paperless
    const body = { ...named, isEmail, isPaperless, isPaperlessOther }
    eventId = await insertEvent(tx, { accountNumber, kind: 'account.paperless-changed', body, now })
  }
  if (roundUp !== undefined) {
    const { isEnrolled: isRoundup, amount, expiration } = roundUp
    const body = { ...named, isRoundup, amount, expiration }
    eventId = await insertEvent(tx, { accountNumber, kind: 'account.roundup-changed', body, now })
  }
  await saveAccountChoices(tx, changes, { memberNumber, eventId, now })
}
