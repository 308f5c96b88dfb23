import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { requisition } from '../payments/payment-request.ts'
import { wireAccountNumber, wireMemberNumber, wireOpaque } from '../../wire.ts'

const ofMember = z.strictObject({ memberNumber: wireMemberNumber })
/** Names a stored method on the wire; made by the server. */
export const wireMethodId = z.string().regex(/^[A-Za-z0-9_-]{1,40}(?![\s\S])/u)
const ofMethod = z.strictObject({ memberNumber: wireMemberNumber, methodId: wireMethodId })

/** A card or bank account that the payment provider keeps. Its token is never on the wire. */
const storedMethod = z.strictObject({
  methodId: wireMethodId,
  paymentType: z.enum(['cc', 'echeck']),
  cardType: z.enum(['VI', 'MC', 'AX', 'DI']).nullable(),
  lastFour: z.string(),
  /** The last month in which a card can be charged, yyyy-MM; null for a bank account. */
  expiry: z.string().nullable(),
  /** The member's own name for it; empty without one. */
  nickname: z.string(),
  isDefault: z.boolean(),
  /** The portal can no longer charge it: it must be stored again (addition; REQ-D-408). */
  isOutOfReach: z.literal(true).exactOptional(),
  /** The AutoPays, drafts and scheduled payments that use the method. A method in use cannot be removed. */
  uses: z.array(z.strictObject({ kind: z.string(), accountNumber: wireAccountNumber })),
})

export const paymentProfile = {
  list: endpoint('paymentProfile.list', 'GET /v3/members/{memberNumber}/payment-methods', {
    auth: 'member',
    portalView: true,
    summary: 'List stored payment methods, the default one first',
    source: 'RT-28, REQ-D-149',
    params: ofMember,
    answer: z.strictObject({
      results: z.array(storedMethod),
      /** The kinds that can be added. */
      kinds: z.array(z.enum(['cc', 'echeck'])),
      /** This month where the cooperative is, yyyy-MM. */
      month: z.string(),
    }),
    errors: [401, 404],
  }),
  add: endpoint('paymentProfile.add', 'POST /v3/members/{memberNumber}/payment-methods', {
    auth: 'member',
    proof: 'always',
    summary: 'Return the form that leads to the page of the provider on which a method is stored',
    source: 'RT-28',
    params: ofMember,
    answer: requisition,
    errors: [401, 403, 404],
  }),
  added: endpoint('paymentProfile.added', 'GET /v3/members/{memberNumber}/payment-methods/added', {
    auth: 'member',
    summary: 'Get the method that was stored on the page of the provider',
    source: 'RT-28',
    params: ofMember,
    query: z.strictObject({ encryptedPayload: wireOpaque }),
    /** Null while the provider has stored none. */
    answer: z.strictObject({ methodId: wireMethodId.nullable() }),
    errors: [401, 404],
  }),
  update: endpoint('paymentProfile.update', 'PUT /v3/members/{memberNumber}/payment-methods/{methodId}', {
    auth: 'member',
    summary: 'Name a stored method, or make it the default',
    source: 'RT-28',
    params: ofMethod,
    body: z.strictObject({ nickname: z.string().max(40), isDefault: z.boolean() }),
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 404],
  }),
  remove: endpoint('paymentProfile.remove', 'DELETE /v3/members/{memberNumber}/payment-methods/{methodId}', {
    auth: 'member',
    summary: 'Remove a stored method that no active enrollment uses',
    source: 'RT-28, MP-20',
    params: ofMethod,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 404, 409],
  }),
}
