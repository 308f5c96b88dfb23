import { beforeEach, expect, test } from 'vitest'
import { fieldsOf } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { atProvider } from './payment.ts'
import { findPaymentWithItems } from './payments.store.ts'

const sandbox = usePortalWithSandbox({ settings: payingSettings })
const { portal } = sandbox
beforeEach(async () => seedAccount(portal.db))

const post = async (fields: Record<string, string>) =>
  fetch(`${sandbox.origin}/pay`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function atTheProvider(transNo: string) {
  const held = await findPaymentWithItems(portal.db, transNo)
  return held && portal.deps.gateways.current.fetch(atProvider(held))
}

test('the provider accepts the unchanged form [SEC-42]', async () => {
  const fields = fieldsOf(await pay(portal, await verified(portal), 14_237))
  expect((await post(fields)).status).toBeLessThan(400)
  expect(await atTheProvider(fields['clientReference'] ?? '')).toEqual({ kind: 'open' })
})

test('changing, dropping or adding any one field of the form is found out by the provider [SEC-42]', async () => {
  const fields = fieldsOf(await pay(portal, await verified(portal), 14_237))
  const names = Object.keys(fields)
  expect(names).toHaveLength(22)
  for (const name of names) {
    const { [name]: value = '', ...without } = fields
    expect([name, (await post({ ...fields, [name]: `${value}1` })).status]).toEqual([name, 400])
    expect([name, (await post(without)).status]).toEqual([name, 400])
  }
  expect((await post({ ...fields, discount: '1.00' })).status).toBe(400)
  expect(await atTheProvider(fields['clientReference'] ?? '')).toEqual({ kind: 'unknown' })
})
