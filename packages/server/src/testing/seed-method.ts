import { randomUUID } from 'node:crypto'
import { sealToken } from '../features/payments/method-token.ts'
import type { TestPortal } from './test-portal.ts'

export interface SeedMethod {
  readonly memberNumber?: string
  readonly paymentType?: 'cc' | 'echeck'
  readonly expiry?: string | null
  readonly isDefault?: boolean
  readonly addedAt?: Date
  /** The provider's; one of its own when left out. */
  readonly token?: string
}

/** Stores a Visa card of Ada's, a year ago, unless the test says otherwise. @returns its id. */
export async function seedMethod(portal: TestPortal, method: SeedMethod = {}): Promise<string> {
  const { memberNumber = '10001', paymentType = 'cc', expiry = paymentType === 'cc' ? '2030-12' : null } = method
  const methodId = randomUUID()
  await portal.db
    .insertInto('pay.stored_method')
    .values({
      method_id: methodId,
      member_number: memberNumber,
      token: sealToken(portal.deps, method.token ?? `tok_${methodId}`, methodId),
      payment_type: paymentType,
      card_type: paymentType === 'cc' ? 'VI' : null,
      last_four: '1111',
      expiry,
      is_default: method.isDefault ?? false,
      added_at: method.addedAt ?? new Date('2025-11-20T15:00:00Z'),
    })
    .execute()
  return methodId
}

/** The request by which a method was stored. @returns its reference. */
export async function seedMethodRequest(portal: TestPortal, methodId: string): Promise<string> {
  const reference = `M${randomUUID()}`
  const now = portal.clock.now()
  await portal.db
    .insertInto('pay.method_request')
    .values({ reference, member_number: '10001', requested_at: now, expires_at: now, method_id: methodId })
    .execute()
  return reference
}
