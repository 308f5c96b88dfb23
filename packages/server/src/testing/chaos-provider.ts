import type { RunningStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import { lookUpMethodRequest, requestMethod } from '../features/paying/payments/public.ts'
import { type CardInTest, startPortalWithSandbox } from './sandbox-in-test.ts'
import { cardFields, enterAtStripe, startSilentDouble, stripeEnvironment, visa } from './stripe-in-test.ts'
import { startTestPortal, type TestPortal, type TestPortalOptions } from './test-portal.ts'

/** The behavior of the provider, one after the other. */
export const providerModes = ['ok', 'slow', 'down', 'ok', 'nonsense', 'lost-answer'] as const
type ProviderMode = (typeof providerModes)[number]

/** A portal and a provider whose postbacks are all lost: the portal must ask. */
export interface PortalWithProvider {
  readonly portal: TestPortal
  /** The environment of other processes at the same provider. */
  readonly env: Readonly<Record<string, string>>
  readonly setMode: (mode: ProviderMode) => Promise<void>
  /** Lets a member store a card on the provider's page. @returns the id of the method. */
  readonly storeCard: (memberNumber: string, card?: Pick<CardInTest, 'expiry'>) => Promise<string>
  readonly close: () => Promise<void>
}

/** True when the chaos suites have Stripe's double on the other side (`CHAOS_PROVIDER=stripe`), and not the hosted form. */
export const usesStripe = process.env['CHAOS_PROVIDER'] === 'stripe'

/** Starts a portal with the provider that `CHAOS_PROVIDER` names. */
export const startPortalWithProvider = async (options: TestPortalOptions): Promise<PortalWithProvider> =>
  usesStripe ? startPortalWithStripe(options) : startPortalWithForm(options)

async function startPortalWithForm(options: TestPortalOptions): Promise<PortalWithProvider> {
  const sandbox = await startPortalWithSandbox(options)
  return { ...sandbox, env: { PROVIDER_URL: sandbox.origin } }
}

const faults = {
  slow: { kind: 'status', status: 429 },
  down: { kind: 'status', status: 503 },
  nonsense: { kind: 'nonsense' },
  'lost-answer': { kind: 'lost-answer' },
} as const satisfies Record<Exclude<ProviderMode, 'ok'>, Parameters<RunningStripeDouble['faults']['set']>[0]>

async function startPortalWithStripe(options: TestPortalOptions): Promise<PortalWithProvider> {
  const started: { portal?: TestPortal } = {}
  const double = await startSilentDouble(() => started.portal?.clock.now() ?? new Date())
  const env = stripeEnvironment(double)
  const portal = await startTestPortal({ ...options, env: { ...env, ...options.env } })
  started.portal = portal
  return {
    portal,
    env,
    setMode: async (mode) => {
      double.faults.clear()
      if (mode !== 'ok') double.faults.set(faults[mode], { times: Number.POSITIVE_INFINITY })
    },
    storeCard: async (memberNumber, { expiry = '12/30' } = {}) => {
      const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc'], language: 'en' } as const
      const { redirectUrl = '', paymentRequisitionSettings } = await requestMethod(portal.deps, {
        ...page,
        memberNumber,
      })
      await enterAtStripe(redirectUrl, { ...cardFields(visa), cardExpiry: expiry })
      const back = portal.deps.gateways.returnTo(paymentRequisitionSettings.transNo)
      const { methodId } = await lookUpMethodRequest(portal.deps, memberNumber, back)
      if (methodId === null) throw new Error('Nothing was stored')
      return methodId
    },
    close: async () => {
      await portal.close()
      await double.close()
    },
  }
}
