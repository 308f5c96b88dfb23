import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { describe, expect, it } from 'vitest'
import { createEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { seedSession } from '../../../testing/seed-login.ts'
import { seedPortalOnce } from '../../../testing/seed-once.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runMemberCommand } from './run-member-command.ts'
import type { MemberView } from './view-member.ts'

const portal = useTestPortal()

const member = async (...args: readonly string[]) => runMemberCommand(portal.deps, [...args, '--by', 'Dana'])

/** Calls every endpoint as Ada does. */
const useEverything = seedPortalOnce(portal, async () => {
  const fixtures = await createEndpointFixtures(portal)
  for (const { endpoint, send } of fixtures) if (endpoint.auth !== 'staff') await send()
})

async function shown(memberNumber = '10001'): Promise<MemberView> {
  const { output, exitCode } = await member('show', memberNumber)
  expect(exitCode, output).toBe(0)
  return JSON.parse(output) as MemberView
}

const staffEntries = async () =>
  portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'member_number', 'detail'])
    .where('kind', 'like', 'staff.%')
    .orderBy('id')
    .execute()

describe('member show', () => {
  it('shows accounts, login, sessions, apps and activity, and the member sees that staff looked', async () => {
    await useEverything()
    const view = await shown()
    expect(view).toMatchObject({ memberNumber: '10001', name: 'Ada Lindqvist', phones: ['7155554821'] })
    expect(view.accounts).toContainEqual(
      expect.objectContaining({ accountNumber: '100100101', balance: 14_237, address: '1234 Oak St, Eau Claire' }),
    )
    expect(view.login).toMatchObject({ isClosed: false, hasApp: expect.any(Boolean) as boolean })
    for (const list of [view.login?.passkeys, view.login?.sessions, view.connections, view.people])
      expect(list).not.toEqual([])
    expect(view.activity[0]).toEqual({
      kind: 'staff.viewed',
      at: '2026-11-20T15:00:00.000Z',
      clientAddress: null,
      reason: null,
    })
    expect(await staffEntries()).toEqual([{ kind: 'staff.viewed', member_number: '10001', detail: { by: 'Dana' } }])
  })

  it('shows the moves, reports and bookings of a payment in order', async () => {
    await useEverything()
    const confirmed = (await shown()).payments.filter(({ state }) => state === 'confirmed')
    expect(confirmed).not.toEqual([])
    for (const { moves, ledger, amount, fee } of confirmed) {
      expect(moves.at(-1)).toMatchObject({ to: 'confirmed' })
      expect(moves.slice(1).map(({ from }) => from)).toEqual(moves.slice(0, -1).map(({ to }) => to))
      expect(ledger.reduce((sum, line) => sum + line.amount, 0)).toBe(0)
      expect(ledger.map((line) => line.amount)).toContain(amount + (fee ?? 0))
    }
    const reported = (await portal.db.selectFrom('pay.posting').select('trans_no').execute()).map((one) => one.trans_no)
    expect(confirmed.some((one) => reported.includes(one.transNo) && one.reports.length > 0)).toBe(true)
  })

  it('shows no secret', async () => {
    await useEverything()
    const { output } = await member('show', '10001')
    const secrets = await portal.database.runScript(`
      select password_hash as secret from portal.login union all select encode(token_hash, 'hex') from portal.session
      union all select encode(token_hash, 'hex') from portal.connected_grant where token_hash is not null`)
    for (const { secret } of secrets) expect(output).not.toContain(String(secret))
    expect(output).not.toMatch(/hash|token_|public_?key|secret/iu)
  })

  it('refuses an unknown member and writes no entry', async () => {
    expect(await member('show', '10077')).toEqual({ output: 'There is no member 10077.', exitCode: 1 })
    expect(await staffEntries()).toEqual([])
  })
})

describe('member remove-passkey', () => {
  it('removes one passkey, mails the member and is seen by them', async () => {
    await useEverything()
    const [first, ...others] = (await shown()).login?.passkeys ?? []
    expect(await member('remove-passkey', '10001', `--id=${first?.id ?? ''}`)).toMatchObject({ exitCode: 0 })
    const view = await shown()
    expect(view.login?.passkeys).toEqual(others)
    expect(view.activity[1]?.kind).toBe('staff.passkey-removed')
    const mails = await portal.db.selectFrom('outbox.message').select(['dedupe_key', 'recipient']).execute()
    const removal = mails.filter((one) => one.dedupe_key.startsWith(`passkey-removed:${view.login?.loginId ?? '-'}`))
    expect(removal.at(-1)?.recipient).toBe(view.login?.email)
  })

  it('refuses a passkey of another member', async () => {
    await useEverything()
    const [first] = (await shown()).login?.passkeys ?? []
    expect(await member('remove-passkey', '10019', `--id=${first?.id ?? ''}`)).toMatchObject({ exitCode: 1 })
    expect((await shown()).login?.passkeys[0]).toEqual(first)
    expect((await staffEntries()).filter(({ kind }) => kind !== 'staff.viewed')).toEqual([])
  })
})

describe('member end-connection', () => {
  it('ends one connection, which the member sees as ended by staff', async () => {
    await useEverything()
    const view = await shown()
    const open = view.connections.filter(({ isOver }) => !isOver)
    expect(open.length).toBeGreaterThan(1)
    const id = open[0]?.id ?? ''
    expect(await member('end-connection', '10019', `--id=${id}`)).toMatchObject({ exitCode: 1 })
    expect(await member('end-connection', '10001', `--id=${id}`)).toMatchObject({ exitCode: 0 })
    expect(await member('end-connection', '10001', `--id=${id}`)).toMatchObject({ exitCode: 1 })
    const halves = await seedSession(portal, view.login?.loginId ?? '')
    const answer = await portal.call(connectedApps.list, { ...halves, params: { memberNumber: '10001' } })
    const { connections } = answer.json<{ connections: MemberView['connections'] }>()
    const ended = connections.filter(({ endReason }) => endReason === 'staff')
    expect(ended).toEqual([expect.objectContaining({ id, isOver: true })])
    expect(connections.filter(({ isOver }) => !isOver)).toHaveLength(open.length - 1)
    const records = await portal.db.selectFrom('portal.oauth_record').selectAll().where('grant_id', '=', id).execute()
    expect(records).toEqual([])
    expect((await staffEntries()).map(({ kind }) => kind)).toEqual(['staff.viewed', 'staff.connection-ended'])
  })
})

describe('member end-access', () => {
  it('ends what a person may see, once', async () => {
    await useEverything()
    const open = (await shown()).people.filter(({ state }) => state !== 'over')
    const id = open[0]?.id ?? ''
    expect(await member('end-access', '10019', `--id=${id}`)).toMatchObject({ exitCode: 1 })
    expect(await member('end-access', '10001', `--id=${id}`)).toMatchObject({ exitCode: 0 })
    expect(await member('end-access', '10001', `--id=${id}`)).toMatchObject({ exitCode: 1 })
    expect((await shown()).people.find((one) => one.id === id)).toMatchObject({ state: 'over', endReason: 'staff' })
  })
})

it.each([
  [['remove-passkey', '10001']],
  [['end-connection', '10001', '--id=']],
  [['show']],
  [['show', '10001', '--id=1']],
])('member %j is refused as wrong usage', async (args) => {
  expect(await member(...args)).toMatchObject({ exitCode: 2 })
})
