import { paths } from '@coopline/contract/paths'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, newVisitor, openVisitor, phone, unexpected, type Visitor } from './support/browser.ts'
import { hasFocus, pressByKeyboard, tabTo } from './support/keyboard.ts'
import { demoPassword } from './support/member.ts'
import { inDialog, pageFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { card, goToProvider, payByCard, readConfirmation } from './support/quick-payer.ts'
import { setSandboxMode } from './support/sandbox-mode.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff, staffApp } from './support/staff.ts'

const [ada, other] = [
  { number: '100100101', phone: '4821' },
  { number: '101200101', phone: '3977' },
]

let portal: PortalUnderTest
/** Confirmed, and as requested. */
let confirmed: { readonly transNo: string; readonly confirmationNumber: string }
/** The provider reported $1.00 more than requested. */
let reviewed: string

/** Waits until the newest payment of an account has a state. @returns its transaction number. */
async function newestBecomes(accountNumber: string, state: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [newest] = await portal.payments(accountNumber)
    if (newest?.state === state) return newest.transNo
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`The payment of ${accountNumber} did not become ${state}`)
}

/** Imports readings with an error and an outage file, and runs what is due today. */
async function importAndRun(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-e2e-imports-'))
  const [readings, outages] = [join(folder, 'readings.csv'), join(folder, 'outages.json')]
  writeFileSync(readings, 'account_number,meter_number,day,used\n100100101,NONE,2026-01-02,12.5\n')
  // Later than now: the demo cooperative repeats its own outages at any moment, and an older file is refused.
  const generatedAt = new Date(Date.now() + 60_000).toISOString()
  writeFileSync(outages, JSON.stringify({ format: 'coopline-outages/1', generatedAt, scope: 'delta', incidents: [] }))
  const report = ['--report', join(folder, 'report.csv')]
  await expect(portal.coopline('import', 'readings', readings, ...report)).rejects.toThrow('1 refused')
  await portal.coopline('import', 'outages', outages, ...report)
  await portal.coopline('runs', 'run')
  rmSync(folder, { recursive: true })
}

beforeAll(async () => {
  portal = await startPortalUnderTest()
  const { context, page } = await openVisitor({ viewport: desk })
  await goToProvider(page, portal, other)
  await payByCard(page)
  const confirmationNumber = await readConfirmation(page)
  const [first] = await portal.payments(other.number)
  confirmed = { transNo: first?.transNo ?? '', confirmationNumber }

  await setSandboxMode(portal, 'wrong-amount')
  await goToProvider(page, portal, other)
  await payByCard(page, card.declined)
  await newestBecomes(other.number, 'declined')
  const payer = await openVisitor({ viewport: desk })
  // The payer does not return: the provider's answer to them would end the review.
  await payer.page.route('**/billpayments/**', async (route) => route.abort())
  await payer.page.route('**/payments/status**', async (route) => route.abort())
  await goToProvider(payer.page, portal, ada)
  await payByCard(payer.page).catch(() => undefined)
  reviewed = await newestBecomes(ada.number, 'under-review')
  await setSandboxMode(portal, 'ok')
  await Promise.all([context.close(), payer.context.close()])
  return portal.close
}, 120_000)

/** Billing, signed in for more than one test: a code of the authenticator app works once. */
let signedIn: Visitor | undefined
const billing = async (): Promise<Visitor> => {
  if (signedIn === undefined) {
    const visitor = await openVisitor({ viewport: desk })
    await signInStaff(visitor.page, portal.origin, 'demo.billing')
    signedIn = visitor
  }
  return signedIn
}
afterAll(async () => signedIn?.context.close())

