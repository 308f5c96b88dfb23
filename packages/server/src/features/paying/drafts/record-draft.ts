import { paths } from '@coopline/contract/paths'
import type { Language } from '@coopline/rules/kernel/problem'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import { mailOnFile } from '../../accounts/accounts/public.ts'
import { feeOptionOf, feeTermsOf } from '../payments/public.ts'
import { draftNoticeText } from './draft-notice.messages.ts'
import { findAuthorization, type NewDraft, upsertDraft } from './drafts.store.ts'
import { maskedNumber } from './list-drafts.ts'

export interface RecordedDraft {
  readonly memberNumber: string
  readonly accountNumber: string
  /** The new draft; `null` removes the draft. */
  readonly draft: NewDraft | null
  /** The reason when the bank stops or corrects the draft; undefined when the member changes it. */
  readonly reason?: 'stopped' | 'corrected'
  /** The request that changes it; the provider's events have none. */
  readonly request?: { readonly id: string; readonly clientAddress: string; readonly language: Language }
}

type RecordDeps = Pick<Deps, 'env' | 'keys' | 'random' | 'clock' | 'settings'>

/**
 * Stores a draft that was set up or removed, with the event for the cooperative's system, an audit entry and a notice to the member: by
 * the chosen channels, or by email to the address on file when the cooperative does not offer notifications. Event and audit have only
 * the last digits; `coopline events list --bank-numbers` hands over the whole numbers.
 */
export async function recordDraft(deps: RecordDeps, tx: Tx, recorded: RecordedDraft): Promise<void> {
  const { memberNumber, accountNumber, draft, request, reason } = recorded
  const now = deps.clock.now()
  const kind = draft === null ? 'removed' : 'set-up'
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: `draft.${kind}`,
    body: { memberNumber, accountNumber, ...toEventBody(draft) },
    now,
  })
  // The audit entry of a removal has the authorization of the removed draft.
  const authorization = draft === null ? await findAuthorization(tx, accountNumber) : draft.authorization
  const isCorrected = reason === 'corrected'
  await upsertDraft(tx, { accountNumber, memberNumber, draft, isCorrected, eventId, now })
  await recordAudit(tx, {
    kind: `drafts.${kind}`,
    at: now,
    memberNumber,
    accountNumber,
    ...(request !== undefined && { clientAddress: request.clientAddress, requestId: request.id }),
    detail: {
      event: eventId,
      ...(authorization !== null && {
        authorization: authorization.text,
        authorizedAt: authorization.at.toISOString(),
      }),
      ...(reason !== undefined && { reason }),
      ...(draft !== null && { draftMethod: draft.type, draftType: draft.accountKind }),
    },
  })
  const dedupeKey = `draft-changed:${accountNumber}:${eventId}`
  const facts = {
    accountNumber,
    fee: draft === null || draft.methodId === null ? null : feeOptionOf(feesOf(deps, draft), paymentTypeOf(draft)),
    coopName: deps.settings.current().coopName,
    address: deps.env.PUBLIC_ORIGIN + paths.draftPayments(),
  }
  const compose = (language: Language) => draftNoticeText(reason ?? kind, facts, language)
  if (await notifyAccount(deps, tx, recorded, { topic: 'draft-changed', dedupeKey, compose })) return
  const language = request?.language ?? 'en'
  const { subject, bodyText } = compose(language)
  await mailOnFile(tx, memberNumber, { dedupeKey, subject, bodyText, language, now })
}

const feesOf = ({ settings }: RecordDeps, { feeTerms }: NewDraft) => feeTerms ?? feeTermsOf(settings.current())

const paymentTypeOf = ({ accountKind }: NewDraft) => (accountKind === 'Card' ? 'cc' : 'echeck')

/** Builds the body of the event, with the names of DE-23 and DE-26. */
const toEventBody = (draft: NewDraft | null): Readonly<Record<string, unknown>> =>
  draft === null
    ? { action: 'REMOVE' }
    : {
        action: 'ADD',
        draftMethod: draft.type,
        draftDay: draft.day,
        draftStartDate: draft.startDate,
        draftType: draft.accountKind,
        bankAccountNumberMasked: maskedNumber(draft.accountEnding),
        bankName: draft.institution,
      }
