import { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import type { ApplicationDocument } from '@coopline/contract/service/service-applications/service-applications.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { maxDocumentBytes } from '@coopline/rules/service/service-applications/check-document'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import { aPdf } from '../../../testing/pdfs.ts'
import { aJpeg, aPng, gpsText } from '../../../testing/pictures.ts'
import { errorsOf } from '../../../testing/quick-payer.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runApplications } from './run-applications-command.ts'
import { anApplication } from './service-applications.fixtures.ts'

const on: Partial<Settings> = { ApplicationForService: true, serviceApplicationsPerHour: 1_000 }
const portal = useTestPortal({ settings: on })

const day = 24 * 3_600
const save = async (token: string | null = null) =>
  portal.call(serviceApplications.save, { body: { token, application: anApplication() } })
const saved = async () => (await save()).json<{ token: string }>().token
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const attach = async (
  token: string,
  content: Uint8Array = aPdf(),
  { name = 'lease.pdf', language = 'en' }: { readonly name?: string; readonly language?: string } = {},
) =>
  portal.call(serviceApplications.attach, {
    headers: { ...bearer(token), 'accept-language': language },
    body: { name, contentBase64: Buffer.from(content).toString('base64') },
  })
const remove = async (token: string, documentId: string) =>
  portal.call(serviceApplications.removeDocument, { headers: bearer(token), params: { documentId } })
type Answer = Awaited<ReturnType<typeof attach>>
const documentsOf = (answer: Answer) => answer.json<{ documents: ApplicationDocument[] }>().documents
const load = async (token: string) => portal.call(serviceApplications.load, { body: { token } })
const loaded = async (token: string) =>
  (await load(token)).json<{ draft: { documents: ApplicationDocument[] } }>().draft.documents
const submit = async (token: string) =>
  (await portal.call(serviceApplications.submit, { body: { token, application: anApplication() } })).json<{
    referenceNumber: string
  }>().referenceNumber
const stored = async () =>
  portal.db.selectFrom('portal.service_application_document').selectAll().orderBy('place').execute()
const messages = (answer: Answer) => errorsOf(answer).map(({ field, message }) => [field, message])
/** A PDF of exactly this many bytes. */
const aPdfOf = (bytes: number): Buffer => {
  const around = aPdf({ text: 'x'.repeat(bytes) }).length - bytes
  return aPdf({ text: 'x'.repeat(bytes - around) })
}

describe('documents of a draft', () => {
  it('are listed with safe names and real types, and resume with the draft on another device', async () => {
    const token = await saved()
    await attach(token, aPdf(), { name: 'C:\\Users\\noor\\lease\u202E.pdf' })
    const photo = aJpeg({ orientation: 6 })
    const answer = await attach(token, photo, { name: '../../driver license.PNG' })
    const documents = documentsOf(answer)
    expect(documents).toMatchObject([
      { name: 'lease.pdf', mediaType: 'application/pdf', bytes: aPdf().length },
      { name: 'driver license.jpg', mediaType: 'image/jpeg' },
    ])
    expect(documents[1]?.bytes).toBeLessThan(photo.length)
    expect(await loaded(token)).toEqual(documents)
    expect(answer.body).not.toContain(Buffer.from(aPdf()).toString('base64').slice(0, 40))
  })

  it('are encrypted with their names, without the location of a picture, and bound to their application', async () => {
    const [token, other] = [await saved(), await saved()]
    await attach(token, aPdf({ text: 'Noor Haddad' }), { name: 'Noor Haddad.pdf' })
    await attach(other, aPng({ orientation: 6 }))
    const rows = await stored()
    const kept = rows.flatMap((row) => [row.content, row.sealed_key, row.sealed_name]).map((one) => Buffer.from(one))
    for (const text of ['Noor', '%PDF', gpsText, 'IHDR']) expect(kept.some((one) => one.includes(text))).toBe(false)
    await portal.db
      .updateTable('portal.service_application_document')
      .set({ sealed_name: rows[1]?.sealed_name ?? Buffer.of(0) })
      .where('document_id', '=', rows[0]?.document_id ?? '')
      .execute()
    expect((await load(token)).statusCode).toBe(500)
    expect((await load(other)).statusCode).toBe(200)
  })

  it('are attached once when the call is repeated, and each as itself otherwise', async () => {
    const token = await saved()
    const answers = [await attach(token), await attach(token, aPdf(), { name: 'again.pdf' })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(documentsOf(await attach(token, aPdf({ text: 'y' }))).map(({ name }) => name)).toEqual([
      'lease.pdf',
      'lease.pdf',
    ])
    expect(await stored()).toHaveLength(2)
  })

  it('are removed by their id, also twice, and by no other link', async () => {
    const [token, other] = [await saved(), await saved()]
    const id = documentsOf(await attach(token))[0]?.id ?? ''
    expect(documentsOf(await remove(other, id))).toEqual([])
    expect(await loaded(token)).toHaveLength(1)
    expect(documentsOf(await remove(token, id))).toEqual([])
    expect((await remove(token, id)).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })

  it('keep the draft for seven more days and are deleted with it', async () => {
    const token = await saved()
    portal.clock.advance(6 * day)
    expect((await attach(token)).json<{ expiresAt: string }>().expiresAt).toBe('2026-12-03T15:00:00.000Z')
    portal.clock.advance(6 * day)
    await save(token)
    portal.clock.advance(7 * day - 1)
    await deleteExpired(portal.deps)
    expect(await loaded(token)).toHaveLength(1)
    portal.clock.advance(2)
    await deleteExpired(portal.deps)
    expect(await stored()).toEqual([])
  })

  it.each<[string, Buffer, string]>([
    [
      'an archive that says it is a PDF',
      Buffer.from('PK\x03\x04'),
      'Attach a PDF, JPEG or PNG file. This file is something else, even if its name says otherwise.',
    ],
    ['nothing', Buffer.alloc(0), 'This file is empty. Please choose another one.'],
    [
      'a PDF that was cut',
      aPdf().subarray(0, 200),
      'We could not read this file. Part of it may be missing. Please choose another one.',
    ],
    [
      'a protected PDF',
      aPdf({ trailer: '/Encrypt 9 0 R ' }),
      'This PDF is protected, and we cannot take protected PDFs, even ones that open without a password. Print it to a new PDF, or take a picture of its pages, and attach that.',
    ],
    [
      'a bomb',
      aPng({ width: 60_000, height: 60_000 }),
      'This picture has too many pixels. Please choose a smaller one.',
    ],
    ['5 MB and a byte', aPdfOf(maxDocumentBytes + 1), 'A file can be up to 5 MB.'],
  ])('refuse %s and lose nothing of the draft', async (_what, content, message) => {
    const token = await saved()
    await attach(token)
    const refused = await attach(token, content, { name: 'deed.pdf' })
    expect(refused.statusCode).toBe(400)
    expect(messages(refused)).toEqual([['contentBase64', message]])
    expect(await loaded(token)).toHaveLength(1)
  })

  it('end at the cooperative’s number and at 15 MB in total, said in the applicant’s language', async () => {
    portal.set({ ...on, serviceApplicationDocuments: 4 })
    const token = await saved()
    for (const text of ['1', '2', '3']) await attach(token, aPdf({ text }))
    const answers = await Promise.all([attach(token, aPdf({ text: '4' })), attach(token, aPdf({ text: '5' }))])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await loaded(token)).toHaveLength(4)
    expect(messages(await attach(token, aPdf({ text: '6' }), { language: 'es' }))).toEqual([
      ['contentBase64', 'Puede adjuntar hasta 4 archivos. Quite uno antes de adjuntar otro.'],
    ])
    const large = await saved()
    const files = [0, 1, 2].map((less) => aPdfOf(maxDocumentBytes - less))
    for (const file of files) expect((await attach(large, file)).statusCode).toBe(200)
    expect(messages(await attach(large, aPdf()))[0]?.[1]).toContain('All files together can be up to 15 MB.')
  })

  it('are limited to 40 a day for a link, and to the cooperative’s hourly limit for a client', async () => {
    const token = await saved()
    const broken = Buffer.from('%PDF-1.7')
    for (let time = 0; time < 40; time += 1) expect((await attach(token, broken)).statusCode).toBe(400)
    expect((await attach(token)).statusCode).toBe(429)
    expect((await attach(await saved())).statusCode).toBe(200)
    portal.set({ ...on, serviceApplicationsPerHour: 1, serviceApplicationDocuments: 1 })
    portal.clock.advance(3_600)
    const limited = await saved()
    expect((await attach(limited)).statusCode).toBe(200)
    expect((await attach(limited)).statusCode).toBe(429)
  })

  it('are limited to the cooperative’s weekly number for a client, of which repeats and refused files take none', async () => {
    portal.set({ ...on, serviceApplicationDocumentsPerWeek: 2 })
    const [token, other] = [await saved(), await saved()]
    await attach(token)
    await attach(token)
    await attach(token, Buffer.from('%PDF-1.7'))
    expect((await attach(other)).statusCode).toBe(200)
    expect((await attach(other, aPng())).statusCode).toBe(429)
    expect(await loaded(other)).toHaveLength(1)
    portal.clock.advance(7 * day - 1)
    expect((await attach(await saved(), aPng())).statusCode).toBe(429)
    portal.clock.advance(1)
    expect((await attach(await saved(), aPng())).statusCode).toBe(200)
  })

  it('end at the cooperative’s megabytes for all applications together, and nothing of the draft is lost', async () => {
    portal.set({ ...on, serviceApplicationMegabytes: 6 })
    const [token, other] = [await saved(), await saved()]
    await attach(token, aPdfOf(maxDocumentBytes))
    await submit(token)
    await attach(other, aPdf())
    const refused = await attach(other, aPdfOf(maxDocumentBytes - 1))
    expect([refused.statusCode, errorsOf(refused)[0]?.code]).toEqual([400, 'documents-full'])
    expect(errorsOf(refused)[0]?.message).toContain('Your application and the files that you added are saved.')
    expect(await loaded(other)).toHaveLength(1)
    expect(portal.logLines.join('')).toContain('have reached serviceApplicationMegabytes')
    expect((await attach(other, aPng())).statusCode).toBe(200)
  })

  it('keep the draft no longer when nothing was attached or removed, and are removed 40 times a day for a link', async () => {
    const token = await saved()
    const id = documentsOf(await attach(token))[0]?.id ?? ''
    portal.clock.advance(6 * day)
    for (const answer of [await attach(token), await remove(token, 'B'.repeat(22))])
      expect(answer.json<{ expiresAt: string }>().expiresAt).toBe('2026-11-27T15:00:00.000Z')
    expect((await remove(token, id)).json<{ expiresAt: string }>().expiresAt).toBe('2026-12-03T15:00:00.000Z')
    for (let time = 2; time < 40; time += 1) await remove(token, id)
    expect((await remove(token, id)).statusCode).toBe(429)
  })
})

describe('callers', () => {
  const tooLong = `{"x":"${'y'.repeat(7_500_000)}"}`
  const post = async (payload: string, token?: string) =>
    portal.inject({
      method: 'POST',
      url: '/api/v3/service-applications/documents',
      headers: {
        'content-type': 'application/json',
        applicationid: 'Web',
        ...(token !== undefined && bearer(token)),
      },
      payload,
    })

  it('are proved before a large body is read, and wrong links are limited', async () => {
    expect((await post(tooLong)).statusCode).toBe(401)
    const token = await saved()
    expect((await post(tooLong, token)).statusCode).toBe(413)
    await submit(token)
    expect((await post(tooLong, token)).statusCode).toBe(401)
    for (let time = 1; time < 30; time += 1) expect((await post('{}', 'A'.repeat(43))).statusCode).toBe(401)
    expect((await post('{}', 'A'.repeat(43))).statusCode).toBe(429)
  })

  it('with the link of a submitted or expired application change nothing', async () => {
    const [token, expired] = [await saved(), await saved()]
    const id = documentsOf(await attach(token))[0]?.id ?? ''
    await submit(token)
    portal.clock.advance(7 * day)
    for (const link of [token, expired])
      expect([(await attach(link)).statusCode, (await remove(link, id)).statusCode]).toEqual([401, 401])
    expect(await stored()).toHaveLength(1)
  })

  it('are refused while applications are off, and documents while the cooperative takes none [CF-03]', async () => {
    const token = await saved()
    const id = documentsOf(await attach(token))[0]?.id ?? ''
    portal.set({ ...on, serviceApplicationDocuments: 0 })
    expect((await attach(token, aPng())).statusCode).toBe(403)
    expect((await remove(token, id)).statusCode).toBe(200)
    portal.set({ ...on, ApplicationForService: false })
    expect([(await attach(token)).statusCode, (await remove(token, id)).statusCode]).toEqual([403, 403])
  })
})

describe('documents of a submitted application', () => {
  const run = async (...args: string[]) => runApplications(portal.deps, args)

  it('are named in the event, and the link shows nothing of them', async () => {
    const token = await saved()
    const documents = documentsOf(await attach(token))
    const referenceNumber = await submit(token)
    const { body } = await portal.db
      .selectFrom('outbox.event')
      .select('body')
      .where('kind', '=', 'service-application.submitted')
      .executeTakeFirstOrThrow()
    expect(body).toMatchObject({ referenceNumber, documents })
    expect((await load(token)).body).not.toContain('lease')
  })

  it('are deleted 90 days after the submission', async () => {
    const token = await saved()
    await attach(token)
    await submit(token)
    portal.clock.advance(90 * day)
    await deleteExpired(portal.deps)
    expect(await stored()).toHaveLength(1)
    portal.clock.advance(1)
    await deleteExpired(portal.deps)
    expect(await stored()).toEqual([])
    expect((await load(token)).statusCode).toBe(200)
  })

  it('documents of an application that a process of an earlier version submitted are kept for staff and deleted like others', async () => {
    const token = await saved()
    await attach(token)
    const [{ reference_number: reference } = { reference_number: '' }] = await stored()
    await portal.db
      .updateTable('portal.service_application')
      .set({ draft: null, submitted_on: '2026-11-20' as CalendarDate, expires_at: new Date('2027-12-25T15:00:00Z') })
      .where('reference_number', '=', reference)
      .execute()
    expect((await stored())[0]?.submitted_at).toBeInstanceOf(Date)
    portal.clock.advance(399 * day)
    await deleteExpired(portal.deps)
    expect(await stored()).toEqual([])
  })

  it('are saved by staff into a new folder, and deleted, each with an audit entry', async () => {
    const token = await saved()
    await attach(token)
    await attach(token, aJpeg({ orientation: 6 }), { name: 'Ausweis.jpeg' })
    const parent = mkdtempSync(join(tmpdir(), 'coopline-application-'))
    try {
      const folder = join(parent, 'documents')
      const { reference_number: draft = '' } = (await stored())[0] ?? {}
      const none = { output: `There are no documents of a submitted application ${draft}.`, exitCode: 1 }
      expect(await run('save', draft, '--to', folder, '--by', 'Dana')).toEqual(none)
      const reference = await submit(token)
      const [pdf, jpeg] = [join(folder, '1-lease.pdf'), join(folder, '2-Ausweis.jpg')]
      expect(await run('save', reference, '--to', folder, '--by', 'Dana')).toEqual({
        output: `Wrote ${pdf}\nWrote ${jpeg}`,
        exitCode: 0,
      })
      expect(readdirSync(folder)).toEqual(['1-lease.pdf', '2-Ausweis.jpg'])
      expect(readFileSync(pdf).equals(aPdf())).toBe(true)
      expect(readFileSync(jpeg).includes(gpsText)).toBe(false)
      expect([statSync(folder).mode & 0o777, statSync(pdf).mode & 0o777]).toEqual([0o700, 0o600])
      expect((await run('save', reference, '--to', folder, '--by', 'Dana')).exitCode).toBe(1)
      expect(await run('delete', reference, '--by', 'Dana')).toEqual({
        output: `Deleted 2 documents of ${reference}.`,
        exitCode: 0,
      })
      expect(await stored()).toEqual([])
      const later = join(parent, 'later')
      expect((await run('save', reference, '--to', later, '--by', 'Dana')).exitCode).toBe(1)
      expect(existsSync(later)).toBe(false)
      const audit = await portal.db
        .selectFrom('portal.audit')
        .select(['kind', 'detail'])
        .where('kind', 'like', 'staff.application-%')
        .orderBy('id')
        .execute()
      expect(audit).toMatchObject([
        { kind: 'staff.application-document-saved', detail: { by: 'Dana', referenceNumber: reference } },
        { kind: 'staff.application-document-saved', detail: { by: 'Dana', referenceNumber: reference } },
        { kind: 'staff.application-documents-deleted', detail: { by: 'Dana', deleted: 2 } },
      ])
    } finally {
      rmSync(parent, { recursive: true })
    }
  })

  it.each([
    [['save', 'A-BCDF-GHJK', '--to', 'relative', '--by', 'Dana']],
    [['save', '../A', '--to', '/tmp/x', '--by', 'Dana']],
    [['save', 'A-BCDF-GHJK', '--to', '/tmp/x']],
    [['delete', 'A-BCDF-GHJK', '--to', '/tmp/x', '--by', 'Dana']],
    [['list', 'A-BCDF-GHJK', '--by', 'Dana']],
  ])('need a whole command: %j is refused', async (args) => {
    expect((await run(...args)).exitCode).toBe(2)
  })
})
