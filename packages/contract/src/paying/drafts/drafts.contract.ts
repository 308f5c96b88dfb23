import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireFeeOption } from '../payments/payment-request.ts'
import {
  requestDate,
  wireAccountNumber,
  wireCents,
  wireDate,
  wireFlag,
  wireMemberNumber,
  wireOpaque,
} from '../../wire.ts'

const ofMember = z.strictObject({ memberNumber: wireMemberNumber })

const draftType = z.enum(['WHEN_BILLED', 'END_OF_MONTH', 'DAY_OF_MONTH', 'DAYS_AFTER_BILLING', 'CYCLE'])

/** A draft that is set up (DE-22). */
const draft = z.strictObject({
  /** Empty where the cooperative's system does not say. */
  draftAccountType: z.enum(['', 'Checking', 'Savings', 'Card']),
  draftAccountNumberMasked: z.string(),
  financialInstitutionName: z.string(),
  /** Null where the cooperative's system does not say when it drafts. */
  draftType: draftType.nullable(),
  draftDay: z.int().nullable(),
  /** The fee of each payment (addition): the one that the member was shown; null for a draft without a fee of the portal. */
  convenienceFee: wireFeeOption.nullable(),
})

/** Draft account row (DE-21), with the names on the wire. */
const draftAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  serviceAddress: z.string(),
  accountType: z.string(),
  pastDueAmount: wireCents,
  // sic: without the capital P that account info has.
  autopayExists: wireFlag,
  ccEligible: wireFlag,
  noMoreChecks: wireFlag,
  eligibleDraftDate: wireDate.nullable(),
  allowBeforeBilledDay: z.int().nullable(),
  allowAfterBilledDay: z.int().nullable(),
  draft: draft.nullable(),
})

const draftOption = z.strictObject({ draftType, display: z.string(), isDefault: z.boolean() })

const financialInstitution = z.strictObject({ routingNumber: z.string(), name: z.string() })

/** An account whose draft is set up or removed (DE-23). The last three are null for REMOVE. */
const draftItem = z.strictObject({
  accountNumber: wireAccountNumber,
  action: z.enum(['ADD', 'REMOVE']),
  draftMethod: z.string().max(40).nullable(),
  draftDay: z.int().min(0).max(9999).nullable(),
  draftStartDate: requestDate.nullable(),
})

/** Bank draft request (DE-26). The bank's fields are null when drafts are only removed. */
const update = z.strictObject({
  memberNumber: wireMemberNumber,
  draftAccounts: z.array(draftItem).min(1).max(200),
  draftType: z.enum(['Checking', 'Savings']).nullable(),
  bankAccountNumber: z.string().max(40).nullable(),
  routingNumber: z.string().max(20).nullable(),
  bankName: z.string().max(300).nullable(),
  /** An addition: the server asks for the authorization too (DR-53). */
  authorize: z.boolean(),
})

/** Initiate-payment request (DE-28): the drafts to set up once the provider has stored what they are charged to. */
const initiation = z.strictObject({
  accountsToDraft: z
    .array(draftItem.extend({ action: z.literal('ADD') }))
    .min(1)
    .max(200),
  paymentType: z.literal('DRAFT'),
  draftOption: z.enum(['CREDIT', 'BANK']),
  amount: z.literal(0),
  removeDraft: z.literal(false),
  /** An addition, as in the bank draft request. */
  authorize: z.boolean(),
  /** The fee that the member was shown (addition). */
  convenienceFee: wireFeeOption,
})

/** The result for drafts that wait for the provider. */
const draftOutcome = z.enum(['set-up', 'processing', 'not-set-up'])

