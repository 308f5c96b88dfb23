import { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import { signIn, type Activity } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { describe, expect, it } from 'vitest'
import { adaSignedIn, adasPassword, login, type SignedIn } from '../../../testing/seed-login.ts'
import { newPassword } from '../../../testing/forgetting.ts'
import { outbox } from '../../../testing/notified.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { runMemberCommand } from './run-member-command.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))

const member = async (...args: readonly string[]) => runMemberCommand(portal.deps, args)

const seedMany = async (count: number) => {
  for (let n = 0; n < count; n += 1)
    await seedAccount(
      portal.db,
      anAccount(`20020010${n}`)
        .of({
          memberNumber: `2000${n}`,
          name: `Bo O’Brien-Smith ${n}`,
          phones: [`715555000${n}`],
          emails: [`Bo.${n}@Example.org`],
        })
        .with({ holder_name: 'Bo O’Brien-Smith', service_street: `${n} Elm St` }),
    )
}

describe('member find', () => {
  const numbersFound = async (text: string) => {
    const { value, exitCode } = await member('find', text)
    expect(exitCode).toBe(0)
    return (value as { members: { memberNumber: string }[] }).members.map((one) => one.memberNumber)
  }

  it.each([
    ['the account number', '100100101'],
    ['the member number', '10001'],
    ['the last name', 'lindqvist'],
    ['the start of both names, in any order', 'LIND ad'],
    ['the phone number', '(715) 555-4821'],
    ['the email address, in any case', 'Ada.Lindqvist@EXAMPLE.org'],
    ['the username', 'Ada.Lindqvist'],
    ['the street address', '1234 Oak'],
    ['name and city', 'lindqvist eau claire'],
  ])('finds a member by %s', async (_what, text) => {
    await seedMany(1)
    expect(await numbersFound(text)).toEqual(['10001'])
  })

  it('finds a contact that only the portal has', async () => {
    await portal.db
      .insertInto('portal.contact')
      .values([
        {
          contact_id: ada.loginId,
          member_number: '10001',
          channel: 'text',
          value: '7155559999',
          created_at: new Date(),
        },
      ])
      .execute()
    expect(await numbersFound('715-555-9999')).toEqual(['10001'])
  })

  it.each(['nobody', 'li', '%', "' or 1=1", 'lind:* | bo', '!!', '1', '7155554822'])(
    'finds no one by "%s"',
    async (text) => {
      await seedMany(1)
      expect(await numbersFound(text)).toEqual([])
    },
  )

  it('finds words within names that have punctuation', async () => {
    await seedMany(1)
    expect(await numbersFound('smith')).toEqual(['20000'])
    expect(await numbersFound('O’Brien-Smith')).toEqual(['20000'])
  })

  it('lists 20 members at most and says that there are more', async () => {
    await seedMany(10)
    await portal.database.runScript(`
      insert into cis.member (member_number, name) select 'M' || n, 'Bo Smithson' from generate_series(1, 20) as n`)
    const { output } = await member('find', 'smith')
    expect(output.split('\n').filter((line) => /^\S/u.test(line))).toHaveLength(21)
    expect(output).toContain('More members fit')
  })

  it('says who has an online account and whether it is locked', async () => {
    await seedMany(1)
    await portal.database.runScript(`update portal.login set locked_until = '2026-11-20T16:00:00Z'`)
    expect((await member('find', 'lindqvist')).output).toBe(
      '10001  Ada Lindqvist  username ada.lindqvist (locked until 2026-11-20T16:00:00.000Z)\n' +
        '  100100101  Active  1234 Oak St, Eau Claire',
    )
    expect((await member('find', 'elm')).output).toContain('no online account')
  })

  it('prints names without control characters', async () => {
    await portal.database.runScript(`update cis.member set name = 'Ada \u001b[2J Lindqvist'`)
    expect((await member('find', '10001')).output).toContain('Ada \\u001b[2J Lindqvist')
  })
})

const activities = async (halves: SignedIn) => {
  const answer = await portal.call(signIn.activity, { ...halves, params: { memberNumber: '10001' } })
  return answer.json<{ activities: Activity[] }>().activities
}

const signedInAgain = async (password = adasPassword) => {
  const response = await login(portal, { password })
  const cookie = response.cookies.find((one) => one.name === '__Host-portal_fp')
  return {
    bearer: response.json<{ accessToken: string }>().accessToken,
    cookie: `__Host-portal_fp=${cookie?.value ?? ''}`,
    memberNumber: '10001',
  }
}

