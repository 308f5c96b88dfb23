import type { StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import { findPaymentStory } from './payment-story.store.ts'
import { showPaymentStory } from './show-payment.ts'

/**
 * Loads a payment with its history. The member sees in their activity that staff looked.
 *
 * @param isAfterAction the member sees what was done instead, which is recorded already.
 * @throws NotFound when there is no such payment.
 */
export async function viewPayment(
  { db, clock, gateways }: Pick<Deps, 'db' | 'clock' | 'gateways'>,
  transNo: string,
  { by, clientAddress, requestId }: StaffActor,
  isAfterAction = false,
): Promise<StaffPaymentStory> {
  const story = await findPaymentStory(db, transNo)
  if (story === undefined) throw new NotFound('No such payment')
  const { memberNumber } = story
  // Recorded before the payment is read, so that there is no view without an entry.
  const entry = { kind: 'staff.payment-viewed', at: clock.now(), memberNumber, clientAddress, requestId }
  if (!isAfterAction) await recordAudit(db, { ...entry, detail: { by, transNo } })
  const gateway = gateways.find(story.provider ?? 'hosted-form')
  return showPaymentStory(story, gateway?.capabilities.refunds ?? 'none')
}