export const drafts = {
  list: endpoint('drafts.list', 'GET /v3/members/{memberNumber}/drafts', {
    auth: 'member',
    portalView: true,
    summary: 'List accounts with their drafts',
    source: 'AC-24, DE-21',
    params: ofMember,
    answer: z.strictObject({ results: z.array(draftAccount) }),
    errors: [401, 403, 404],
  }),
  options: endpoint('drafts.options', 'GET /v3/members/{memberNumber}/draft-options', {
    auth: 'member',
    portalView: true,
    summary: 'List the options for when a draft is charged',
    source: 'AC-26, DE-24',
    params: ofMember,
    answer: z.strictObject({ results: z.array(draftOption) }),
    errors: [401, 403, 404],
  }),
  settings: endpoint('drafts.settings', 'GET /v3/members/{memberNumber}/payment-settings', {
    auth: 'member',
    portalView: true,
    summary: 'Get what the cooperative allows for drafts',
    source: 'AC-27, DE-27, CG-31 to CG-35',
    params: ofMember,
    query: z.strictObject({ batchType: z.literal('DRAFT') }),
    answer: z.strictObject({
      allowVisa: wireFlag,
      allowMaster: wireFlag,
      allowAmex: wireFlag,
      allowDiscover: wireFlag,
      defaultDraftType: z.enum(['CREDIT', 'BANK']),
      blockPastDueDrafts: wireFlag,
      maxDaysAfterBilling: z.int(),
      /** Y: bank numbers are typed here and go to the cooperative. N: on the provider's page. */
      bankDraftByFile: wireFlag,
      /** The fees of drafts that are charged to what the provider stores (addition). */
      convenienceFees: z.strictObject({ cc: wireFeeOption, echeck: wireFeeOption }),
      /** The kinds of draft that can be set up now (addition; REQ-D-405). */
      offered: z.array(z.enum(['CREDIT', 'BANK'])),
      /** Today where the cooperative is. */
      today: wireDate,
    }),
    errors: [401, 403, 404],
  }),
  institutions: endpoint('drafts.institutions', 'GET /v3/members/{memberNumber}/financial-institutions', {
    auth: 'member',
    summary: 'Find the bank of a routing number',
    source: 'AC-25, DE-25',
    params: ofMember,
    query: z.strictObject({ routingNumber: z.string().regex(/^[0-9]{9}(?![\s\S])/u) }),
    /** Empty when the directory has no usable bank for it. */
    answer: z.strictObject({ results: z.array(financialInstitution) }),
    errors: [401, 403, 404],
  }),
  update: endpoint('drafts.update', 'POST /v3/members/{memberNumber}/drafts', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Set up bank drafts and remove drafts',
    source: 'AC-29, DE-23, DE-26',
    params: ofMember,
    body: update,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  initiate: endpoint('drafts.initiate', 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/initiate-payment', {
    auth: 'member',
    proof: 'sometimes',
    summary: 'Return the form that leads to the page of the provider on which the method of a draft is stored',
    source: 'AC-28, DE-28, DE-29, DE-47',
    params: z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber }),
    body: initiation,
    answer: z.strictObject({
      clientId: z.string(),
      actionUrl: z.string(),
      transNo: z.string(),
      applicationId: z.string(),
      merchantId: z.string(),
      securityToken: z.string(),
      /** Posted to `actionUrl` in this order, as they are. */
      fields: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      /** As of a payment requisition. */
      redirectUrl: z.url({ protocol: /^https?$/u }).optional(),
    }),
    errors: [401, 403, 404, 409],
  }),
  finish: endpoint('drafts.finish', 'POST /v3/members/{memberNumber}/drafts/finish', {
    auth: 'member',
    summary: 'Set up the drafts whose method the provider has stored',
    source: 'DR-34',
    params: ofMember,
    body: z.strictObject({ encodedParam: wireOpaque }),
    answer: z.strictObject({ outcome: draftOutcome }),
    errors: [401, 403, 404],
  }),
}

export type DraftAccount = z.output<typeof draftAccount>
export type DraftUpdate = z.output<typeof update>
export type DraftInitiation = z.output<typeof initiation>
export type DraftOutcome = z.output<typeof draftOutcome>
export type DraftSettings = z.output<(typeof drafts)['settings']['answer']>
