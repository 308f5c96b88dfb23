import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { startSandbox } from '@coopline/provider-sandbox/start-sandbox'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { enterOnPage } from '../../demo/create-demo-methods.ts'
import { lookUpMethodRequest, requestMethod } from '../features/paying/payments/public.ts'
import type { Purpose } from '../platform/keys.ts'
import { startTestPortal, type TestPortal, type TestPortalOptions, testSigningKey } from './test-portal.ts'

/** Numbers of the sandbox, by what happens to them. */
export const testCards = {
  approved: '4111111111111111',
  declined: '4000000000000002',
  lostPostback: '4000000000000341',
  wrongBrand: '4000000000000382',
} as const

export interface PortalWithSandbox {
  readonly portal: TestPortal
  readonly origin: string
  /** Makes the provider misbehave (`down`, `lost-answer`, `nonsense`, `slow`), or end it with `ok`. */
  readonly setMode: (mode: string) => Promise<void>
  /** Lets a member store a card on the provider's page. @returns the id of the method. */
  readonly storeCard: (memberNumber: string, card?: CardInTest) => Promise<string>
  /** Fetches the number of charges of a transaction number at the provider: `0` or `1`. */
  readonly chargesOf: (transNo: string) => Promise<string>
  readonly close: () => Promise<void>
}

export interface CardInTest {
  readonly number?: string
  readonly expiry?: string
}

/** A portal with the real sandbox behind it, whose postbacks are all lost: the portal must ask. */
export async function startPortalWithSandbox(options: TestPortalOptions = {}): Promise<PortalWithSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-sandbox-'))
  const started: { portal?: TestPortal } = {}
  const sandbox = await startSandbox({
    dataDir,
    signingKeys: `${testSigningKey.kid}:${Buffer.from(testSigningKey.secret).toString('base64')}`,
    postbackUrl: 'http://127.0.0.1:9/none',
    now: () => started.portal?.clock.now().getTime() ?? Date.now(),
    slowMs: 20,
  })
  const portal = await startTestPortal({ ...options, env: { PROVIDER_URL: sandbox.origin, ...options.env } })
  started.portal = portal
  return {
    portal,
    origin: sandbox.origin,
    setMode: async (mode) => {
      const answer = await fetch(`${sandbox.origin}/api/mode`, {
        method: 'POST',
        headers: { authorization: signed(portal, 'POST', '/api/mode'), 'content-type': 'application/json' },
        body: JSON.stringify({ mode }),
      })
      if (answer.status !== 200) throw new Error(`No mode ${mode}`)
    },
    storeCard: async (memberNumber, card) => {
      const back = await enterCard(portal, memberNumber, card)
      const { methodId } = await lookUpMethodRequest(portal.deps, memberNumber, back)
      if (methodId === null) throw new Error('Nothing was stored')
      return methodId
    },
    chargesOf: async (transNo) => {
      const path = `/api/payments/${transNo}`
      const answer = await fetch(sandbox.origin + path, { headers: { authorization: signed(portal, 'GET', path) } })
      return answer.status === 404 ? 'unknown' : ((await answer.json()) as { status: string }).status
    },
    close: async () => {
      await portal.close()
      await sandbox.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** A portal with the sandbox for the tests of a file, which answers again before each. Empty until then, as `useTestPortal`. */
export function usePortalWithSandbox(options: TestPortalOptions = {}): PortalWithSandbox {
  const running = { portal: {} as TestPortal } as PortalWithSandbox
  beforeAll(async () => {
    const { portal, ...sandbox } = await startPortalWithSandbox(options)
    Object.assign(running.portal, portal)
    Object.assign(running, sandbox)
  })
  beforeEach(async () => {
    await running.portal.reset()
    // The provider remembers the previous test: a charge of the same account and day must differ from it.
    const { keys } = running.portal.deps
    const secret = randomBytes(32)
    const forPurpose = keys.forPurpose.bind(keys)
    Object.assign(keys, {
      forPurpose: (purpose: Purpose) => (purpose === 'trans-no' ? [{ kid: 'test', secret }] : forPurpose(purpose)),
    })
    await running.setMode('ok')
  })
  afterAll(async () => running.close())
  return running
}

/** Enters a card on the provider's page. @returns `encodedParam` of the return address. */
export async function enterCard(portal: TestPortal, memberNumber: string, card?: CardInTest): Promise<string> {
  const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc', 'echeck'], language: 'en' } as const
  const { paymentRequisitionSettings, configuration } = await requestMethod(portal.deps, { ...page, memberNumber })
  const back = await submitCard(paymentRequisitionSettings.actionUrl, configuration.fields, card)
  return new URL(back).searchParams.get('encodedParam') ?? ''
}

/** Posts a form that asks to store a method, and enters a card on the page behind it. @returns the return address. */
export async function submitCard(
  actionUrl: string,
  fields: readonly { readonly name: string; readonly value: string }[],
  { number = testCards.approved, expiry = '12/30' }: CardInTest = {},
): Promise<string> {
  const form = { paymentRequisitionSettings: { actionUrl }, configuration: { fields: [...fields] } }
  return enterOnPage(form, {
    method: 'cc',
    cardNumber: number,
    cardName: 'Ada Lindqvist',
    cardExpiry: expiry,
    cardCvc: '123',
    cardZip: '54701',
  })
}

function signed(portal: TestPortal, method: string, path: string): string {
  const seconds = Math.floor(portal.clock.now().getTime() / 1000)
  const signature = createHmac('sha256', testSigningKey.secret).update(`${method}\n${path}\n${seconds}`)
  return `Coopline-HMAC ${testSigningKey.kid}:${seconds}:${signature.digest('base64url')}`
}

/** Opens the provider's page of a payment and does not pay. */
export async function openForm({ paymentRequisitionSettings, configuration }: Requisition): Promise<void> {
  const body = new URLSearchParams(configuration.fields.map(({ name, value }): [string, string] => [name, value]))
  await (await fetch(paymentRequisitionSettings.actionUrl, { method: 'POST', body })).text()
}
