import { randomUUID } from 'node:crypto'
import type { ProfileUpdate } from '@coopline/contract/account-profile/account-profile.contract'
import { profileMessage, profileSavedMessage } from '@coopline/rules/account-profile/account-profile.messages'
import { yesNo } from '@coopline/rules/kernel/flag'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import { requireFreshProof, notifyMember } from '../sign-in/public.ts'
import { listProfiles, lockAccounts, saveChange } from './account-profile.store.ts'
import { type PlannedChange, planUpdate } from './plan-update.ts'

export interface UpdateAsked extends MemberRequest {
  readonly accountNumber: string
}

export interface UpdateAnswer {
  readonly message: string
  readonly isVerified: 'Y' | 'N'
}

/**
 * Changes what a request has different from the profile. Each block of each account is shown from then on, told to the
 * cooperative's system as an event, and written to the audit, all or nothing; changed phones are told to the member by mail.
 *
 * @throws NotOwned; StepUpRequired when phones are changed long after the member proved
 *   who they are, because the last digits of a phone open Quick Pay; and whatever `planUpdate` throws.
 */
export async function updateProfile(deps: Deps, asked: UpdateAsked, request: ProfileUpdate): Promise<UpdateAnswer> {
  const { accountNumber, caller } = asked
  const { memberNumber } = caller
  const known = await listProfiles(deps.db, memberNumber)
  requireOwnAccount(
    known.find((one) => one.accountNumber === accountNumber),
    accountNumber,
  )
  const settings = deps.settings.current()
  const { language } = asked.request
  const isHeld = !settings.ALLOW_PROFILE_DB_UPDATE
  return inTransaction(deps.db, async (tx) => {
    await lockAccounts(tx, memberNumber)
    const profiles = await listProfiles(tx, memberNumber)
    const profile = profiles.find((one) => one.accountNumber === accountNumber)
    if (profile === undefined) throw new Error('The account went to another member meanwhile')
    const others = profiles.filter((one) => one !== profile)
    const plan = planUpdate({ profile, others, request, settings, language, newId: () => `portal-${randomUUID()}` })
    const changesPhones = plan.some(({ block }) => block === 'phones')
    if (changesPhones) requireFreshProof(deps, caller)
    for (const change of plan) await keepChange(tx, deps, asked, change, isHeld)
    if (changesPhones) await notifyMember(tx, deps, caller.loginId, 'phones-changed', asked.request.id)
    const isVerified = profile.isVerified && !(isHeld && plan.length > 0)
    return {
      message: isHeld && !isVerified ? profileMessage('pending-review', language) : profileSavedMessage(language),
      isVerified: yesNo(isVerified),
    }
  })
}

async function keepChange(
  tx: Tx,
  deps: Deps,
  { caller: { memberNumber }, request, accountNumber: asked }: UpdateAsked,
  change: PlannedChange,
  isHeld: boolean,
): Promise<void> {
  const { accountNumber, block, value } = change
  const now = deps.clock.now()
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: `profile.${block}-changed`,
    body: { memberNumber, accountNumber, waitsForReview: isHeld, ...told(change) },
    now,
  })
  await saveChange(tx, { accountNumber, block, value, eventId, isHeld, now })
  await recordAudit(tx, {
    kind: `account-profile.${block}-changed`,
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId, waitsForReview: isHeld, askedAt: asked },
  })
}

/** Builds the event body of a block: the whole block, with the names on the wire (DE-05). */
const told = (change: PlannedChange): Readonly<Record<string, unknown>> =>
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
