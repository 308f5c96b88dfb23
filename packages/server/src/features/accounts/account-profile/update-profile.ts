import { randomUUID } from 'node:crypto'
import type { ProfileUpdate } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { profileMessage, profileSavedMessage } from '@coopline/rules/accounts/account-profile/account-profile.messages'
import { yesNo } from '@coopline/rules/kernel/flag'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { notifyMember, requireLiveSession } from '../../identity/sign-in/public.ts'
import { listProfiles, lockAccounts, upsertChange } from './account-profile.store.ts'
import { type PlannedChange, planUpdate } from './plan-update.ts'

export interface UpdateRequest extends MemberRequest {
  readonly accountNumber: string
}

export interface UpdateAnswer {
  readonly message: string
  readonly isVerified: 'Y' | 'N'
}

/**
 * Applies the differences between a request and the profile, in one transaction. Each changed block is stored, reported to the
 * cooperative's system as an event and written to the audit. The member is notified of changed phones.
 *
 * @throws NotOwned when the account is not the member's; NotSignedIn when the session has ended; StepUpRequired when the request changes
 *   phones without a recent proof of identity, because the last digits of a phone open Quick Pay; what `planUpdate` throws.
 */
export async function updateProfile(
  deps: Deps,
  updateRequest: UpdateRequest,
  request: ProfileUpdate,
): Promise<UpdateAnswer> {
  const { accountNumber, caller } = updateRequest
  const { memberNumber } = caller
  const known = await listProfiles(deps.db, memberNumber)
  requireOwnAccount(
    known.find((one) => one.accountNumber === accountNumber),
    accountNumber,
  )
  const settings = deps.settings.current()
  const { language } = updateRequest.request
  const isPendingReview = !settings.ALLOW_PROFILE_DB_UPDATE
  return inTransaction(deps.db, async (tx) => {
    await lockAccounts(tx, memberNumber)
    await requireLiveSession(tx, caller)
    const profiles = await listProfiles(tx, memberNumber)
    const profile = profiles.find((one) => one.accountNumber === accountNumber)
    if (profile === undefined) throw new Error('The account went to another member meanwhile')
    const others = profiles.filter((one) => one !== profile)
    const plan = planUpdate({ profile, others, request, settings, newId: () => `portal-${randomUUID()}` })
    const changesPhones = plan.some(({ block }) => block === 'phones')
    if (changesPhones) requireFreshProof(deps, caller)
    for (const change of plan) await recordChange(deps, tx, updateRequest, change, isPendingReview)
    if (changesPhones) await notifyMember(deps, tx, caller.loginId, 'phones-changed', updateRequest.request.id)
    const isVerified = profile.isVerified && !(isPendingReview && plan.length > 0)
    return {
      message:
        isPendingReview && !isVerified ? profileMessage('pending-review', language) : profileSavedMessage(language),
      isVerified: yesNo(isVerified),
    }
  })
}

async function recordChange(
  deps: Deps,
  tx: Tx,
  { caller: { memberNumber }, request, accountNumber: requestedAccount }: UpdateRequest,
  change: PlannedChange,
  isPendingReview: boolean,
): Promise<void> {
  const { accountNumber, block, value } = change
  const now = deps.clock.now()
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: `profile.${block}-changed`,
    body: { memberNumber, accountNumber, waitsForReview: isPendingReview, ...toEventBody(change) },
    now,
  })
  await upsertChange(tx, { accountNumber, memberNumber, block, value, eventId, isPendingReview, now })
  await recordAudit(tx, {
    kind: `account-profile.${block}-changed`,
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId, waitsForReview: isPendingReview, askedAt: requestedAccount },
  })
}

/** Builds the event body of a block: the whole block, with the names of the wire format (DE-05). */
const toEventBody = (change: PlannedChange): Readonly<Record<string, unknown>> =>
  change.block === 'phones'
    ? {
        contactPhones: change.value.map((phone) => ({
          eCommunicationDetailId: phone.detailId,
          eCommunicationId: phone.kind,
          phoneNumber: phone.digits,
          extension: phone.extension,
        })),
      }
    : { ...change.value }
