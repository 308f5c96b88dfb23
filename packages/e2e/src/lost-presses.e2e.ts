import { paths } from '@coopline/contract/paths'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from './support/browser.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { loadSlowly, longScreen, watchPressables, widthWithLargeText } from './support/pressables.ts'
import { openPayStep } from './support/quick-payer.ts'
import { signInByCall } from './support/sign-in-by-call.ts'
import { signInStaff } from './support/staff.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  return portal.close
})

type Who = 'visitor' | 'ada.lindqvist' | 'carla.nguyen' | 'dmitri.kowalski' | 'demo.support' | 'demo.admin'

const member = 'ada.lindqvist'

/** The people who open each page, with its address. A page that is missing here is an error of types. */
const pages: Readonly<Record<keyof typeof paths, readonly (readonly [Who, string])[]>> = {
  home: [
    ['visitor', paths.home()],
    [member, paths.home()],
  ],
  login: [['visitor', paths.login()]],
  register: [['visitor', paths.register()]],
  forgotPassword: [['visitor', paths.forgotPassword()]],
  forgotUsername: [['visitor', paths.forgotUsername()]],
  resetPassword: [['visitor', paths.resetPassword({ otc: 'none' })]],
  quickPay: [['visitor', paths.quickPay()]],
  paymentSuccess: [['visitor', paths.paymentSuccess()]],
  paymentCancel: [['visitor', paths.paymentCancel()]],
  paymentOptions: [[member, paths.paymentOptions()]],
  servicesProducts: [['visitor', paths.servicesProducts()]],
  legalTerms: [['visitor', paths.legalTerms()]],
  accountOverview: [
    [member, paths.accountOverview()],
    [member, `${paths.accountOverview()}/usageanalysis`],
    [member, `${paths.accountOverview()}/mymeter`],
    ['carla.nguyen', paths.accountOverview()],
    ['dmitri.kowalski', paths.accountOverview()],
  ],
  accountProfile: [[member, paths.accountProfile()]],
  myProfile: ['', 'mfa', 'passkeys', 'connected-apps', 'people', 'security', 'paperless', 'roundup'].map(
    (tab) => [member, paths.myProfile(tab === '' ? {} : { tab })] as const,
  ),
  connectApp: [[member, paths.connectApp({ request: 'none' })]],
  acceptAccess: [
    ['visitor', paths.acceptAccess({ token: 'none' })],
    [member, paths.acceptAccess({ token: 'none' })],
  ],
  sharedWithMe: [[member, paths.sharedWithMe()]],
  sharedAccount: [[member, paths.sharedAccount({ access: 'none' })]],
  draftPayments: [[member, paths.draftPayments()]],
  payMultiple: [
    [member, paths.payMultiple()],
    ['carla.nguyen', paths.payMultiple()],
  ],
  billingHistory: [[member, paths.billingHistory()]],
  viewBill: [[member, paths.viewBill()]],
  noBill: [[member, paths.noBill()]],
  paymentProfile: [[member, paths.paymentProfile()]],
  autoPay: [[member, paths.autoPay()]],
  payBill: [['visitor', paths.payBill({ token: 'none' })]],
  stopAutoPay: [['visitor', paths.stopAutoPay({ token: 'none' })]],
  viewDeposits: [[member, paths.viewDeposits()]],
  arrange: [[member, paths.arrange()]],
  viewArrangements: [[member, paths.viewArrangements()]],
  scheduledPayments: [[member, paths.scheduledPayments()]],
  scheduleSuccess: [[member, paths.scheduleSuccess()]],
  scheduleError: [[member, paths.scheduleError()]],
  scheduleCancel: [[member, paths.scheduleCancel()]],
  averageBilling: [[member, paths.averageBilling()]],
  serviceRequests: [[member, paths.serviceRequests()]],
  notifications: [[member, paths.notifications()]],
  manageNotifications: [[member, paths.manageNotifications()]],
  unsubscribe: [['visitor', paths.unsubscribe({ token: 'none' })]],
  manageContacts: [[member, paths.manageContacts()]],
  usageTracker: [[member, paths.usageTracker()]],
  directUsageTracker: [[member, paths.directUsageTracker()]],
  delinquentHistory: [[member, paths.delinquentHistory()]],
  outageStatus: [[member, paths.outageStatus()]],
  outages: [['visitor', paths.outages()]],
  seeOutage: [['visitor', paths.seeOutage({ token: 'none' })]],
  reportOutage: [['visitor', paths.reportOutage()]],
  meterReading: [[member, paths.meterReading()]],
  operationRoundUp: [[member, paths.operationRoundUp()]],
  capitalCredits: [[member, paths.capitalCredits()]],
  letterReturn: [['visitor', paths.letterReturn()]],
  unclaimedCredits: [['visitor', paths.unclaimedCredits()]],
  memberInfoDocs: [[member, paths.memberInfoDocs()]],
  viewAllAccounts: [[member, paths.viewAllAccounts()]],
  accountList: [[member, paths.accountList()]],
  accountManagement: [[member, paths.accountManagement()]],
  selectServiceType: [['visitor', paths.selectServiceType()]],
  applicationForService: [['visitor', paths.applicationForService({ type: '1' })]],
  staffSignIn: [['visitor', paths.staffSignIn()]],
  staffSetUp: [['visitor', paths.staffSetUp()]],
  staff: [['demo.support', paths.staff()]],
  staffMember: [['demo.support', paths.staffMember({ number: '10001' })]],
  staffPortalView: [['demo.support', paths.staffPortalView({ number: '10001' })]],
  staffPayments: [['demo.support', paths.staffPayments()]],
  staffPayment: [['demo.support', paths.staffPayment({ number: 'none' })]],
  staffAlarms: [['demo.admin', paths.staffAlarms()]],
  staffApplications: [['demo.admin', paths.staffApplications()]],
  staffApplication: [['demo.admin', paths.staffApplication({ number: 'none' })]],
  staffClaim: [['demo.admin', paths.staffClaim({ number: 'none' })]],
  staffProfileChanges: [['demo.admin', paths.staffProfileChanges()]],
  staffRuns: [['demo.admin', paths.staffRuns()]],
  staffImport: [['demo.admin', paths.staffImport({ number: '1' })]],
  staffRun: [['demo.admin', paths.staffRun({ date: '2026-01-01' })]],
  staffSettings: [['demo.admin', paths.staffSettings()]],
  staffTexts: [['demo.admin', paths.staffTexts()]],
  // They lead elsewhere: nothing of them stays to be pressed.
  externalRedirect: [],
  maintenance: [],
  aclaraJump: [],
  meterSense: [],
  // No pages: a file each.
  memberInfoDoc: [],
  calendarFeed: [],
}

