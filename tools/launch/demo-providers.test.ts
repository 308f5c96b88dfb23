import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readEnv } from '../../packages/provider-sandbox/src/read-env.ts'
import { demoEnvironment, demoProviders } from './portal-processes.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coopline-demo-providers-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it.each(demoProviders)('gives the double of a vendor the keys of the portal: %s', (provider) => {
  const env = demoEnvironment({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '8123' }, provider)
  const { stripe, authorizeNet } = readEnv(env)
  expect(env.PAYMENT_PROVIDER).toBe(provider)
  expect(stripe).toEqual(
    provider === 'stripe'
      ? { port: 8091, secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRETS }
      : null,
  )
  expect(authorizeNet).toEqual(
    provider === 'authorize-net'
      ? {
          port: 8092,
          loginId: env.AUTHORIZE_NET_LOGIN_ID,
          transactionKey: env.AUTHORIZE_NET_TRANSACTION_KEY,
          signatureKey: env.AUTHORIZE_NET_SIGNATURE_KEY,
        }
      : null,
  )
})
