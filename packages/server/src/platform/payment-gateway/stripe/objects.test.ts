import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicData } from '@coopline/testing/public-data'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'

import * as objects from './objects.ts'
import { describeObject, readObject, UnreadableObject } from '../read-object.ts'

const file = join(publicData, 'stripe-fixtures/fixtures.json')

const schemas = {
  'checkout.session': objects.session,
  payment_intent: objects.intent,
  setup_intent: objects.setupIntent,
  charge: objects.charge,
  refund: objects.refund,
  dispute: objects.dispute,
  payment_method: objects.paymentMethod,
  mandate: objects.mandate,
  balance_transaction: objects.balanceTransaction,
} satisfies Record<string, z.ZodType>

describe.skipIf(!existsSync(file))('the published fixtures of Stripe', () => {
  it.each(Object.entries(schemas))('have a %s that the portal reads, with each null as it is', (name, schema) => {
    const published: Record<string, Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'))
    const fixture = published[name] ?? {}
    const read = readObject<object>(schema, fixture)
    const nulls = Object.keys(read).filter((key) => fixture[key] === null)
    expect(nulls.map((key) => [key, (read as Record<string, unknown>)[key]])).toEqual(nulls.map((key) => [key, null]))
  })

  it('have no payment of a portal', () => {
    const published: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'))
    expect(readObject(objects.charge, published['charge']).metadata).toEqual({})
  })
})

describe('an object of Stripe that the portal cannot read', () => {
  it('is described without the texts that it contains', () => {
    const charge = {
      id: 'ch_1',
      object: 'charge',
      status: 'succeeded',
      amount: 'much',
      billing_details: { name: 'Ada Lindqvist', email: 'ada@example.com' },
      client_secret: 'pi_1_secret_canary',
    }
    let failure: unknown
    try {
      readObject(objects.charge, charge)
    } catch (error) {
      failure = error
    }
    expect(failure).toBeInstanceOf(UnreadableObject)
    const { payment } = failure as UnreadableObject
    expect(payment.said).toBe('{"id":"ch_1","object":"charge","status":"succeeded"}')
    expect(payment.members).toContain('amount')
    expect(JSON.stringify(payment)).not.toMatch(/Ada|canary|much/u)
  })

  it.each([null, 'text', 7, [], { id: 'ch 1\n', object: 7 }])('is described although it is %j', (value) => {
    expect(describeObject(value, []).said).toBe('{"id":null,"object":null,"status":null}')
  })
})
