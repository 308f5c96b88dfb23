import { maxPhotoBytes } from '@coopline/rules/usage/meter-readings/check-meter-reading'
import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { requestDate, wireAccountNumber, wireDate, wireMemberNumber } from '../../wire.ts'

const account = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

/** Characters of Base64 for the largest photo. */
const maxPhotoText = Math.ceil(maxPhotoBytes / 3) * 4

const sentReading = z.strictObject({
  id: z.int(),
  hasPhoto: z.boolean(),
  meterNumber: z.string(),
  /** Whole units. */
  reading: z.int().min(0),
  readOn: wireDate,
})

const newReading = z.strictObject({
  meterNumber: z.string().max(40),
  /** Digits as on the meter. The rules check them. */
  reading: z.string().max(40),
  readOn: requestDate,
  /** True after the member confirmed an unusual reading. */
  isConfirmed: z.boolean(),
  /** A JPEG or PNG of the meter, in Base64. Its content decides its type, and its metadata is not kept. */
  photoBase64: z
    .string()
    .max(maxPhotoText + 4)
    .exactOptional(),
})

export const meterReadings = {
  list: endpoint('meterReadings.list', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings', {
    auth: 'member',
    portalView: true,
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
    maxBodyBytes: maxPhotoText + 4_096,
    /** `message` asks the member to confirm when `isRecorded` is false. */
    answer: z.strictObject({ isRecorded: z.boolean(), message: z.string() }),
    errors: [401, 403, 404, 413],
  }),
  photo: endpoint(
    'meterReadings.photo',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meter-readings/{readingId}/photo',
    {
      auth: 'member',
      portalView: true,
      summary: 'Download the photo that the member sent with a reading',
      source: 'AO-29, REQ-D-086',
      params: account.extend({ readingId: z.string().regex(/^[0-9]{1,15}$/u) }),
      answer: fileAnswer,
      media: 'application/octet-stream',
      errors: [401, 403, 404],
    },
  ),
}

export type NewMeterReading = z.output<typeof newReading>
export type SentMeterReading = z.output<typeof sentReading>
