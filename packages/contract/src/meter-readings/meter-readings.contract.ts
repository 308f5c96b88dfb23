import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireDate, wireMemberNumber } from '../wire.ts'

const account = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const sentReading = z.strictObject({
  meterNumber: z.string(),
  /** Whole units. */
  reading: z.int().min(0),
  readOn: wireDate,
})

const newReading = z.strictObject({
  meterNumber: z.string().max(40),
  /** Digits as on the meter. The rules check them. */
  reading: z.string().max(40),
  readOn: wireDate,
  /** True after the member confirmed an unusual reading. */
  isConfirmed: z.boolean(),
})

export const meterReadings = {
  list: endpoint('meterReadings.list', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings', {
    auth: 'member',
    summary: 'List the meters of an account and the readings that its member sent, newest first',
    source: 'AO-29, REQ-D-086',
    params: account,
    answer: z.strictObject({
      /** Whether the cooperative takes readings for this account. */
      isCollected: z.boolean(),
      /** Today in the cooperative's time zone. */
      today: wireDate,
      meters: z.array(z.strictObject({ meterNumber: z.string(), unit: z.string() })),
      readings: z.array(sentReading),
    }),
    errors: [401, 403, 404],
  }),
  send: endpoint('meterReadings.send', 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings', {
    auth: 'member',
    summary: 'Record a reading of the member’s meter; an unusual one needs `isConfirmed`',
    source: 'AO-29, REQ-D-086',
    params: account,
    body: newReading,
    /** `message` asks the member to confirm when `isRecorded` is false. */
    answer: z.strictObject({ isRecorded: z.boolean(), message: z.string() }),
    errors: [401, 403, 404],
  }),
}

export type NewMeterReading = z.output<typeof newReading>
export type SentMeterReading = z.output<typeof sentReading>