async function begin(page: Page, who: Who): Promise<void> {
  if (who.startsWith('demo.')) await signInStaff(page, portal.origin, who)
  else if (who !== 'visitor') await signInByCall(page, portal.origin, who)
}

describe('while a page loads, nothing that can be pressed moves, and no press is lost; with text of twice the size it fits a phone [REL-34]', () => {
  const addresses = (who: Who) =>
    Object.values(pages).flatMap((opened) => opened.flatMap(([opener, address]) => (opener === who ? [address] : [])))

  const openers = ['visitor', member, 'carla.nguyen', 'dmitri.kowalski', 'demo.support', 'demo.admin'] as const
  test.each(openers.map((who) => [who, addresses(who)] as const))('%s [REQ-D-305, REQ-D-352]', async (who, opened) => {
    const wrong: Record<string, unknown> = {}
    const wide: Record<string, number> = {}
    let presses = 0
    const walk = async (part: readonly string[]) => {
      const { page } = await newVisitor({ viewport: longScreen })
      await begin(page, who)
      await watchPressables(page)
      for (const address of part) {
        const found = await loadSlowly(page, portal.origin + address)
        presses += found.presses
        if (found.moves.length + found.lost.length > 0) wrong[address] = found
        const width = await widthWithLargeText(page)
        if (width > longScreen.width) wide[address] = width
      }
    }
    // Two windows at a time: each often waits for its frames.
    const half = opened.length > 10 ? Math.ceil(opened.length / 2) : opened.length
    await Promise.all([opened.slice(0, half), opened.slice(half)].filter(({ length }) => length > 0).map(walk))
    expect(wrong).toEqual({})
    expect(wide).toEqual({})
    expect(presses).toBeGreaterThan(0)
  })
})

test('a payer who leaves an amount that is refused by choosing eCheck has chosen it', async () => {
  const { page } = await newVisitor()
  await openPayStep(page, portal, { number: '100100101', phone: '4821' })
  await page.getByLabel('Payment amount').fill('0')
  const card = await page.getByText('eCheck', { exact: true }).boundingBox()
  if (card === null) throw new Error('There is no eCheck')
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2)
  await page.mouse.down()
  await page.waitForTimeout(300)
  expect(await page.getByText('eCheck', { exact: true }).boundingBox()).toEqual(card)
  await page.mouse.up()
  expect(await page.getByRole('radio', { name: 'eCheck' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Payment amount').getAttribute('aria-invalid')).toBe('true')
})
