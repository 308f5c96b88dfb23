import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createTestClock } from '../testing/test-clock.ts'
import { testSigningKey } from '../testing/test-portal.ts'
import { createLog } from './log.ts'
import { createProviderCalls } from './payment-gateway/hosted-form/provider-calls.ts'
import { createAnetClient } from './payment-gateway/authorize-net/client.ts'
import { createStripeClient } from './payment-gateway/stripe/client.ts'
import { callProvider } from './staff-oidc/identity-provider.ts'
import { createHttpTextSender } from './text-message/http-text-sender.ts'

const root = join(import.meta.dirname, '..')

afterEach(() => {
  vi.restoreAllMocks()
})

describe('calls that leave the server', () => {
  it('go to the payment provider, the identity provider, the text-message service, the mail server and registered apps only [SEC-70]', () => {
    const callsOut =
      /(?<!(?:\)|gateway)\.)\bfetch\(|\brequest(?: as \w+)? \} from 'node:https?'|\bhttps?\.(?:get|request)\(|\bcreateTransport\(|\bcreateConnection\(|\bnew WebSocket\(|\bnew Stripe\(/u
    const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^testing\//u.test(file))
    expect(files.length).toBeGreaterThan(80)
    expect(files.filter((file) => callsOut.test(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual([
      // `coopline doctor` asks the same three and the portal's own address.
      'platform/doctor/check-surroundings.ts',
      'platform/mail/smtp-sender.ts',
      // Addresses of apps that the cooperative registered; checked there.
      'platform/outbound/post-outside.ts',
      'platform/payment-gateway/authorize-net/client.ts',
      // `coopline doctor` proves the keys.
      'platform/payment-gateway/hosted-form/prove.ts',
      'platform/payment-gateway/hosted-form/provider-calls.ts',
      // The library of Stripe makes its calls by this file's.
      'platform/payment-gateway/stripe/client.ts',
      // The libraries for OpenID Connect make their calls by this file's.
      'platform/staff-oidc/identity-provider.ts',
      'platform/text-message/http-text-sender.ts',
    ])
  })

  const message = { id: 1, dedupeKey: 'k', recipient: '7155554821', subject: '', bodyText: 'x', language: 'en' }
  const text = { ...message, attempts: 1, unsubscribeUrl: null, expiresAt: null, isStopped: false }
  const calls = {
    'the payment provider': async () =>
      createProviderCalls({
        providerUrl: 'https://provider.example',
        keys: [testSigningKey],
        clock: createTestClock(),
        refunds: 'parts',
      }).ping(),
    'Authorize.net': async () =>
      createAnetClient({
        origin: 'https://api.authorize.net',
        loginId: 'login',
        transactionKey: 'outbound',
        clock: createTestClock(),
        log: createLog('silent'),
      }).ask('authenticateTest', {}, z.unknown()),
    Stripe: async () =>
      createStripeClient({
        origin: 'https://api.stripe.com',
        secretKey: 'sk_test_outbound',
        clock: createTestClock(),
        log: createLog('silent'),
      }).ask((stripe) => stripe.balance.retrieve()),
    'the identity provider': async () => callProvider('https://id.example/token', { redirect: 'follow' }),
    'the text-message service': async () => createHttpTextSender('https://texts.example/send', undefined)(text),
  }
  it.each(Object.entries(calls))(
    'calls to %s follow no redirect and end after ten seconds [SEC-70]',
    async (_callee, call) => {
      const timeout = vi.spyOn(AbortSignal, 'timeout')
      const fetched = vi
        .spyOn(globalThis, 'fetch')
        .mockImplementation(async () =>
          Response.json({ object: 'balance', messages: { resultCode: 'Ok', message: [{ code: 'I00001' }] } }),
        )
      await call()
      expect(fetched).toHaveBeenCalledOnce()
      expect(timeout.mock.calls).toEqual([[10_000]])
      expect(fetched.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error', signal: timeout.mock.results[0]?.value })
    },
  )
})
