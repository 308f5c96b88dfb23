import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Delinquent,
  delinquentHistory,
} from '@coopline/contract/accounts/delinquent-history/delinquent-history.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Schema } from '../../../platform/db/schema.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn, benSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { traversals } from '../../../testing/traversals.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-notices-'))
const notice = Buffer.from('%PDF-1.4 a notice')

const portal = useTestPortal({ env: { DOCUMENTS_DIR: folder } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeAll(async () => {
  writeFileSync(join(folder, 'notice-1.pdf'), notice)
})
afterAll(() => rmSync(folder, { recursive: true }))

const [memberNumber, accountNumber] = ['10001', '100100101']
const timeTick = '638993664000000000'
const billDate = calendarDate('2026-11-13')
const fileMissing = 'Delinquent File not found.'

const seedLate = async (row: Partial<Insertable<Schema['cis.delinquent']>> = {}) =>
  portal.db
    .insertInto('cis.delinquent')
    .values({
      account_number: accountNumber,
      bill_date: billDate,
      past_due: cents(15_790),
      late_fee: cents(237),
      cutoff_date: calendarDate('2026-12-20'),
      processed_on: calendarDate('2026-12-05'),
      ...row,
    })
    .execute()

const list = async (who: SignedIn = ada, account = accountNumber) =>
  portal.call(delinquentHistory.list, { ...who, params: { memberNumber: who.memberNumber, accountNumber: account } })

const rows = async (): Promise<readonly Delinquent[]> => (await list()).json<{ results: Delinquent[] }>().results

const open = async (handle: string, who: SignedIn = ada, language = 'en') =>
  portal.call(delinquentHistory.pdf, {
    ...who,
    params: { memberNumber: who.memberNumber },
    headers: { 'accept-language': language },
    body: { delinquentViewUrl: handle, timeTick, delinquentProcessedDate: '2026-12-05' },
  })

const handle = () => documentHandle(portal.deps, { kind: 'delinquent', memberNumber, accountNumber, billDate })
const refusal = async (text: string, who: SignedIn = ada) => {
  const { requestId: _own, ...body } = (await open(text, who)).json<Record<string, unknown>>()
  return body
}
const notFound = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  detail: fileMissing,
  errors: [{ code: 'not-found', message: fileMissing }],
}

describe('late bills', () => {
  test('late bills are returned newest first with overdue amount, fee, cutoff date and day of the notice [DU-18, AS-24]', async () => {
    await seedLate()
    await seedLate({ bill_date: calendarDate('2025-03-13'), late_fee: cents(0), cutoff_date: null })
    expect((await rows()).map(({ delinquentViewUrl: _handle, ...row }) => row)).toEqual([
      {
        billDate: '2026-11-13',
        pastDue: 15_790,
        lateFee: 237,
        cutoffDate: '2026-12-20',
        delinquentProcessedDate: '2026-12-05',
      },
      {
        billDate: '2025-03-13',
        pastDue: 15_790,
        lateFee: 0,
        cutoffDate: null,
        delinquentProcessedDate: '2026-12-05',
      },
    ])
  })

  test('one of which there is nothing to show has no view URL [DH-11]', async () => {
    await seedLate({ can_be_viewed: false })
    await seedLate({ bill_date: calendarDate('2025-03-13'), document: 'http://169.254.169.254/notice.pdf' })
    expect((await rows()).map((row) => row.delinquentViewUrl)).toEqual(['', ''])
  })

  test('another member’s account is answered like one that does not exist [SEC-33]', async () => {
    await seedAccount(portal.db, bensAccount)
    expect([(await list(ada, '100200101')).statusCode, (await list(ada, '999999999')).statusCode]).toEqual([404, 404])
  })
})

describe('the document of a late bill', () => {
  test('the document of a late bill is opened by the view URL of its row, the time in ticks and the day of the notice [DH-20, DU-19, AS-25]', async () => {
    await seedLate({ document: 'notice-1.pdf' })
    const [row] = await rows()
    expect((await open(row?.delinquentViewUrl ?? '')).json()).toEqual({
      fileName: 'delinquent-100100101-2026-11-13.pdf',
      delinquentViewUrlFileBytes: notice.toString('base64'),
    })
  })

  test('where the cooperative has none of its own it is the bill of that day', async ({ skip }) => {
    skip(spawnSync('pdftotext', ['-v']).error !== undefined, 'pdftotext (poppler-utils) is not installed')
    await seedBill(portal.db)
    await seedLate()
    const { delinquentViewUrlFileBytes: base64 } = (await open(handle())).json<{ delinquentViewUrlFileBytes: string }>()
    const text = execFileSync('pdftotext', ['-', '-'], { input: Buffer.from(base64, 'base64') }).toString('utf8')
    expect(text).toContain('Amount due: $142.37')
  })

  test('a document may be named by an address with the configured beginning, and by no other [DH-20, ST-48]', async () => {
    portal.set({ delinquentViewUrl: 'https://notices.example.org/' })
    await seedLate({ document: 'https://notices.example.org/notice-1.pdf' })
    expect((await open(handle())).json()).toMatchObject({ delinquentViewUrlFileBytes: notice.toString('base64') })
    for (const document of [
      'https://elsewhere.example.org/notice-1.pdf',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'https://notices.example.org/../../etc/passwd',
      'https://notices.example.org/',
      '../../etc/passwd',
    ]) {
      await portal.db.updateTable('cis.delinquent').set({ document }).execute()
      expect(await refusal(handle()), document).toEqual(notFound)
    }
  })

  test('a missing document has the documented message, in the member’s language [DH-24]', async () => {
    await seedLate({ document: 'gone.pdf' })
    expect(await refusal(handle())).toEqual(notFound)
    expect((await open(handle(), ada, 'es')).json()).toMatchObject({
      errors: [{ message: 'No se encontró el archivo del aviso de pago atrasado.' }],
    })
    // The cooperative sent no document, and there is no bill of that day.
    await portal.db.updateTable('cis.delinquent').set({ document: '' }).execute()
    expect(await refusal(handle())).toEqual(notFound)
  })
})

describe('view URLs', () => {
  test('paths, addresses and other members’ handles open nothing, and all are answered alike [DH-20, SEC-37]', async () => {
    await seedLate({ document: 'notice-1.pdf' })
    for (const text of traversals) expect(await refusal(text)).toEqual(notFound)
    const ben = await benSignedIn(portal)
    expect(await refusal(handle(), ben)).toEqual(notFound)
    const kept = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number'])
      .where('kind', '=', 'access.foreign-refused')
      .execute()
    expect(kept).toEqual([{ member_number: '10002', account_number: accountNumber }])
  })

  test('a view URL is valid for 15 minutes, and only for its own kind of document [SEC-37]', async () => {
    await seedBill(portal.db)
    await seedLate({ document: 'notice-1.pdf' })
    const early = handle()
    const ofBill = documentHandle(portal.deps, { kind: 'bill', memberNumber, accountNumber, billDate })
    expect(await refusal(ofBill)).toEqual(notFound)
    portal.clock.advance(15 * 60 - 1)
    expect((await open(early)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect(await refusal(early)).toEqual(notFound)
  })

  test('a view URL opens nothing once the account is another member’s [SEC-37]', async () => {
    await seedLate({ document: 'notice-1.pdf' })
    const early = handle()
    await giveToBen(portal.db)
    expect(await refusal(early)).toEqual(notFound)
  })
})
