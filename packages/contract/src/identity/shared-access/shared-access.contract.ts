import { sharedRights } from '@coopline/rules/identity/shared-access/check-invitation'
import { z } from 'zod'
import { bills } from '../../accounts/bills/bills.contract.ts'
import { endpoint } from '../../endpoint.ts'
import {
  accountFigures,
  paymentRequest,
  paymentSettings,
  paymentsUnderWay,
  requisition,
} from '../../paying/payments/payment-request.ts'
import { paymentResult } from '../../paying/payments/payments.contract.ts'
import { usage } from '../../usage/usage/usage.contract.ts'
import {
  wireAccountNumber,
  wireCents,
  wireDate,
  wireFlag,
  wireHistoryQuery,
  wireInstant,
  wireMemberNumber,
  wireOpaque,
} from '../../wire.ts'

const source = 'addition: shared access'
const member = z.strictObject({ memberNumber: wireMemberNumber })
export const accessId = z.string().regex(/^[A-Za-z0-9_-]{20,64}(?![\s\S])/u)
const access = member.extend({ id: accessId })
const sharedAccount = access.extend({ accountNumber: wireAccountNumber })
/** Longer texts than the fields hold are refused by rule, with a sentence. */
const typed = z.string().max(256)
const rights = z.enum(sharedRights)
const linkId = z.string().max(64)
const code = z.string().max(32)

export const personWithAccess = z.strictObject({
  id: accessId,
  name: z.string(),
  email: z.string(),
  rights,
  accounts: z.array(wireAccountNumber),
  state: z.enum(['invited', 'active', 'over']),
  invitedAt: wireInstant,
  /** The invitation can be accepted until then. */
  invitationEndsAt: wireInstant,
  acceptedAt: wireInstant.nullable(),
  /** The access ends at the end of this day in the cooperative's time zone. */
  lastDay: wireDate,
  /** The reason that the access ended early. */
  endReason: z.enum(['member', 'guest', 'guest-erased', 'password-reset', 'staff']).nullable(),
  lastUsedAt: wireInstant.nullable(),
})

const activity = z.strictObject({
  /** The start of the hour. */
  hour: wireInstant,
  accountNumber: wireAccountNumber,
  what: z.enum(['account', 'bills', 'bill', 'usage']),
  calls: z.int(),
})

/** A payment that a guest made, by its day; without the fee and the card, which are the guest's. */
const paidByGuest = z.strictObject({
  id: z.string(),
  paidAt: wireInstant,
  accountNumber: wireAccountNumber,
  amount: wireCents,
  outcome: z.enum(['confirmed', 'refunded', 'returned']),
})

/** Account facts for a guest. Left out: mailing address, phones, notices, stored methods, AutoPay, drafts, arrangements and capital credits. */
const accountForGuest = z.strictObject({
  accountNumber: wireAccountNumber,
  accountHolderName: z.string(),
  serviceAddress: z.string(),
  accountType: z.string(),
  derivedStatus: z.string(),
  accountBalance: wireCents,
  pastDueAmount: wireCents,
  dueDate: wireDate.nullable(),
  isPrepaidAccount: wireFlag,
})

/** A shared account as a guest pays it, without arrangements and the member's other accounts. */
const sharedPayment = z.strictObject({ account: accountFigures, settings: paymentSettings, paymentsUnderWay })

const sharedWithMe = z.strictObject({
  id: accessId,
  memberName: z.string(),
  rights,
  lastDay: wireDate,
  accounts: z.array(
    z.strictObject({ accountNumber: wireAccountNumber, accountType: z.string(), serviceAddress: z.string() }),
  ),
})

const accepting = z.strictObject({ token: linkId, code })

