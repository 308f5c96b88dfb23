import { changeNotes, figureKinds, partCodes } from '@coopline/rules/usage/insights/bill-change'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { givenBackDate, requestDate, wireAccountNumber, wireCents, wireDate, wireMemberNumber } from '../../wire.ts'

const ownAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const changeFigure = z.strictObject({
  kind: z.enum(figureKinds),
  /** The unit of a quantity or price, or the description of a line; empty for days and degree days. */
  name: z.string(),
  /** Days, degree days, a quantity, cents per unit (fractional), or the cents of a line (whole). */
  before: z.number().nullable(),
  after: z.number().nullable(),
})

const billChange = z.strictObject({
  /** Date of the earlier bill. */
  billDate: wireDate,
  before: wireCents,
  after: wireCents,
  difference: wireCents,
  /** The parts add up to the difference. */
  parts: z.array(z.strictObject({ code: z.enum(partCodes), amount: wireCents, figures: z.array(changeFigure) })),
  notes: z.array(z.enum(changeNotes)),
})

const usageAlerts = z.strictObject({
  /** Whole kWh; null turns the alert off. */
  dailyKwh: z.number().nullable(),
  projectedBillCents: z.number().nullable(),
  continuousWater: z.boolean(),
  baseLoadDoubled: z.boolean(),
  /** The last day without alerts; null when not snoozed. */
  snoozedUntil: givenBackDate.nullable(),
})

const alertsAnswer = z.strictObject({
  alerts: usageAlerts,
  /** The alerts that the account's meters support. */
  offers: z.strictObject({ energy: z.boolean(), baseLoad: z.boolean(), water: z.boolean() }),
})

const wattHours = z.number()

const insightsAnswer = z.strictObject({
  /** The last day with readings; null without readings. */
  through: wireDate.nullable(),
  /** Each insight is null when there are too few readings, bills or temperatures. */
  baseLoad: z.strictObject({ watts: z.number(), days: z.int(), sharePercent: z.number() }).nullable(),
  comparison: z
    .strictObject({
      from: wireDate,
      to: wireDate,
      used: wattHours,
      usedYearAgo: wattHours,
      /** Last year's usage, adjusted to this year's weather. */
      expected: wattHours,
      heating: z.number(),
      heatingYearAgo: z.number(),
      cooling: z.number(),
      coolingYearAgo: z.number(),
      /** R² of the weather fit over a year of days, 0 to 1. */
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
      /** Number of past bills the method was tested on. Errors are shares of the bill. */
      triedOn: z.int(),
      medianError: z.number(),
      band: z.number(),
    })
    .nullable(),
  /** Date of the newest bill, for the link to its explanation; null without bills. */
  newestBill: wireDate.nullable(),
})

export const insights = {
  show: endpoint('insights.show', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/insights', {
    auth: 'member',
    portalView: true,
    summary: 'Get the usage insights of an account, with the figures behind them',
    source: 'addition: usage insights',
    params: ownAccount,
    answer: insightsAnswer,
    errors: [401, 404],
  }),
  alerts: endpoint('insights.alerts', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage-alerts', {
    auth: 'member',
    portalView: true,
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
      portalView: true,
      summary: 'Explain why a bill differs from the previous one and from the same month last year',
      source: 'addition: why did my bill change',
      params: ownAccount.extend({ billDate: requestDate }),
      answer: z.strictObject({
        billDate: wireDate,
        amount: wireCents,
        /** Null for a first bill. */
        previous: billChange.nullable(),
        /** Null without a bill from the same month last year. */
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