describe('member unlock', () => {
  it('opens a login that wrong passwords closed, and the member sees it', async () => {
    await portal.database.runScript(
      `update portal.login set failures = 99, locked_until = '2027-01-01', disabled_at = '2026-11-20'`,
    )
    expect((await login(portal)).json()).toMatchObject({ status: 400 })
    expect(await member('unlock', '10001', '--by', 'Dana')).toEqual({
      output: 'Unlocked the online account of member 10001.',
      exitCode: 0,
    })
    const [latest, before] = await activities(await signedInAgain())
    expect(latest?.kind).toBe('sign-in.succeeded')
    expect(before).toEqual({
      kind: 'staff.unlocked',
      at: '2026-11-20T15:00:00.000Z',
      clientAddress: null,
      reason: null,
    })
    const { detail } = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'staff.unlocked')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ by: 'Dana' })
  })

  it('opens it for the browser that used up its wrong passwords, too', async () => {
    for (let attempts = 0; attempts < 6; attempts++) await login(portal, { password: 'Wrong!2026' })
    expect((await login(portal)).statusCode).toBe(400)
    portal.clock.advance(60)
    await member('unlock', '10001', '--by', 'Dana')
    expect((await login(portal)).statusCode).toBe(200)
  })

  it('changes nothing for a member without an online account', async () => {
    expect(await member('unlock', '10002', '--by', 'Dana')).toMatchObject({ exitCode: 1 })
    expect(await portal.db.selectFrom('portal.audit').selectAll().where('kind', 'like', 'staff.%').execute()).toEqual(
      [],
    )
  })
})

describe('member send-reset', () => {
  it('mails a link that sets a new password to the login alone, and the member sees it', async () => {
    await portal.database.runScript(`update portal.login set email = 'own@example.org'`)
    expect(await member('send-reset', '10001', '--by', 'Dana')).toMatchObject({ exitCode: 0 })
    const [mail, ...others] = await outbox(portal)
    expect([mail?.recipient, others]).toEqual(['own@example.org', []])
    const otc = /otc=([\w-]{43})/u.exec(mail?.text ?? '')?.[1] ?? ''
    const answer = await portal.call(credentialRecovery.reset, {
      body: { membername: 'ada.lindqvist', password: newPassword, cnfpassword: newPassword, otc },
    })
    expect(answer.json()).toMatchObject({ code: 2011 })
    expect((await activities(await signedInAgain(newPassword))).map(({ kind }) => kind)).toContain('staff.reset-sent')
  })

  it('mails no more than the cooperative allows within an hour', async () => {
    portal.set({ resetMailsPerHour: 2 })
    const codes: number[] = []
    for (let n = 0; n < 3; n += 1) codes.push((await member('send-reset', '10001', '--by', 'Dana')).exitCode)
    expect(codes).toEqual([0, 0, 1])
    expect(await outbox(portal)).toHaveLength(2)
    expect(await member('send-reset', '10002', '--by', 'Dana')).toMatchObject({ exitCode: 1 })
  })
})

describe('member sign-out', () => {
  it('ends every session and forgets every browser, and the member sees it', async () => {
    const other = await signedInAgain()
    expect(await member('sign-out', '10001', '--by', 'Dana')).toMatchObject({ exitCode: 0 })
    for (const halves of [ada, other])
      expect((await portal.call(signIn.session, { ...halves, params: { memberNumber: '10001' } })).statusCode).toBe(401)
    expect(await portal.db.selectFrom('portal.known_device').selectAll().execute()).toEqual([])
    expect((await activities(await signedInAgain())).map(({ kind }) => kind)).toContain('staff.signed-out')
  })
})

it.each([
  [[]],
  [['lock', '10001']],
  [['find']],
  [['find', 'x'.repeat(101)]],
  [['unlock', '10001']],
  [['unlock', '--by', 'Dana']],
  [['unlock', '10001', '10002', '--by', 'Dana']],
  [['sign-out', '10001', '--by', ' ']],
  [['sign-out', '10001', '--by', 'x'.repeat(81)]],
  [['unlock', '10001', '--by', 'Dana', '--force']],
])('member %j is refused as wrong usage', async (args) => {
  expect(await member(...args)).toMatchObject({ exitCode: 2, output: expect.stringMatching(/^member: /u) })
})
