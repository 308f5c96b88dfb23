import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { encodedReturn } from '../../../testing/provider-double.ts'
import {
  askToPay,
  errorsOf,
  pay,
  payingSettings,
  type QuickPayer,
  tryToVerify,
  verified,
} from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

type Halves = Pick<QuickPayer, 'bearer' | 'cookie'>

const settingsStatus = async (halves: Partial<Halves>) =>
  (
    await portal.call(quickPay.settings, {
      params: { memberNumber: '10001' },
      query: { applicationId: 'Web' },
      ...halves,
    })
  ).statusCode

const auditKinds = async () =>
  (await portal.db.selectFrom('portal.audit').select('kind').orderBy('id').execute()).map((row) => row.kind)

test('the token is valid for 15 minutes and not a second longer [QP-34]', async () => {
  const payer = await verified(portal)
  portal.clock.advance(14 * 60 + 59)
  expect(await settingsStatus(payer)).toBe(200)
  portal.clock.advance(1)
  expect(await settingsStatus(payer)).toBe(401)
})

test('the setting quickPayTokenMinutes is the lifetime of the token', async () => {
  portal.set({ quickPayTokenMinutes: 2 })
  const payer = await verified(portal)
  portal.clock.advance(119)
  expect(await settingsStatus(payer)).toBe(200)
  portal.clock.advance(1)
  expect(await settingsStatus(payer)).toBe(401)
})

test('the cookie half is set with every protection a cookie can have [SEC-24]', async () => {
  const [header = ''] = [(await tryToVerify(portal)).headers['set-cookie'] ?? ''].flat()
  const [pair = '', ...attributes] = header.split('; ')
  expect(pair).toMatch(/^__Host-portal_qp=[A-Za-z0-9_-]{43}$/u)
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'])
  expect(header.length).toBeLessThan(4096)
})

test('only hashes of the two halves are kept', async () => {
  const payer = await verified(portal)
  const rows = await portal.db.selectFrom('portal.quick_pay_grant').selectAll().execute()
  const kept = JSON.stringify(rows.map((row) => [row, Buffer.from(row.token_hash).toString('utf8')]))
  expect(kept).not.toContain(payer.bearer)
  expect(kept).not.toContain(payer.cookie.split('=')[1])
})

test('a token without its cookie is refused, ends the grant and is written down', async () => {
  const payer = await verified(portal)
  expect(await settingsStatus({ bearer: payer.bearer })).toBe(401)
  expect(await settingsStatus(payer)).toBe(401)
  expect(await auditKinds()).toEqual(['quick-pay.verified', 'quick-pay.grant-revoked'])
})

test('a token with the cookie of another grant is refused and ends its own grant only', async () => {
  const [one, two] = [await verified(portal), await verified(portal)]
  expect(await settingsStatus({ bearer: one.bearer, cookie: two.cookie })).toBe(401)
  expect(await settingsStatus(one)).toBe(401)
  expect(await settingsStatus(two)).toBe(200)
})

test('settings, payment and status of Quick Pay need a grant, and nothing is paid without one [AP-07, AP-13, SEC-40]', async () => {
  const payer = await verified(portal)
  const nobody = { ...payer, bearer: 'x'.repeat(43), cookie: '' }
  expect(await settingsStatus({})).toBe(401)
  expect((await askToPay(portal, nobody, 100)).statusCode).toBe(401)
  const status = await portal.call(quickPay.status, { query: { encryptedPayload: encodedReturn('T1') } })
  expect(status.statusCode).toBe(401)
  expect(await portal.db.selectFrom('pay.payment').select('trans_no').execute()).toEqual([])
})

describe('encryptedAccount', () => {
  const refusal = async (payer: QuickPayer, encryptedAccount: string) => {
    const response = await askToPay(portal, payer, 100, { encryptedAccount })
    return { status: response.statusCode, errors: errorsOf(response) }
  }

  test('every defect has one and the same answer: changed, cut, foreign, of another grant, of another purpose, expired [SEC-38]', async () => {
    const [payer, again] = [await verified(portal), await verified(portal)]
    const good = payer.verification.encryptedAccount
    const parts = good.split('.')
    const otherPurpose = { typ: 'coopline-other', alg: 'dir', enc: 'A256GCM', kid: 'test' }
    const defects = [
      good.slice(0, -1),
      good.slice(1),
      `${good}A`,
      `${good}.`,
      'x',
      again.verification.encryptedAccount,
      encodedReturn('T1'),
      payer.bearer,
      [Buffer.from(JSON.stringify(otherPurpose)).toString('base64url'), ...parts.slice(1)].join('.'),
      [Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url'), ...parts.slice(1)].join('.'),
    ]
    const expected = {
      status: 400,
      errors: [
        {
          code: 'not-valid',
          field: 'encryptedAccount',
          message: 'Something you entered is not valid. Check it and try again. (encryptedAccount)',
        },
      ],
    }
    for (const defect of defects) expect([defect, await refusal(payer, defect)]).toEqual([defect, expected])
    expect(await refusal(payer, '')).toEqual(expected)
    await pay(portal, payer, 100)
  })
})

describe('with the feature off', () => {
  const disabled = 'Service unavailable, please contact administrator.'

  test('every call of Quick Pay is refused with the documented sentence [QP-06, CF-02, SEC-35]', async () => {
    const payer = await verified(portal)
    portal.set({ QuickPay: false })
    const query = { encryptedPayload: encodedReturn('T1') }
    const answers = [
      await tryToVerify(portal),
      await portal.call(quickPay.settings, {
        params: { memberNumber: '10001' },
        query: { applicationId: 'Web' },
        bearer: payer.bearer,
        cookie: payer.cookie,
      }),
      await askToPay(portal, payer, 100),
      await portal.call(quickPay.status, { query, bearer: payer.bearer, cookie: payer.cookie }),
      await portal.call(quickPay.status, { query }),
    ]
    for (const answer of answers) expect([answer.statusCode, errorsOf(answer)[0]?.message]).toEqual([403, disabled])
  })

  test('a Spanish-speaking visitor reads it in Spanish', async () => {
    portal.set({ QuickPay: false })
    const answer = await tryToVerify(portal, { headers: { 'accept-language': 'es-US,es;q=0.9' } })
    expect(errorsOf(answer)[0]?.message).toBe('Servicio no disponible. Comuníquese con el administrador.')
  })
})
