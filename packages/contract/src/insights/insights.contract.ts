import { changeNotes, figureKinds, partCodes } from '@coopline/rules/insights/bill-change'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../wire.ts'

const ownAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const changeFigure = z.strictObject({
  kind: z.enum(figureKinds),
  /** The unit of a quantity or price, the description of a line; empty for days and degree days. */
  name: z.string(),
  /** Days, degree days, a quantity, cents for one unit (with a fraction) or whole cents of a line. */
  before: z.number().nullable(),
  after: z.number().nullable(),
})

const billChange = z.strictObject({
  /** The bill that this one is compared with. */
  billDate: wireDate,
  before: wireCents,
  after: wireCents,
  difference: wireCents,
  /** They add up to the difference. */
  parts: z.array(z.strictObject({ code: z.enum(partCodes), amount: wireCents, figures: z.array(changeFigure) })),
  notes: z.array(z.enum(changeNotes)),
})

const usageAlerts = z.strictObject({
  /** Whole kWh; null: off. */
  dailyKwh: z.number().nullable(),
  projectedBillCents: z.number().nullable(),
  continuousWater: z.boolean(),
  baseLoadDoubled: z.boolean(),
  /** The last day without alerts; null: not snoozed. */
  snoozedUntil: wireDate.nullable(),
})

const alertsAnswer = z.strictObject({
  alerts: usageAlerts,
  /** Which alerts the meters of the account allow. */
  offers: z.strictObject({ energy: z.boolean(), baseLoad: z.boolean(), water: z.boolean() }),
})

const wattHours = z.number()

const insightsAnswer = z.strictObject({
  /** The last day with readings; null without any. */
  through: wireDate.nullable(),
  /** Each is null when there are too few readings, bills or days of weather to say it. */
  baseLoad: z.strictObject({ watts: z.number(), days: z.int(), sharePercent: z.number() }).nullable(),
  comparison: z
    .strictObject({
      from: wireDate,
      to: wireDate,
      used: wattHours,
      usedYearAgo: wattHours,
      /** Last year's usage in this year's weather. */
      expected: wattHours,
      heating: z.number(),
      heatingYearAgo: z.number(),
      cooling: z.number(),
      coolingYearAgo: z.number(),
      /** Share of the variance of a year of days that weather explains, 0 to 1. */
      share: z.number(),
      fitDays: z.int(),
    })
    .nullable(),
  highestHour: z.strictObject({ day: wireDate, hour: z.int(), used: wattHours }).nullable(),
  projectedBill: z
    .strictObject({
      from: wireDate,
      to: wireDate,
      daysRead: z.int(),
      usedSoFar: wattHours,
      used: wattHours,
      amount: wireCents,
      low: wireCents,
      high: wireCents,
      /** Past bills that the same method was tried on, with its errors as shares of the bill. */
      triedOn: z.int(),
      medianError: z.number(),
      band: z.number(),
    })
    .nullable(),
  /** The newest bill, which can be explained; null without one. */
  newestBill: wireDate.nullable(),
})

export const insights = {
  show: endpoint('insights.show', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/insights', {
    auth: 'member',
    summary: 'Get what the readings of an account show, with the figures behind it',
    source: 'addition: usage insights',
    params: ownAccount,
    answer: insightsAnswer,
    errors: [401, 404],
  }),
  alerts: endpoint('insights.alerts', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage-alerts', {
    auth: 'member',
    summary: 'Get the usage alerts of an account',
    source: 'addition: usage alerts',
    params: ownAccount,
    answer: alertsAnswer,
    errors: [401, 403, 404],
  }),
  saveAlerts: endpoint('insights.saveAlerts', 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/usage-alerts', {
    auth: 'member',
    summary: 'Set or snooze the usage alerts of an account',
    source: 'addition: usage alerts',
    params: ownAccount,
    body: usageAlerts,
    answer: alertsAnswer,
    errors: [401, 403, 404],
  }),
  billChange: endpoint(
    'insights.billChange',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills/{billDate}/change',
    {
      auth: 'member',
      summary: 'Explain why a bill differs from the previous one and from the same month last year',
      source: 'addition: why did my bill change',
      params: ownAccount.extend({ billDate: wireDate }),
      answer: z.strictObject({
        billDate: wireDate,
        amount: wireCents,
        /** Null for a first bill. */
        previous: billChange.nullable(),
        /** Null without a bill of the same month last year. */
        yearAgo: billChange.nullable(),
      }),
      errors: [401, 404],
    },
  ),
}

export type BillChangeAnswer = z.output<typeof insights.billChange.answer>
export type WireBillChange = NonNullable<BillChangeAnswer['previous']>
export type InsightsAnswer = z.output<typeof insightsAnswer>
export type UsageAlertsAnswer = z.output<typeof alertsAnswer>
export type WireUsageAlerts = z.output<typeof usageAlerts>
