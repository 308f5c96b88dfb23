import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readEnv } from '../../read-env.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { testSigningKey } from '../../testing/test-portal.ts'
import { NotFound, Unavailable } from '../errors.ts'
import { createKeys } from '../keys.ts'
import { createLog } from '../log.ts'
import { usesHostedForm } from '../unfit-for-production.ts'
import { createGateways, type PaymentGateways } from './gateways.ts'

const stripe = { STRIPE_SECRET_KEY: 'sk_test_gateways', STRIPE_WEBHOOK_SECRETS: 'whsec_gateways' }
const secret = (byte: number) => ({ kid: 'test', secret: new Uint8Array(32).fill(byte) })

const gatewaysWith = async (variables: Record<string, string>, root = 3): Promise<PaymentGateways> => {
  const env = readEnv(variables)
  return createGateways({
    env,
    clock: createTestClock(),
    keys: createKeys([secret(root)]),
    signingKeys: env.PROVIDER_SIGNING_KEYS ?? (usesHostedForm(env) ? [testSigningKey] : []),
    log: createLog('silent'),
  })
}
const signingKeys = `test:${Buffer.from(testSigningKey.secret).toString('base64')}`
const both = { ...stripe, PAYMENT_PROVIDER: 'stripe', PROVIDER_SIGNING_KEYS: signingKeys }
const alone = { ...stripe, PAYMENT_PROVIDER: 'stripe' }

const namesOf = ({ all }: PaymentGateways) => all.map(({ name }) => name)

describe('the providers of a portal', () => {
  it('are the hosted form, and Stripe once its secrets are set, the current one first [REQ-D-439]', async () => {
    expect(namesOf(await gatewaysWith({}))).toEqual(['hosted-form'])
    expect(namesOf(await gatewaysWith(stripe))).toEqual(['hosted-form', 'stripe'])
    const gateways = await gatewaysWith(both)
    expect(namesOf(gateways)).toEqual(['stripe', 'hosted-form'])
    expect(gateways.of(null).name).toBe('hosted-form')
    expect(gateways.of('stripe')).toBe(gateways.current)
  })

  it('are Stripe alone without keys of the hosted form [REQ-D-439]', async () => {
    const gateways = await gatewaysWith(alone)
    expect(namesOf(gateways)).toEqual(['stripe'])
    expect(() => gateways.of('hosted-form')).toThrow(Unavailable)
    expect(gateways.formOrigins).toEqual([])
  })

  it('share return addresses among the processes of a portal, whichever provider it has', async () => {
    const [one, other, foreign] = [await gatewaysWith(alone), await gatewaysWith(alone), await gatewaysWith(alone, 4)]
    expect(other.readReturn(one.returnTo('T1'))).toBe('T1')
    expect(() => foreign.readReturn(one.returnTo('T1'))).toThrow(NotFound)
    const withForm = await gatewaysWith(both)
    expect(withForm.readReturn(one.returnTo('T1'))).toBe('T1')
    expect((await gatewaysWith({})).readReturn(withForm.returnTo('T2'))).toBe('T2')
  })

  it('load the library of Stripe only where it is used', async () => {
    const script = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ resolve: (name, context, next) => { const found = next(name, context); loaded.push(found.url); return found } })
      const { createGateways } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'gateways.ts')).href)})
      await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../create-deps.ts')).href)})
      const before = loaded.filter((url) => url.includes('/node_modules/stripe/')).length
      await createGateways({
        env: { PROVIDER_URL: 'http://127.0.0.1', PUBLIC_ORIGIN: 'http://127.0.0.1', PAYMENT_PROVIDER: 'stripe',
          STRIPE_API_ORIGIN: 'http://127.0.0.1', STRIPE_SECRET_KEY: 'sk_test_lazy', STRIPE_WEBHOOK_SECRETS: ['whsec_lazy'] },
        clock: { now: () => new Date() }, keys: { forPurpose: () => [] }, signingKeys: [], log: {},
      })
      const after = loaded.filter((url) => url.includes('/node_modules/stripe/')).length
      console.log(JSON.stringify({ all: loaded.length > 50, before, isLoaded: after > 0 }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(JSON.parse(stdout)).toEqual({ all: true, before: 0, isLoaded: true })
  })
})