describe('billing in the staff console', () => {
  test('accepts a payment under review by keyboard, and the member sees it', async () => {
    const visitor = await billing()
    const { page } = visitor
    const menu = page.getByRole('navigation', { name: 'Staff console' })
    await menu.getByText('2 open').waitFor()
    await pressByKeyboard(page, menu.getByRole('link', { name: 'Payments' }))
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: reviewed }) })
    await row.getByText('Under review').waitFor()
    expect(await page.getByRole('row').nth(1).innerText()).toContain(reviewed)
    expect(await pageFaults(page, 'staff-payments')).toEqual([])
    await pressByKeyboard(page, row.getByRole('link'))
    await page.getByText('This payment is under review').waitFor()
    expect(page.url()).toBe(portal.origin + paths.staffPayment({ number: reviewed }))
    await page.getByText('Amount requested → reported: $10.00 → $11.00').waitFor()
    expect(await pageFaults(page, 'staff-payment-review')).toEqual([])

    const button = page.getByRole('button', { name: 'Accept', exact: true })
    await pressByKeyboard(page, button)
    const dialog = page.getByRole('dialog', { name: 'Accept this payment?' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(button)).toBe(true)
    await pressByKeyboard(page, button)
    await dialog.getByText('$11.00 plus').waitFor()
    expect(await pageFaults(page, 'staff-payment-accept', inDialog)).toEqual([])
    await tabTo(page, dialog.getByLabel('Reason'))
    await page.keyboard.type('Provider collected one dollar more')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Accept' }))
    await page.getByText('The payment is accepted.').waitFor()
    await page.getByText('Provider collected one dollar more').waitFor()
    expect(await portal.payments(ada.number)).toMatchObject([{ transNo: reviewed, state: 'confirmed' }])
    await menu.getByText('1 open').waitFor()
    expect(unexpected(visitor)).toEqual([])

    const member = await newVisitor()
    await signInByCall(member.page, portal.origin, 'ada.lindqvist')
    await member.page.goto(portal.origin + paths.myProfile({ tab: 'security' }))
    await member.page.getByText('Our staff accepted a payment that was under review').waitFor()
  })

  test('opens the digits of a claim only by the link of its mail', async () => {
    const { page } = await billing()
    await page.goto(portal.origin + paths.staffClaim())
    await page.getByRole('heading', { level: 1, name: 'Capital credit claim' }).waitFor()
    await page.getByText('Open the link in the mail about the claim.').waitFor()
    expect(await pageFaults(page, 'staff-claim')).toEqual([])
  })

  test('finds a payment by its confirmation number and has the provider refund a part of it, then the rest', async () => {
    const visitor = await billing()
    const { page } = visitor
    await page.goto(portal.origin + paths.staffPayments())
    await page.getByLabel('Transaction, confirmation').fill(confirmed.confirmationNumber)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: `Payments for ${confirmed.confirmationNumber}` }).waitFor()
    await page.getByRole('link', { name: confirmed.transNo }).click()
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this payment?' })
    const amount = dialog.getByLabel('Amount to refund')
    const whole = await amount.inputValue()
    await amount.fill('9999')
    await dialog.getByLabel('Reason').fill('Billed too much')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByText('This is more than is left of the payment.').waitFor()
    expect(await pageFaults(page, 'staff-payment-refund', inDialog)).toEqual([])
    await amount.fill('1')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await page.getByText('$1.00 is refunded.').waitFor()
    await page.getByText(`$1.00 of $${whole}`, { exact: true }).waitFor()
    expect(await pageFaults(page, 'staff-payment-part-refunded')).toEqual([])
    await page.getByRole('button', { name: 'Refund' }).click()
    await dialog.getByLabel('Reason').fill('Paid for the wrong account')
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await page.getByText('The payment is refunded.').waitFor()
    expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0)
    expect(await pageFaults(page, 'staff-payment-refunded')).toEqual([])
    const all = await portal.payments(other.number)
    expect(all.find(({ transNo }) => transNo === confirmed.transNo)).toMatchObject({
      state: 'refunded',
      bookings: [{ kind: 'payment' }, { kind: 'refund' }, { kind: 'refund#2' }],
    })
    expect(unexpected(visitor)).toEqual([])
  })

  test('reads the report of an import and of a payment run by keyboard', async () => {
    await importAndRun()
    const visitor = await billing()
    const { page } = visitor
    await page.goto(portal.origin + paths.staffPayments())
    const menu = page.getByRole('navigation', { name: 'Staff console' })
    await pressByKeyboard(page, menu.getByRole('link', { name: 'Imports and runs' }))
    await page.getByRole('heading', { level: 1, name: 'Imports and runs' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.staffRuns())
    const imports = page.getByRole('table', { name: 'Imports, newest first' })
    const outages = imports.getByRole('row').filter({ hasText: 'outages.json' })
    await outages.waitFor()
    await page.getByRole('table', { name: 'Payment runs, newest first' }).waitFor()
    expect(await pageFaults(page, 'staff-runs')).toEqual([])
    await page.getByLabel('Kind').selectOption('Meter readings')
    await expect.poll(() => outages.count()).toBe(0)
    await pressByKeyboard(page, imports.getByRole('link').first())
    await page.getByRole('heading', { level: 1, name: 'Import', exact: true }).waitFor()
    expect(page.url()).toContain(paths.staffImport())
    await page.getByRole('table', { name: 'Errors and notices' }).getByText('readings.csv').waitFor()
    expect(await pageFaults(page, 'staff-import')).toEqual([])

    await pressByKeyboard(page, page.getByRole('link', { name: 'All imports and runs' }))
    await pressByKeyboard(
      page,
      page
        .getByRole('table', { name: /^Payment runs/u })
        .getByRole('link')
        .first(),
    )
    await page.getByRole('heading', { level: 1, name: 'Payment run', exact: true }).waitFor()
    expect(page.url()).toContain(paths.staffRun())
    await page.getByText('Days covered').waitFor()
    expect(await pageFaults(page, 'staff-run')).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })

  test('settles an alarm with a reason, in Spanish and on a phone', async () => {
    const visitor = await newVisitor({ locale: 'es-US', viewport: phone })
    const { page } = visitor
    await page.goto(portal.origin + paths.staffSignIn())
    await page.getByLabel('Nombre de usuario').fill('demo.admin')
    await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
    await page.getByLabel('Código de su aplicación').fill(staffApp.generate())
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByRole('heading', { level: 1, name: 'Buscar un miembro' }).waitFor()
    await page.goto(portal.origin + paths.staffAlarms())
    await page.getByRole('heading', { level: 1, name: 'Alarmas', exact: true }).waitFor()
    await page.getByText('Rechazo o cancelación con otros importes').first().waitFor()
    expect(await pageFaults(page, 'staff-alarms-es')).toEqual([])
    await pressByKeyboard(page, page.getByRole('button', { name: /^Cerrar la alarma/u }).first())
    const dialog = page.getByRole('dialog', { name: /^¿Cerrar la alarma/u })
    await tabTo(page, dialog.getByLabel('Motivo'))
    await page.keyboard.type('Revisado con el proveedor')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Cerrar', exact: true }).last())
    await page.getByText(/^La alarma \d+ está cerrada\.$/u).waitFor()
    await page.getByText('demo.admin: Revisado con el proveedor').waitFor()
    expect(await pageFaults(page, 'staff-alarms-settled-es')).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})
