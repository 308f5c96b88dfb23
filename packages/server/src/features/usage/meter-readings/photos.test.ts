import { bensAccount } from '@coopline/testing/builders/account'
import { meterReadings } from '@coopline/contract/usage/meter-readings/meter-readings.contract'
import { maxPhotoBytes } from '@coopline/rules/usage/meter-readings/check-meter-reading'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { recordAttempts } from '../../../platform/attempts/record-attempt.ts'
import { aJpeg, aPng, gpsText } from '../../../testing/pictures.ts'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { runPhotos } from './run-photos-command.ts'

const [memberNumber, accountNumber] = ['10001', '100100101']
const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => {
  await seedMeter(portal.db)
  await portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, collects_meter_readings: true })
    .execute()
})

const jpeg = aJpeg({ orientation: 6 })
const send = async (photo: Uint8Array | string | undefined, changes: object = {}) =>
  portal.call(meterReadings.send, {
    ...ada,
    params: { memberNumber, accountNumber },
    body: {
      meterNumber: 'E-1',
      reading: '004512',
      readOn: '2026-11-20',
      isConfirmed: false,
      ...(photo !== undefined && { photoBase64: Buffer.from(photo).toString('base64') }),
      ...changes,
    },
  })
const readings = async () =>
  (await portal.call(meterReadings.list, { ...ada, params: { memberNumber, accountNumber } })).json<{
    readings: { id: number; hasPhoto: boolean }[]
  }>().readings
const download = async (readingId: number | string, as: SignedIn = ada, account = accountNumber) =>
  portal.call(meterReadings.photo, {
    ...as,
    params: { memberNumber: as.memberNumber, accountNumber: account, readingId: String(readingId) },
  })
const photosOfEvents = async () => {
  const events = await portal.db
    .selectFrom('outbox.event')
    .select('body')
    .where('kind', '=', 'meter-reading.sent')
    .orderBy('id')
    .execute()
  return events.map(({ body }) => (body as { photo: number | null }).photo)
}
const stored = async () => portal.db.selectFrom('portal.meter_reading_photo').selectAll().execute()

it('keeps a photo encrypted and without its location, and gives it back to its member as a download', async () => {
  expect((await send(jpeg)).json()).toMatchObject({ isRecorded: true })
  const [reading] = await readings()
  expect(reading?.hasPhoto).toBe(true)
  const id = reading?.id ?? 0
  expect(await photosOfEvents()).toEqual([id])
  const [row] = await stored()
  // The quantization table of the test's picture.
  const table = Buffer.alloc(64, 1)
  expect(Buffer.from(row?.content ?? []).includes(table)).toBe(false)
  const { statusCode, headers, rawPayload } = await download(id)
  expect([
    statusCode,
    headers['content-type'],
    headers['content-disposition'],
    headers['x-content-type-options'],
  ]).toEqual([200, 'application/octet-stream', `attachment; filename="meter-reading-${id}.jpg"`, 'nosniff'])
  expect(jpeg.includes(gpsText)).toBe(true)
  expect([rawPayload.includes(gpsText), rawPayload.includes(table)]).toEqual([false, true])
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})

it('adds the first photo to a reading that was sent before, and changes nothing when it is sent again', async () => {
  await send(undefined)
  expect(await photosOfEvents()).toEqual([null])
  await Promise.all([send(aPng()), send(jpeg)])
  await send(jpeg)
  const [reading] = await readings()
  expect(await photosOfEvents()).toEqual([null, reading?.id])
  expect(await stored()).toHaveLength(1)
})

it('shows a photo to no one else: another member, another account, a reading without one', async () => {
  await seedAccount(portal.db, bensAccount)
  await send(jpeg)
  const [reading] = await readings()
  const id = reading?.id ?? 0
  const statuses = await Promise.all([download(id, ada, '100200101'), download(id + 1), download('999999999999999')])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  await portal.db.updateTable('portal.meter_reading_photo').set({ member_number: '10002' }).execute()
  expect((await download(id)).statusCode).toBe(404)
})

it.each([
  [
    'an archive that says it is a picture',
    Buffer.from('PK\x03\x04photo.jpg'),
    'The photo must be a JPEG or PNG picture.',
  ],
  ['a page', Buffer.from('<script>alert(1)</script>'), 'The photo must be a JPEG or PNG picture.'],
  ['nothing', Buffer.alloc(0), 'The photo must be a JPEG or PNG picture.'],
  [
    'a picture that was cut',
    jpeg.subarray(0, 90),
    'We could not read this picture. Please choose or take another one.',
  ],
  ['a bomb', aPng({ width: 60_000, height: 60_000 }), 'This picture has too many pixels. Please choose a smaller one.'],
  [
    '3 MB and a byte',
    Buffer.concat([jpeg, Buffer.alloc(maxPhotoBytes + 1 - jpeg.length)]),
    'The photo can be up to 3 MB.',
  ],
])('refuses %s at its field, and records no reading', async (_what, photo, message) => {
  const refused = await send(photo)
  expect(refused.statusCode).toBe(400)
  expect(errorsOf(refused).map((error) => [error.field, error.message])).toEqual([['photoBase64', message]])
  expect(await readings()).toEqual([])
  expect(await stored()).toEqual([])
})

it('ends a body that is larger than any photo before it is parsed, and asks who it is before it is read', async () => {
  expect((await send('x'.repeat(4_100_000))).statusCode).toBe(413)
  const url = `/api/v3/members/${memberNumber}/accounts/${accountNumber}/meter-readings`
  const headers = { 'content-type': 'application/json', applicationid: 'Web' }
  const stranger = await portal.inject({ method: 'POST', url, headers, payload: `{"x":"${'y'.repeat(5_000_000)}"}` })
  expect(stranger.statusCode).toBe(401)
})

it('takes twenty photos of a member a day, and readings without one beyond them', async () => {
  const limit = { kind: 'meter-readings.photo', subject: memberNumber, windowSeconds: 86_400, limit: 20 }
  for (let count = 1; count <= 19; count += 1) await recordAttempts(portal.db, [limit], portal.clock.now())
  expect((await send(jpeg, { reading: '5000', isConfirmed: true })).statusCode).toBe(200)
  expect((await send(jpeg, { reading: '6000', isConfirmed: true })).statusCode).toBe(429)
  expect((await send(undefined, { reading: '6000', isConfirmed: true })).statusCode).toBe(200)
})

it('staff save a photo with its reading’s number, to a new file, with an audit entry', async () => {
  await send(jpeg)
  const [reading] = await readings()
  const folder = mkdtempSync(join(tmpdir(), 'coopline-photo-'))
  try {
    const file = join(folder, 'photo.jpg')
    const save = async (number: string, to = file) =>
      runPhotos(portal.deps, ['save', number, '--to', to, '--by', 'Dana'])
    expect(await save(String(reading?.id))).toEqual({
      output: `Wrote ${file}: the reading of account ${accountNumber}, member ${memberNumber}.`,
      exitCode: 0,
    })
    expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect((await save(String(reading?.id))).exitCode).toBe(1)
    expect(await save('999')).toEqual({ output: 'There is no photo of a reading 999.', exitCode: 1 })
    expect((await save('../1')).exitCode).toBe(2)
    expect((await save('1', 'relative.jpg')).exitCode).toBe(2)
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number', 'detail'])
      .where('kind', '=', 'staff.photo-saved')
      .execute()
    expect(audit).toMatchObject([
      { member_number: memberNumber, account_number: accountNumber, detail: { by: 'Dana', reading: reading?.id } },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
