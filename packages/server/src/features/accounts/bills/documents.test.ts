import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { bills, type BillRow } from '@coopline/contract/accounts/bills/bills.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seal } from '../../../platform/secrets/seal.ts'
import { giveToBen } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn, benSignedIn, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { traversals } from '../../../testing/traversals.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-documents-'))
const theirFile = Buffer.from('%PDF-1.4 the cooperative’s own')

const inside = join(folder, 'documents')
const portal = useTestPortal({ env: { DOCUMENTS_DIR: inside } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeAll(() => {
  writeFileSync(join(folder, 'outside.pdf'), '%PDF-1.4 secret')
  mkdirSync(join(inside, '2026'), { recursive: true })
  writeFileSync(join(inside, '2026/bill.pdf'), theirFile)
  writeFileSync(join(inside, 'page.html'), '<script>')
  symlinkSync(join(folder, 'outside.pdf'), join(inside, 'way-out.pdf'))
  symlinkSync(join(inside, '2026/bill.pdf'), join(inside, 'same-bill.pdf'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const [memberNumber, accountNumber] = ['10001', '100100101']
const timeTick = '638993664000000000'

/** Makes the three calls that open a document, with a handle. */
const opening = (who: SignedIn, handle: string, language = 'en') => {
  const call = { ...who, params: { memberNumber: who.memberNumber }, headers: { 'accept-language': language } }
  return {
    bill: async () => portal.call(bills.view, { ...call, body: { billViewUrl: handle } }),
    pdf: async () =>
      portal.call(bills.pdf, {
        ...call,
        body: { billViewUrl: handle, timeTick, statementStartDate: '2026-10-12' },
      }),
    credits: async () =>
      portal.call(accountOverview.capitalCreditPdf, { ...call, body: { viewccPdfUrl: handle, timeTick } }),
  }
}

const handleOfBill = async (billDate = '2026-11-13') =>
  documentHandle(portal.deps, { kind: 'bill', memberNumber, accountNumber, billDate })
const handleOfCredits = async () => documentHandle(portal.deps, { kind: 'capital-credit', memberNumber, accountNumber })

const giveCredits = async (document: string) =>
  portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, capital_credit_document: document })
    .execute()

test('the answer with a PDF is not compressed a second time [SEC-66]', async () => {
  await seedBill(portal.db)
  const answer = await portal.call(bills.pdf, {
    ...ada,
    params: { memberNumber: ada.memberNumber },
    headers: { 'accept-encoding': 'gzip' },
    body: { billViewUrl: await handleOfBill(), timeTick, statementStartDate: null },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
})

const missing = {
  bill: 'The billing statement is not available. Please check back soon.',
  pdf: 'Bill History File not found.',
  credits: 'Capital Credit File not found.',
} as const
const calls = ['bill', 'pdf', 'credits'] as const

/** Lists the calls that do not refuse the handle with their documented sentence alone. */
async function notRefused(who: SignedIn, handle: string): Promise<readonly string[]> {
  const open = opening(who, handle)
  const faults: string[] = []
  for (const call of calls) {
    const { requestId: _own, ...body } = (await open[call]()).json<Record<string, unknown>>()
    const expected = {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: missing[call],
      errors: [{ code: 'not-found', message: missing[call] }],
    }
    if (!isDeepStrictEqual(body, expected)) faults.push(`${call} ${handle}: ${JSON.stringify(body)}`)
  }
  return faults
}

describe('opening documents', () => {
  test('a bill’s own file is returned as base64, under a name with account and day [AC-09]', async () => {
    await seedBill(portal.db, { document: '2026/bill.pdf' })
    const { results } = (await portal.call(bills.list, { ...ada, params: { memberNumber, accountNumber } })).json<{
      results: BillRow[]
    }>()
    const response = await opening(ada, results[0]?.billViewUrl ?? '').pdf()
    expect(response.json()).toEqual({
      fileName: 'bill-100100101-2026-11-13.pdf',
      billViewUrlFileBytes: theirFile.toString('base64'),
    })
  })

  test('the capital-credit file is passed through as base64 [AC-10]', async () => {
    await giveCredits('same-bill.pdf')
    const info = await portal.call(accountOverview.info, { ...ada, params: { memberNumber, accountNumber } })
    const response = await opening(ada, info.json<{ viewccPdfUrl: string }>().viewccPdfUrl).credits()
    expect(response.json()).toEqual({
      fileName: 'capital-credits-100100101.pdf',
      ccViewUrlFileBytes: theirFile.toString('base64'),
    })
  })

  test('a missing file has the documented message, in the member’s language', async () => {
    await seedBill(portal.db, { document: 'gone.pdf' })
    await giveCredits('gone.pdf')
    const bill = await opening(ada, await handleOfBill()).pdf()
    expect(bill.json()).toMatchObject({ status: 404, errors: [{ message: 'Bill History File not found.' }] })
    const credits = await opening(ada, await handleOfCredits()).credits()
    expect(credits.json()).toMatchObject({ status: 404, errors: [{ message: 'Capital Credit File not found.' }] })
    const spanish = await opening(ada, await handleOfBill(), 'es').pdf()
    expect(spanish.json()).toMatchObject({ errors: [{ message: 'No se encontró el archivo de la factura.' }] })
  })

  test('a bill that may not be shown, or is gone, opens nothing', async () => {
    await seedBill(portal.db, { can_be_viewed: false })
    expect(await notRefused(ada, await handleOfBill())).toEqual([])
    expect(await notRefused(ada, await handleOfBill('2020-01-13'))).toEqual([])
  })
})

describe('file names', () => {
  test('a name that leads out of the folder, by dots, an absolute path or a link, is a missing file [SEC-37]', async () => {
    await seedBill(portal.db, { document: '' })
    const handle = await handleOfBill()
    for (const document of [
      '../outside.pdf',
      '2026/../../outside.pdf',
      join(folder, 'outside.pdf'),
      '/etc/passwd',
      'way-out.pdf',
      '.',
      '2026',
      'page.html',
      'file:///etc/passwd',
      'http://169.254.169.254/latest/meta-data',
      'a'.repeat(5_000),
    ]) {
      await portal.db.updateTable('cis.bill').set({ document }).execute()
      const response = await opening(ada, handle).pdf()
      expect(response.json(), document).toMatchObject({
        status: 404,
        errors: [{ message: 'Bill History File not found.' }],
      })
    }
  })
})

describe('handles', () => {
  beforeEach(async () => {
    await seedBill(portal.db)
    await giveCredits('2026/bill.pdf')
  })

  test('140 paths and addresses in place of a handle open nothing, and all are answered alike [SEC-37]', async () => {
    expect(new Set(traversals).size).toBeGreaterThanOrEqual(140)
    for (const text of traversals) expect(await notRefused(ada, text)).toEqual([])
  })

  test('another member’s handle opens nothing, and the audit keeps that it was tried [SEC-37]', async () => {
    const ben = await benSignedIn(portal)
    expect(await notRefused(ben, await handleOfBill())).toEqual([])
    expect(await notRefused(ben, await handleOfCredits())).toEqual([])
    const kept = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number'])
      .where('kind', '=', 'access.foreign-refused')
      .execute()
    expect(kept).toEqual(Array.from({ length: 6 }, () => ({ member_number: '10002', account_number: accountNumber })))
  })

  test('a handle opens nothing once the account is another member’s [SEC-37]', async () => {
    const [bill, credits] = [await handleOfBill(), await handleOfCredits()]
    await giveToBen(portal.db)
    expect(await notRefused(ada, bill)).toEqual([])
    expect(await notRefused(ada, credits)).toEqual([])
  })

  test('a handle is valid for 15 minutes [SEC-37]', async () => {
    const [bill, credits] = [await handleOfBill(), await handleOfCredits()]
    portal.clock.advance(15 * 60 - 1)
    expect((await opening(ada, bill).bill()).statusCode).toBe(200)
    expect((await opening(ada, bill).pdf()).statusCode).toBe(200)
    expect((await opening(ada, credits).credits()).statusCode).toBe(200)
    portal.clock.advance(1)
    expect(await notRefused(ada, bill)).toEqual([])
    expect(await notRefused(ada, credits)).toEqual([])
  })

  test('with any one character changed, removed or added it opens nothing [SEC-37]', async () => {
    const handle = await handleOfBill()
    const changed = Array.from(handle, (character, at) => {
      const other = character === 'A' ? 'B' : 'A'
      return handle.slice(0, at) + other + handle.slice(at + 1)
    })
    for (const text of [...changed, handle.slice(1), handle.slice(0, -1), `${handle}A`, `${handle}=`, ` ${handle}`]) {
      const response = await opening(ada, text).bill()
      expect(response.statusCode, text).toBe(404)
    }
  })

  test('a handle for one kind of document opens no other, and what was sealed for another purpose opens none [SEC-37]', async () => {
    expect((await opening(ada, await handleOfBill()).credits()).statusCode).toBe(404)
    expect((await opening(ada, await handleOfCredits()).bill()).statusCode).toBe(404)
    const value = { kind: 'bill', memberNumber, accountNumber, billDate: calendarDate('2026-11-13') }
    const later = new Date(portal.clock.now().getTime() + 60_000)
    expect(await notRefused(ada, seal(portal.deps.keys, 'second-step', value, later))).toEqual([])
    const odd = { ...value, billDate: '../../etc/passwd' }
    expect(await notRefused(ada, seal(portal.deps.keys, 'document-handle', odd, later))).toEqual([])
  })

  test('a handle reveals neither account, day nor file [SEC-37]', async () => {
    await portal.db.updateTable('cis.bill').set({ document: '2026/bill.pdf' }).execute()
    const text = (await handleOfBill())
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join('|')
    for (const secret of [accountNumber, memberNumber, '2026-11-13', 'bill.pdf']) expect(text).not.toContain(secret)
  })
})

describe('what leaves', () => {
  test('no answer holds hashes, names of files, event numbers or other things that are ours alone [SEC-36]', async () => {
    portal.set({ myMeterUrl: 'https://mymeter.example.org/', LinkedAccountsEnabled: true })
    await seedBill(portal.db, { document: '2026/bill.pdf', late_fee: cents(717_171) })
    await giveCredits('2026/bill.pdf')
    const own = { ...ada, params: { memberNumber, accountNumber } }
    const answers = [
      await portal.call(accountOverview.info, own),
      await portal.call(accountOverview.payments, own),
      await portal.call(bills.list, own),
      await portal.call(accountOverview.linked, own),
      await portal.call(accountOverview.myMeter, own),
      await opening(ada, await handleOfBill()).bill(),
      await opening(ada, await handleOfBill()).pdf(),
      await opening(ada, await handleOfCredits()).credits(),
    ]
    const { password_hash: hash, login_id: loginId } = await portal.db
      .selectFrom('portal.login')
      .select(['password_hash', 'login_id'])
      .executeTakeFirstOrThrow()
    const canaries = [hash, loginId, '2026/bill.pdf', 'bill.pdf"', folder, '717171', '7155554821', '@example.org']
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200)
      for (const canary of canaries) expect(answer.body).not.toContain(canary)
    }
  })
})
