import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeys } from '../../../platform/keys.ts'
import { runKeysCommand } from '../../../platform/stored-secrets/run-keys-command.ts'
import { bankDraft, newItem, removalOf, testBank } from './drafts.fixtures.ts'
import { electric, openDrafts, water } from '../../../testing/drafts-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { importBundle } from '../../site/integration/public.ts'
import { runEventsCommand } from '../../site/integration/run-events-command.ts'
import { openBankNumbers } from './bank-numbers.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openDrafts(portal))

describe('the bank numbers of a draft', () => {
  it('keeps the bank numbers encrypted, readable with the key and for that account alone', async () => {
    await ada.send(bankDraft())
    const [stored] = await ada.stored()
    const sealed = stored?.bank_numbers ?? new Uint8Array()
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('700310552')
    expect(openBankNumbers(portal.deps.keys, sealed, electric)).toEqual({
      routingNumber: testBank.routing_number,
      bankAccountNumber: '700310552',
    })
    expect(() => openBankNumbers(portal.deps.keys, sealed, water)).toThrow(
      'Unsupported state or unable to authenticate data',
    )
  })

  it('moves the bank numbers to a new key with the other secrets', async () => {
    await ada.send(bankDraft())
    const old = portal.deps.keys
    const roots = [9, 1].map((fill, index) => ({ kid: `k${index}`, secret: new Uint8Array(32).fill(fill) }))
    Object.assign(portal.deps, {
      keys: {
        forPurpose: (purpose) => [...createKeys(roots.slice(0, 1)).forPurpose(purpose), ...old.forPurpose(purpose)],
      } satisfies typeof old,
    })
    try {
      expect((await runKeysCommand(portal.deps, ['rewrap'])).output).toContain('Rewrapped 1 bank numbers of drafts')
      const [stored] = await ada.stored()
      const sealed = stored?.bank_numbers ?? new Uint8Array()
      expect(openBankNumbers(createKeys(roots.slice(0, 1)), sealed, electric).bankAccountNumber).toBe('700310552')
    } finally {
      Object.assign(portal.deps, { keys: old })
    }
  })

  it('writes the bank account number to no log, audit, event, message or other table [SEC-69]', async () => {
    await ada.send(bankDraft())
    await ada.send(bankDraft({ authorize: false }))
    await ada.send(bankDraft({ routingNumber: '091809004', draftAccounts: [newItem({ accountNumber: water })] }))
    expect(portal.logLines.length).toBeGreaterThan(2)
    expect(portal.logLines.join('')).not.toContain('700310552')
    for (const table of ['outbox.event', 'outbox.message', 'portal.audit', 'portal.draft'] as const)
      expect(JSON.stringify(await portal.db.selectFrom(table).selectAll().execute()), table).not.toContain('700310552')
  })

  it('deletes the bank numbers with the draft', async () => {
    await ada.send(bankDraft())
    await ada.send(removalOf(electric))
    expect(await ada.stored()).toMatchObject([{ draft_type: null, bank_numbers: null, account_ending: '' }])
  })

  it('deletes the draft when the account gets another holder, and no draft of another account', async () => {
    await ada.send(bankDraft({ draftAccounts: [newItem(), newItem({ accountNumber: water })] }))
    await portal.db.insertInto('cis.member').values({ member_number: '10002', name: 'Next Holder' }).execute()
    const move = portal.db.updateTable('cis.account').where('account_number', '=', electric)
    await move.set({ member_number: '10001' }).execute()
    expect(await ada.stored()).toHaveLength(2)
    await move.set({ member_number: '10002' }).execute()
    expect(await ada.stored()).toMatchObject([{ account_number: water }])
  })
})

