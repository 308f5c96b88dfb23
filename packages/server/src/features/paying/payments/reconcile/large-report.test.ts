import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import type { PaymentGateway } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { insertReported, listReported } from './reconcile.store.ts'
import { storeReport } from './store-report.ts'
import { runReconcileCommand } from './run-reconcile-command.ts'

const day = '2026-11-20'
let server: Server
/** Writes the report of the day; other days have no payments. */
let write: (response: ServerResponse) => Promise<void>
beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (request.url?.endsWith(day) === true) void write(response)
    else response.end('{"payments":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const portal = useTestPortal(() => ({
  env: { PROVIDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
}))

const paymentOf = (transNo: string) => ({
  transNo,
  accountNumber: '100100101',
  status: 'succeeded',
  amount: 10_000,
  convenienceFee: 295,
  totalAmount: 10_295,
  currency: 'USD',
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  confirmationNumber: 'SB12345678',
  message: null,
  events: [{ id: `evt_${transNo}`, type: 'payment.succeeded', occurredAt: `${day}T15:01:00Z` }],
})

const count = async (table: 'pay.posting' | 'pay.alarm' | 'pay.booking' | 'pay.reported_payment') => {
  const row = portal.db.selectFrom(table).select((all) => all.fn.countAll().as('n'))
  return Number((await row.executeTakeFirstOrThrow()).n)
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

it('reads a report of 100,000 payments with a heap that does not grow with it', async () => {
  const payments = 100_000
  write = async (response) => {
    response.write(`{"date":"${day}","payments":[`)
    for (let n = 1; n <= payments; n += 1) {
      const text = JSON.stringify(paymentOf(`T${String(n).padStart(6, '0')}`)) + (n === payments ? ']}' : ',\n')
      if (!response.write(text)) await once(response, 'drain')
    }
    response.end()
  }
  const before = heapInUse()
  let [read, most] = [0, 0]
  const report: PaymentGateway['report'] = async function* (of) {
    for await (const payment of portal.deps.gateways.current.report(of)) {
      read += 1
      if (read % 10_000 === 0) most = Math.max(most, heapInUse() - before)
      yield payment
    }
  }
  await storeReport(portal.deps, { report }, { reconciliation: 'R1', day })
  expect(read).toBe(payments)
  expect(await count('pay.reported_payment')).toBe(payments)
  // The whole report would be 45 MB as text alone.
  expect(most / 1_048_576).toBeLessThan(16)
  const page = await listReported(portal.db, 'R1', { after: 'T023456', limit: 2 })
  expect([...page.keys()]).toEqual(['T023457', 'T023458'])
})

it('refuses a report that is cut off as a whole: one clear line, and nothing is booked or raised [REL-27]', async () => {
  portal.set(payingSettings)
  await seedAccount(portal.db)
  const form = await pay(portal, await verified(portal), 10_000)
  const { transNo } = form.paymentRequisitionSettings
  const payments = [transNo, ...Array.from({ length: 1_500 }, (_none, n) => `T${n}`)].map(paymentOf)
  const whole = JSON.stringify({ date: day, payments })
  write = async (response) => {
    response.write(whole.slice(0, -10_000), () => response.destroy())
  }
  portal.clock.advance(3_600)
  const command = runReconcileCommand(portal.deps, ['--date', day])
  await expect(command).rejects.toThrow(
    /^The payment provider's report of 2026-11-20 is not usable: it is cut off after 14[0-9]{2} payments\. Nothing of it was booked\.$/u,
  )
  const tables = ['pay.posting', 'pay.alarm', 'pay.booking', 'pay.reported_payment'] as const
  expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0])
  write = async (response) => void response.end(JSON.stringify({ date: day, payments: payments.slice(0, 1) }))
  expect((await runReconcileCommand(portal.deps, ['--date', day])).output).toContain('No differences.')
  expect(await Promise.all(tables.map(count))).toEqual([1, 0, 1, 0])
})

it('deletes what a killed reconciliation has left behind, a day later', async () => {
  write = async (response) => void response.end('{"payments":[]}')
  await insertReported(
    portal.db,
    'KILLED',
    [{ kind: 'readable', transNo: 'T1', events: [], standing: { status: 'open', netAmount: null } }],
    portal.clock.now(),
  )
  await runReconcileCommand(portal.deps, ['--date', day])
  expect(await count('pay.reported_payment')).toBe(1)
  portal.clock.advance(86_401)
  await runReconcileCommand(portal.deps, ['--date', day])
  expect(await count('pay.reported_payment')).toBe(0)
})
