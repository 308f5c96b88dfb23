import { anAccount } from '@coopline/testing/builders/account'
import { taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { LinkTask } from '@coopline/rules/paying/task-links/task-link.messages'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertTaskLinks } from '../../../platform/notices/notice.store.ts'
import { buildTaskLink } from '../../../platform/notices/task-link.ts'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'

export const linkingSettings = { ...payingSettings, Outage: true, taskLinks: true } as const

/** Creates the link of a message about Ada's account. @returns its id. */
export async function seedTaskLink(
  { db, deps }: TestPortal,
  task: LinkTask,
  about = { memberNumber: '10001', about: '100100101' },
): Promise<string> {
  const { address, row } = buildTaskLink(deps, task, about)
  await inTransaction(db, async (tx) => insertTaskLinks(tx, [row]))
  return new URL(address).searchParams.get('token') ?? ''
}

/** A member whose bill no other slice pays, and no payment of whom waits for a review. */
const payer = { memberNumber: '10077', about: '100770101' }

/** A bill of $142.37 and Ada's outage, by links. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  portal.set({ ...linkingSettings, taskLinkCallsPerHour: 100_000, quickPayRequisitionsPerHour: 1_000 })
  const { memberNumber, about } = payer
  await seedAccount(portal.db, anAccount(about).of({ memberNumber, name: 'Otto Berg', phones: [], emails: [] }))
  /** Creates a link to a bill that no payment under way covers. */
  const toPay = async () => {
    const ended = { state: 'expired', expires_at: new Date(0) } as const
    await portal.db.updateTable('pay.payment').set(ended).where('account_number', '=', payer.about).execute()
    return { token: await seedTaskLink(portal, 'pay-bill', payer), amount: 14_237, paymentType: 'cc' } as const
  }
  const payment = await toPay()
  const response = await portal.call(taskLinks.pay, { body: payment })
  const { transNo } = response.json<Requisition>().paymentRequisitionSettings
  const { token } = payment
  return [
    [taskLinks.bill, { ...visitor, body: { token } }],
    [taskLinks.pay, async () => ({ ...visitor, body: await toPay() })],
    [taskLinks.status, { ...visitor, body: { token, encryptedPayload: encodedReturn(transNo) } }],
    [taskLinks.outage, async () => ({ ...visitor, body: { token: await seedTaskLink(portal, 'see-outage') } })],
  ]
}

export const storeCalls: StoreCalls = {
  'task-links': { findTaskLink: [given.hash, 'pay-bill', given.now] },
}
