import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningSandbox, startSandbox } from '@coopline/provider-sandbox/start-sandbox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldsOf } from '../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../testing/quick-payer.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { startTestPortal, type TestPortal, testSigningKey } from '../../testing/test-portal.ts'

let portal: TestPortal
let sandbox: RunningSandbox
const dataDir = mkdtempSync(join(tmpdir(), 'coopline-sandbox-'))

beforeAll(async () => {
  sandbox = await startSandbox({
    dataDir,
    signingKeys: `${testSigningKey.kid}:${Buffer.from(testSigningKey.secret).toString('base64')}`,
    postbackUrl: 'http://127.0.0.1:9/none',
    now: () => portal.clock.now().getTime(),
  })
  portal = await startTestPortal({ env: { PROVIDER_URL: sandbox.origin } })
})
beforeEach(async () => {
  await portal.reset()
  portal.set(payingSettings)
  await seedAccount(portal.db)
})
afterAll(async () => {
  await portal.close()
  await sandbox.close()
  rmSync(dataDir, { recursive: true })
})

const post = async (fields: Record<string, string>) =>
  fetch(`${sandbox.origin}/pay`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

test('the provider accepts the unchanged form [SEC-42]', async () => {
  const fields = fieldsOf(await pay(portal, await verified(portal), 14_237))
  expect((await post(fields)).status).toBeLessThan(400)
  const status = await portal.deps.gateway.status(fields['clientReference'] ?? '')
  expect(status).toEqual({ kind: 'open' })
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
  expect(await portal.deps.gateway.status(fields['clientReference'] ?? '')).toEqual({ kind: 'unknown' })
})
