import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { describe, expect, it } from 'vitest'
import { electric, openDrafts } from '../../../testing/drafts-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { bankDraft, initiation, removalOf, testBank } from './drafts.fixtures.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openDrafts(portal))

const inEnglish = 'I authorize the cooperative to draft the amounts due on these accounts from this bank account.'
const inSpanish =
  'Autorizo a la cooperativa a debitar de esta cuenta bancaria los montos que se deban en estas cuentas.'
const audited = async (kind: string) =>
  (await portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ detail }) => detail as Record<string, unknown>,
  )
const subjects = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).map((row) => row.subject)

describe('bank draft data', () => {
  it('stand nowhere in the database in the clear, and the member is shown the last four digits [SEC-50]', async () => {
    await ada.send(bankDraft())
    const tables = await portal.database.runScript(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('portal', 'cis', 'outbox', 'pay', 'job')`)
    expect(tables.length).toBeGreaterThan(60)
    const [number, routing] = ['700310552', testBank.routing_number]
    const inHex = (text: string) => Buffer.from(text).toString('hex')
    for (const { name } of tables) {
      const rows = JSON.stringify(await portal.database.runScript(`select t::text as row from ${String(name)} as t`))
      // The public directory of banks has the routing number.
      const secrets = [number, inHex(number), ...(name === 'portal.financial_institution' ? [] : [routing])]
      expect(
        secrets.filter((secret) => rows.includes(secret)),
        String(name),
      ).toEqual([])
    }
    expect(JSON.stringify(await ada.list())).toContain('"draftAccountNumberMasked":"****0552"')
    expect(JSON.stringify(await ada.list())).not.toContain('70031')
  })

  it('are refused with a wrong check digit, and without a fresh proof of identity [SEC-50]', async () => {
    expect(await ada.saidTo(bankDraft({ routingNumber: '091809004' }))).toEqual(['Please enter valid routing number.'])
    portal.clock.advance(601)
    const unproven = await ada.send(bankDraft())
    expect([unproven.statusCode, unproven.body.includes('step-up-required')]).toEqual([403, true])
    expect(await ada.stored()).toEqual([])
  })

  it('keep the words that the member agreed to with the time, in their language, for as long as the draft and its audit [SEC-50]', async () => {
    const first = portal.clock.now()
    await ada.send(bankDraft())
    expect(await ada.stored()).toMatchObject([{ authorized_text: inEnglish, authorized_at: first }])
    const kept = { authorization: inEnglish, authorizedAt: first.toISOString() }
    expect(await audited('drafts.set-up')).toMatchObject([kept])
    portal.clock.advance(60)
    await ada.send(removalOf(electric))
    expect(await audited('drafts.removed')).toMatchObject([kept])
    expect(await ada.stored()).toMatchObject([{ authorized_text: null, authorized_at: null }])
    await ada.send(bankDraft(), { 'accept-language': 'es' })
    expect(await ada.stored()).toMatchObject([{ authorized_text: inSpanish, authorized_at: portal.clock.now() }])
  })

  it('leave the words in the audit when the draft ends with the holder of the account [SEC-50]', async () => {
    await ada.send(bankDraft())
    await portal.db.insertInto('cis.member').values({ member_number: '10002', name: 'Next Holder' }).execute()
    await portal.db
      .updateTable('cis.account')
      .set({ member_number: '10002' })
      .where('account_number', '=', electric)
      .execute()
    expect(await ada.stored()).toEqual([])
    expect(await audited('drafts.ended')).toMatchObject([{ authorization: inEnglish }])
  })

  it('keep the words for a draft that the provider stores, from before the member left [SEC-50]', async () => {
    portal.set({ ...payingSettings, bankDraftByFile: false })
    const params = { ...ada.own.params, accountNumber: electric }
    await portal.call(drafts.initiate, { ...ada.own, params, body: initiation({ draftOption: 'BANK' }) })
    const requests = portal.db.selectFrom('portal.draft_request').select(['authorized_text', 'requested_at'])
    expect(await requests.execute()).toEqual([
      {
        authorized_text: `${inEnglish.replace('this bank account', 'the bank account I enter next')} A convenience fee of $0.50 is added to each payment.`,
        requested_at: portal.clock.now(),
      },
    ])
  })

  it('are mailed about when they are added and removed [SEC-50]', async () => {
    portal.set({ Notifications: false })
    await portal.db.updateTable('cis.email').set({ address: 'ada@file.example' }).execute()
    await ada.send(bankDraft())
    await ada.send(removalOf(electric))
    expect(await subjects()).toEqual(['Your draft payment is set up', 'Your draft payment was removed'])
  })
})

it('a bank account that is used for the first time is checked by a prenote before money moves [SEC-50]', async () => {
  await portal.reset()
  const runs = await openRuns(portal)
  portal.set({ achPrenotes: true })
  await runs.runOn('2026-12-11')
  await runs.exported()
  expect(await runs.items()).toMatchObject([{ kind: 'prenote', amount: 0, state: 'booked' }])
  expect(await runs.payments()).toEqual([])
  // Three banking days after the prenote settled.
  await runs.runOn('2026-12-17')
  expect(await runs.payments()).toMatchObject([{ amount: 14_237 }])
})