export const sharedAccess = {
  list: endpoint('sharedAccess.list', 'GET /v3/members/{memberNumber}/people-with-access', {
    auth: 'member',
    portalView: 'access',
    summary: 'List the people whom the member lets see accounts',
    source,
    params: member,
    answer: z.strictObject({ people: z.array(personWithAccess) }),
    errors: [401, 403, 404],
  }),
  invite: endpoint('sharedAccess.invite', 'POST /v3/members/{memberNumber}/people-with-access', {
    auth: 'member',
    proof: 'always',
    summary: 'Invite someone by email to see accounts until a day',
    source,
    params: member,
    body: z.strictObject({
      name: typed,
      email: typed,
      rights,
      accounts: z.array(wireAccountNumber).max(100),
      lastDay: z.string().max(10),
    }),
    answer: z.strictObject({ person: personWithAccess }),
    errors: [401, 403, 404, 409],
  }),
  activity: endpoint('sharedAccess.activity', 'GET /v3/members/{memberNumber}/people-with-access/{id}/activity', {
    auth: 'member',
    portalView: 'access',
    summary: 'List what a person with access viewed, by hour, and paid',
    source,
    params: access,
    answer: z.strictObject({ activities: z.array(activity), payments: z.array(paidByGuest) }),
    errors: [401, 403, 404],
  }),
  changeRights: endpoint('sharedAccess.changeRights', 'PUT /v3/members/{memberNumber}/people-with-access/{id}/rights', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Let a person with access pay accounts as well, or only see them',
    source,
    params: access,
    body: z.strictObject({ rights }),
    answer: z.strictObject({ person: personWithAccess }),
    errors: [401, 403, 404],
  }),
  end: endpoint('sharedAccess.end', 'DELETE /v3/members/{memberNumber}/people-with-access/{id}', {
    auth: 'member',
    summary: 'End a person’s access, or cancel the invitation, immediately',
    source,
    params: access,
    answer: z.strictObject({ ended: z.literal(true) }),
    errors: [401, 404],
  }),
  invitation: endpoint('sharedAccess.invitation', 'POST /v3/shared-access/invitation', {
    auth: 'public',
    summary: 'Show an invitation by its link, without names and account numbers',
    source,
    body: z.strictObject({ token: linkId }),
    answer: z.strictObject({
      /** The invited address as `n***@example.org`. */
      maskedEmail: z.string(),
      rights,
      accounts: z.int(),
      lastDay: wireDate,
      expiresAt: wireInstant,
    }),
  }),
  sendCode: endpoint('sharedAccess.sendCode', 'POST /v3/shared-access/code', {
    auth: 'public',
    summary: 'Email a code to the invited address',
    source,
    body: z.strictObject({ token: linkId }),
    answer: z.strictObject({ codeMinutes: z.int() }),
  }),
  register: endpoint('sharedAccess.register', 'POST /v3/shared-access/register', {
    auth: 'public',
    summary: 'Accept an invitation with a new login',
    source,
    body: accepting.extend({ username: typed, password: typed }),
    answer: z.strictObject({ accepted: z.literal(true) }),
    errors: [409],
  }),
  accept: endpoint('sharedAccess.accept', 'POST /v3/members/{memberNumber}/shared-with-me', {
    auth: 'member',
    guests: true,
    summary: 'Accept an invitation with the signed-in login',
    source,
    params: member,
    body: accepting,
    answer: z.strictObject({ accepted: z.literal(true) }),
    errors: [401, 403, 404],
  }),
  withMe: endpoint('sharedAccess.withMe', 'GET /v3/members/{memberNumber}/shared-with-me', {
    auth: 'member',
    guests: true,
    summary: 'List the accounts that others share with the signed-in login',
    source,
    params: member,
    answer: z.strictObject({ shared: z.array(sharedWithMe) }),
    errors: [401, 403, 404],
  }),
  leave: endpoint('sharedAccess.leave', 'DELETE /v3/members/{memberNumber}/shared-with-me/{id}', {
    auth: 'member',
    guests: true,
    summary: 'Give up access to the accounts that another member shares',
    source,
    params: access,
    answer: z.strictObject({ ended: z.literal(true) }),
    errors: [401, 404],
  }),
  account: endpoint(
    'sharedAccess.account',
    'GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}',
    {
      auth: 'member',
      guests: true,
      summary: 'Get a shared account',
      source,
      params: sharedAccount,
      answer: z.strictObject({
        memberName: z.string(),
        rights,
        lastDay: wireDate,
        account: accountForGuest,
      }),
      errors: [401, 403, 404],
    },
  ),
  bills: endpoint(
    'sharedAccess.bills',
    'GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/bills',
    {
      auth: 'member',
      guests: true,
      summary: 'List bills of a shared account, newest first',
      source,
      params: sharedAccount,
      query: wireHistoryQuery,
      answer: bills.list.answer,
      errors: [401, 403, 404],
    },
  ),
  bill: endpoint(
    'sharedAccess.bill',
    'POST /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/bills/view',
    {
      auth: 'member',
      guests: true,
      summary: 'Get a bill of a shared account as data, with its line items',
      source,
      params: sharedAccount,
      body: z.strictObject({ billViewUrl: wireOpaque }),
      answer: bills.view.answer,
      errors: [401, 403, 404],
    },
  ),
  usage: endpoint(
    'sharedAccess.usage',
    'GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/usage',
    {
      auth: 'member',
      guests: true,
      summary: 'Get usage of a shared account by meter and month, for the last 12 months',
      source,
      params: sharedAccount,
      answer: usage.monthly.answer,
      errors: [401, 403, 404],
    },
  ),
  payable: endpoint(
    'sharedAccess.payable',
    'GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/payment',
    {
      auth: 'member',
      guests: true,
      summary: 'Get what may be paid on a shared account, and how',
      source,
      params: sharedAccount,
      answer: sharedPayment,
      errors: [401, 403, 404],
    },
  ),
  pay: endpoint(
    'sharedAccess.pay',
    'POST /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/payment',
    {
      auth: 'member',
      guests: true,
      summary: 'Create a payment of a shared account and return the hand-off form',
      source,
      params: sharedAccount,
      body: paymentRequest,
      answer: requisition,
      idempotent: true,
      errors: [401, 403, 404, 409],
    },
  ),
  paymentStatus: endpoint(
    'sharedAccess.paymentStatus',
    'GET /v3/members/{memberNumber}/shared-with-me/payments/status',
    {
      auth: 'member',
      guests: true,
      summary: 'Get the status of a payment that the login made on a shared account',
      source,
      params: member,
      query: z.strictObject({ encryptedPayload: wireOpaque }),
      answer: paymentResult,
      errors: [401, 404],
    },
  ),
}

export type PersonWithAccess = z.output<typeof personWithAccess>
export type SharedActivity = z.output<typeof activity>
export type PaidByGuest = z.output<typeof paidByGuest>
export type SharedPayment = z.output<typeof sharedPayment>
export type SharedWithMe = z.output<typeof sharedWithMe>
export type AccountForGuest = z.output<typeof accountForGuest>