describe('the hand-over to the cooperative’s system', () => {
  const listed = async (...flags: readonly string[]) => {
    const { output } = await runEventsCommand(portal.deps, ['list', ...flags])
    return output.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  it('includes the bank numbers only when asked for them, and audits each', async () => {
    await ada.send(bankDraft())
    const [plain] = await listed()
    expect(JSON.stringify(plain)).not.toContain('700310552')
    expect(await listed('--bank-numbers')).toEqual([
      { ...plain, bankAccountNumber: '700310552', routingNumber: testBank.routing_number },
    ])
    const kind = 'drafts.bank-numbers-handed-over'
    const audit = portal.db.selectFrom('portal.audit').select('account_number').where('kind', '=', kind)
    expect(await audit.execute()).toEqual([{ account_number: electric }])
  })

  it('has no bank numbers for a draft that was removed since', async () => {
    await ada.send(bankDraft())
    await ada.send(removalOf(electric))
    expect(JSON.stringify(await listed('--bank-numbers'))).not.toContain('700310552')
  })

  const importDrafts = async (...rows: readonly string[]) => {
    const directory = mkdtempSync(join(tmpdir(), 'coopline-drafts-'))
    try {
      const header = 'account_number,draft_type,draft_day,account_kind,account_ending,changes_through_event'
      writeFileSync(join(directory, 'drafts.csv'), `${[header, ...rows].join('\n')}\n`)
      return await importBundle(portal.deps, { directory })
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
  const lastEvent = async () => (await listed()).at(-1)?.['id']

  it('ends with a row that includes the event: it is shown, the event acknowledged, and the numbers stay with the draft', async () => {
    await ada.send(bankDraft())
    const summary = await importDrafts(`${electric},DAY_OF_MONTH,16,Checking,0552,${String(await lastEvent())}`)
    expect(summary.errors).toBe(0)
    expect((await ada.list())[0]?.draft).toMatchObject({ draftDay: 16 })
    expect((await runEventsCommand(portal.deps, ['list'])).output).toBe('')
    expect((await ada.stored())[0]?.bank_numbers).not.toBeNull()
  })

  it('keeps the bank numbers of a short account number when a row has all its digits', async () => {
    await ada.send(bankDraft({ bankAccountNumber: '4711' }))
    await importDrafts(`${electric},DAY_OF_MONTH,16,Checking,4711,${String(await lastEvent())}`)
    expect(await ada.stored()).toMatchObject([{ account_ending: '11', bank_numbers: expect.any(Uint8Array) }])
  })

  it('deletes the bank numbers when a row says that the draft has ended', async () => {
    await ada.send(bankDraft())
    await importDrafts(`${electric},,,,,${String(await lastEvent())}`)
    expect(await ada.stored()).toEqual([])
    expect((await ada.list())[0]?.draft).toBeNull()
  })

  it('does not return after a later row without an event ended or replaced it, and its bank numbers go', async () => {
    const none = `${electric},,,,,`
    const atAnotherBank = `${electric},END_OF_MONTH,,Checking,9999,`
    for (const [row, shown] of [
      [none, null],
      [atAnotherBank, expect.objectContaining({ draftAccountNumberMasked: '****9999' })],
    ] as const) {
      await ada.send(bankDraft())
      await importDrafts(`${electric},DAY_OF_MONTH,15,Checking,0552,${String(await lastEvent())}`)
      expect((await ada.stored())[0]?.bank_numbers).not.toBeNull()
      await importDrafts(row)
      expect(await ada.stored()).toEqual([])
      expect((await ada.list())[0]?.draft).toEqual(shown)
      const { files } = await importDrafts(row)
      expect(files.find(({ file }) => file === 'drafts.csv')).toMatchObject({ unchanged: 1, changed: 0 })
    }
  })

  it('stays after a row that includes none of its events, even when the row differs', async () => {
    await ada.send(bankDraft())
    await importDrafts(`${electric},,,,,`)
    expect(await ada.stored()).toHaveLength(1)
    expect((await ada.list())[0]?.draft).toMatchObject({ draftAccountNumberMasked: '****0552' })
  })

  it('refuses a row with a whole bank account number, and a day of the month without its day', async () => {
    const summary = await importDrafts(
      `${electric},DAY_OF_MONTH,15,Checking,700310552,`,
      `${water},DAY_OF_MONTH,,Card,1111,`,
    )
    expect(summary.errors).toBe(2)
    expect((await ada.list()).map(({ draft }) => draft)).toEqual([null, null])
  })
})
