import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireCents, wireInstant } from '../../wire.ts'

const [source, sourceOfEvents] = ['addition: REQ-D-500', 'addition: REQ-D-502']

const eventNumber = z
  .string()
  .regex(/^[0-9]{1,15}(?![\s\S])/u)
  .meta({ description: 'Number of an event' })

const systemEvent = z
  .strictObject({
    id: z.int().meta({ description: 'Number of the event; a later event of the same account has a higher one' }),
    accountNumber: z.string().nullable().meta({ description: '`null` for an event that belongs to no account' }),
    kind: z.string().meta({ description: 'Such as `payment-confirmed`; docs/events.schema.json has every kind' }),
    body: z.record(z.string(), z.unknown()).meta({ description: 'What happened, by the schema of its kind' }),
    createdAt: wireInstant,
    routingNumber: z.string().optional().meta({ description: 'With `bankNumbers=Y`, for an event about a draft' }),
    bankAccountNumber: z.string().optional().meta({ description: 'With `bankNumbers=Y`, for an event about a draft' }),
  })
  .meta({
    examples: [
      {
        id: 4711,
        accountNumber: '100100101',
        kind: 'payment-confirmed',
        body: {
          memberNumber: '10001',
          accountNumber: '100100101',
          transNo: 'CL7Q2M4K9X',
          amount: 14237,
          currency: 'USD',
          paymentType: 'cc',
          confirmationNumber: '00004711',
          reconnectMeter: 'N',
          occurredAt: '2026-11-30T15:04:05.000Z',
        },
        createdAt: '2026-11-30T15:04:05.000Z',
      },
    ],
  })

const withNumbers = z.enum(['Y']).optional().meta({
  description:
    '`Y` adds the numbers of bank accounts to events about drafts. Each event that is handed over so is recorded; the key needs the scope `bank-numbers:read` as well',
})

export const systemApi = {
  about: endpoint('systemApi.about', 'GET /v1/key', {
    auth: 'system',
    scope: 'any',
    summary: 'Get what the key may do',
    description:
      'Answers the name, the scopes and the end of the key that is sent with the call. Call it first, to see that the key and the address of the portal are right.',
    source,
    answer: z.strictObject({
      name: z.string(),
      scopes: z.array(z.string()),
      endsAt: wireInstant.nullable().meta({ description: '`null` for a key without an end' }),
    }),
    errors: [401, 403],
  }),
  listEvents: endpoint('systemApi.listEvents', 'GET /v1/events', {
    auth: 'system',
    scope: 'events:read',
    summary: 'List the events that wait for your system',
    description:
      'Lists events that are not acknowledged, oldest first. An event stays in the list until it is acknowledged, so each arrives at least once: process an event once by its number. Once an event is listed, no event with a lower number appears later; your system may therefore continue after the last number it has read. With `acknowledged=Y` the list also has events that were acknowledged, for as long as the portal stores them.',
    source: sourceOfEvents,
    query: z.strictObject({
      after: eventNumber.optional().meta({ description: 'Events with higher numbers only; `next` of the page before' }),
      limit: z
        .string()
        .regex(/^(?:[1-9][0-9]{0,2}|1000)(?![\s\S])/u)
        .optional()
        .meta({ description: 'The most events of a page, 1 to 1000; 100 when absent' }),
      account: wireAccountNumber.optional().meta({ description: 'Events of this account only' }),
      acknowledged: z.enum(['Y']).optional().meta({ description: '`Y` lists acknowledged events, too' }),
      bankNumbers: withNumbers,
    }),
    answer: z.strictObject({
      events: z.array(systemEvent),
      next: z
        .int()
        .nullable()
        .meta({ description: '`after` of the next page; `null` when this is the last one for now' }),
    }),
    errors: [401, 403],
  }),
  viewEvent: endpoint('systemApi.viewEvent', 'GET /v1/events/{eventNumber}', {
    auth: 'system',
    scope: 'events:read',
    summary: 'Get one event',
    description: 'Answers an event by its number, whether it was acknowledged or not.',
    source: sourceOfEvents,
    params: z.strictObject({ eventNumber }),
    query: z.strictObject({ bankNumbers: withNumbers }),
    answer: systemEvent,
    errors: [401, 403, 404],
  }),
  acknowledgeEvents: endpoint('systemApi.acknowledgeEvents', 'POST /v1/events/ack', {
    auth: 'system',
    scope: 'events:ack',
    summary: 'Acknowledge events that your system has processed',
    description:
      'Acknowledges the events of exactly these numbers, all or none: when a number is unknown, nothing is acknowledged and the answer names it. Acknowledge an event after your system has stored its effect. Acknowledging an event again changes nothing.',
    source: sourceOfEvents,
    body: z.strictObject({
      ids: z
        .array(z.int().min(1).max(999_999_999_999_999))
        .min(1)
        .max(1000)
        .meta({ description: 'Numbers of events, at most 1000', examples: [[4711, 4712]] }),
    }),
    answer: z.strictObject({
      acknowledged: z.int().meta({ description: 'How many of them were not acknowledged before' }),
    }),
    errors: [401, 403, 404],
  }),
  viewPayment: endpoint('systemApi.viewPayment', 'GET /v1/payments/{transNo}', {
    auth: 'system',
    scope: 'payments:read',
    summary: 'Get a payment by its number',
    description:
      'Answers the present state of a payment: what it paid on which accounts, its fee, and what came back. Its number is in every event about it. The state changes later, when a bank returns a payment or staff refund it: events say so.',
    source: 'addition: REQ-D-503',
    params: z.strictObject({ transNo: z.string().regex(/^[0-9A-Za-z-]{1,40}(?![\s\S])/u) }),
    answer: z.strictObject({
      transNo: z.string(),
      state: z
        .string()
        .meta({ description: 'Such as `handed-off`, `confirmed`, `declined`, `refunded` or `returned`' }),
      paymentType: z.enum(['cc', 'echeck']),
      amount: wireCents.meta({ description: 'Whole cents without the fee' }),
      convenienceFee: wireCents.nullable(),
      heldByProvider: wireCents.nullable().meta({
        description:
          'Whole cents that the provider last said it holds of the payment, the fee included: less than both together after a refund or return. `null` when it has said nothing',
      }),
      confirmationNumber: z.string().nullable(),
      requestedAt: wireInstant,
      accounts: z.array(z.strictObject({ accountNumber: z.string(), amount: wireCents })),
    }),
    errors: [401, 403, 404],
  }),
}

export type SystemEvent = z.output<typeof systemEvent>
