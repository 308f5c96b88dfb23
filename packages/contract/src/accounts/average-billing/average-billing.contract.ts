import { billingTypes } from '@coopline/rules/accounts/average-billing/check-billing-change'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
const account = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })
const mostAccounts = 5_000

/** 1 is January. */
const month = z.int().min(1).max(12)

const levelizedAccount = z.strictObject({
  accountNumber: wireAccountNumber,
  serviceAddress: z.string(),
  /** The cooperative's estimate of the monthly bill under Average Billing; null when it gives none. */
  estimatedAmount: wireCents.nullable(),
  billingType: z.enum(billingTypes),
  isEligible: z.boolean(),
  /** The reason that the account is not eligible; empty when it is. */
  notEligibleMessage: z.string(),
  defaultSettlementMonth: month,
  /** Settlement month of the enrollment; null unless the account is on Average Billing. */
  settlementMonth: month.nullable(),
})

const updateItem = z.strictObject({
  action: z.enum(['Add', 'Edit']),
  billingType: z.enum(billingTypes),
  accountNumber: wireAccountNumber,
  /** The estimate that the member saw; null without one, and to remove Average Billing. */
  estimatedBill: wireCents.nullable(),
  /** Null to remove Average Billing. */
  settlementMonth: month.nullable(),
})

const updateResult = z.strictObject({
  accountNumber: wireAccountNumber,
  isUpdated: z.boolean(),
  message: z.string(),
})

/** A bill under a plan. */
const plannedAmount = z.strictObject({
  amount: wireCents,
  /** Usage billed later (above zero) or paid ahead (below zero) after this bill. */
  difference: wireCents,
})

const plan = z.strictObject({
  bills: z.array(
    z.strictObject({
      billDate: wireDate,
      /** The amount of the bill at actual usage. */
      standard: wireCents,
      average: plannedAmount,
      budget: plannedAmount,
      isSettlement: z.boolean(),
    }),
  ),
  /** Dates of the oldest and the newest bill that the estimate uses. */
  from: wireDate,
  to: wireDate,
  /** Years of bills that the estimate uses: 1 or 2. */
  years: z.int(),
  /** Whether the account had leveled bills whose actual usage is not itemized. */
  usesLeveledBills: z.boolean(),
  /** Usage that leveled bills up to now have not charged (above zero) or have charged ahead. */
  startingDifference: wireCents,
})

export const averageBilling = {
  list: endpoint('averageBilling.list', 'GET /v3/members/{memberNumber}/levelized', {
    auth: 'member',
    portalView: true,
    summary: 'List accounts with their billing type and eligibility for Average Billing',
    source: 'AS-15, DU-13',
    params: member,
    answer: z.strictObject({ results: z.array(levelizedAccount) }),
    errors: [401, 403],
  }),
  update: endpoint('averageBilling.update', 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/levelized', {
    auth: 'member',
    proof: 'always',
    summary: 'Add, edit or remove Average Billing on one account',
    source: 'AS-16, DU-14',
    params: account,
    body: updateItem,
    answer: z.strictObject({ message: z.string() }),
    errors: [401, 403, 404],
  }),
  updateAll: endpoint('averageBilling.updateAll', 'PUT /v3/members/{memberNumber}/levelized', {
    auth: 'member',
    proof: 'always',
    summary: 'Add, edit or remove Average Billing on several accounts, with a result for each',
    source: 'AS-17, DU-14',
    params: member,
    body: z.strictObject({ items: z.array(updateItem).min(1).max(mostAccounts) }),
    answer: z.strictObject({ results: z.array(updateResult) }),
    errors: [401, 403, 404],
  }),
  preview: endpoint(
    'averageBilling.preview',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/levelized/preview',
    {
      auth: 'member',
      portalView: true,
      summary: 'Estimate the next twelve bills of an account under Average Billing and Budget Billing',
      source: 'AB-01',
      params: account,
      query: z.strictObject({ settlementMonth: z.string().regex(/^(?:[1-9]|1[0-2])$/u) }),
      /** `plan` is null without twelve monthly bills in a row. */
      answer: z.strictObject({ plan: plan.nullable() }),
      errors: [401, 403, 404],
    },
  ),
}

export type LevelizedAccount = z.output<typeof levelizedAccount>
export type LevelizedItem = z.output<typeof updateItem>
export type LevelizedResult = z.output<typeof updateResult>
export type BillingPlanAnswer = z.output<typeof plan>
