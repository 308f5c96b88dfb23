import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { paths } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor } from './support/browser.ts'
import { holdBackHandOff, isKnownToProvider, postHandOff } from './support/hand-off.ts'
import { type PortalUnderTest, repositoryRoot, startPortalUnderTest } from './support/portal-under-test.ts'
import { goToProvider, openPayStep, payByCard, readConfirmation } from './support/quick-payer.ts'

let portal: PortalUnderTest

beforeAll(async () => {
  portal = await startPortalUnderTest()
  // The demo's payments are weeks old.
  await portal.set({ recentPaymentDays: 60 })
  return portal.close
})

const successWith = (encodedParam: string): string =>
  portal.origin + paths.paymentSuccess({ isFromQuickPay: 'true', encodedParam })

/** The `encodedParam` with which the provider sends the visitor of this page back. */
const nextPointer = async (page: Page): Promise<string> => {
  const request = await page.waitForRequest((one) => one.url().includes('encodedParam='))
  return new URL(request.url()).searchParams.get('encodedParam') ?? ''
}

describe('the form that goes to the provider', () => {
  test('the provider refuses a form with a changed, missing, doubled or added field, tells a visitor who edited the amount so, and opens an unchanged one [SEC-42]', async () => {
    const account = { number: '100100101', phone: '4821' }
    const { page } = await newVisitor()
    const fields = await holdBackHandOff(page, portal, account)
    const transNo = fields.get('clientReference') ?? ''
    expect(fields.size).toBe(22)
    expect(fields.get('balance')).toBe('10.00')

    const refused: string[] = []
    const offer = async (what: string, change: (form: URLSearchParams) => void) => {
      const form = new URLSearchParams(fields)
      change(form)
      if ((await postHandOff(portal, form)) === 400) refused.push(what)
    }
    const attacks = [...fields].flatMap(([name, value]) => [
      offer(`${name} changed`, (form) => form.set(name, otherValue(name, value))),
      offer(`${name} emptied`, (form) => form.set(name, value === '' ? ' ' : '')),
      offer(`${name} taken out`, (form) => form.delete(name)),
      offer(`${name} doubled`, (form) => form.append(name, value)),
    ])
    attacks.push(offer('discount added', (form) => form.append('discount', '9.00')))
    await Promise.all(attacks)
    expect(refused.length).toBe(22 * 4 + 1)
    expect(await isKnownToProvider(portal, transNo)).toBe(false)
    expect(await portal.payments(account.number)).toMatchObject([{ state: 'handed-off', bookings: [] }])

    await page.locator('input[name="balance"]').evaluate((field: HTMLInputElement) => {
      field.value = '0.01'
    })
    await page.getByRole('button', { name: 'Continue to the payment page' }).click()
    await page.getByRole('heading', { name: 'This payment cannot be opened' }).waitFor()
    expect(await isKnownToProvider(portal, transNo)).toBe(false)

    expect(await postHandOff(portal, fields)).toBe(303)
    expect(await isKnownToProvider(portal, transNo)).toBe(true)
  })
})

/** Another value of the same kind, so that only the signature can tell. */
function otherValue(name: string, value: string): string {
  if (value === 'Y' || value === 'N') return value === 'Y' ? 'N' : 'Y'
  if (value === 'true' || value === 'false') return value === 'true' ? 'false' : 'true'
  if (name === 'balance') return '0.01'
  if (name === 'paymentType') return 'echeck'
  if (name === 'language') return 'es'
  if (name === 'acceptedCardTypes') return 'VI'
  if (name.endsWith('Fee')) return '{"kind":"flat","value":"0.00","count":1}'
  if (name.endsWith('Url')) return value.replace('127.0.0.1', 'localhost')
  if (name === 'authorizationToken') return value.slice(0, -2) + (value.endsWith('AA') ? 'BB' : 'AA')
  return value === '' ? '1.00' : `${value.slice(0, -1)}${value.endsWith('2') ? '3' : '2'}`
}

describe('the return from the provider', () => {
  test('a forged or foreign encodedParam is answered with an error, and a genuine one shows another browser nothing of the payment [SEC-47]', async () => {
    const payer = await newVisitor()
    await goToProvider(payer.page, portal, { number: '101300101', phone: '2650' })
    const [theirs] = await Promise.all([nextPointer(payer.page), payByCard(payer.page)])
    const confirmation = await readConfirmation(payer.page)

    const account = { number: '101400101', phone: '9913' }
    const { page } = await newVisitor()
    await page.goto(successWith(theirs))
    await page.getByRole('heading', { level: 1, name: 'There is no payment to show here' }).waitFor()
    expect(await page.content()).not.toContain(confirmation)
    await goToProvider(page, portal, account)
    await page.getByRole('button', { name: /^Pay \$/u }).waitFor()
    const [own] = await portal.payments(account.number)
    const [, kid = '', signature = ''] = theirs.split('.')
    const claim = { transNo: own?.transNo, status: 'succeeded', iat: Math.floor(Date.now() / 1000) }
    const forgeries = {
      foreign: theirs,
      'own payment under a foreign signature': `${Buffer.from(JSON.stringify(claim)).toString('base64url')}.${kid}.${signature}`,
      script: '<script>alert(1)</script>',
    }
    for (const [what, forgery] of Object.entries(forgeries)) {
      await page.goto(successWith(forgery))
      await page.getByRole('heading', { level: 1, name: 'We could not show your payment' }).waitFor()
      expect(await page.getByText(/successfully|Confirmation Code/u).count(), what).toBe(0)
    }
    expect(await portal.payments(account.number)).toMatchObject([{ state: 'handed-off', bookings: [] }])
  })

  test('after Done, Back through the whole visit shows neither account nor balance, and no page may be stored [SEC-29]', async () => {
    const account = { number: '101600101', phone: '5215' }
    const { page } = await newVisitor()
    const storable: string[] = []
    page.on('response', (response) => {
      const { pathname, origin } = new URL(response.url())
      if (
        origin === portal.origin &&
        !pathname.startsWith('/assets/') &&
        !/no-store/u.test(response.headers()['cache-control'] ?? '')
      )
        storable.push(pathname)
    })
    await page.goto(portal.origin + paths.home())
    await goToProvider(page, portal, account)
    await payByCard(page)
    await readConfirmation(page)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(portal.origin + paths.home())
    expect(storable.filter((path) => path !== '/favicon.ico')).toEqual([])

    await page.goBack()
    await page.goBack()
    await page.waitForURL(`${portal.providerOrigin}/pay/**`)
    await page.goBack()
    await page.waitForURL(portal.origin + paths.quickPay())
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await page.getByLabel('Account number').inputValue()).toBe('')
    expect(await page.getByRole('main').innerText()).not.toMatch(/101600101|Vance|\$\d/u)
  })

  test('after Cancel in the question about a recent payment, Back and Forward show nothing of the account [SEC-29]', async () => {
    const { page } = await newVisitor()
    await page.goto(portal.origin + paths.home())
    await openPayStep(page, portal, { number: '101700101', phone: '7402' })
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    await page.goBack()
    await page.goForward()
    await page.getByRole('heading', { name: 'Find your account' }).waitFor()
    expect(await page.content()).not.toMatch(/101700101|Murphy/u)
  })
})

describe('what payment pages load', () => {
  test("home loads analytics, chat and the cooperative's script; payment pages load none and call only our own origin [SEC-49]", async () => {
    await portal.set({
      googleAnalyticsCode: 'G-TEST',
      tagManagerUrl: 'https://tags.example/loader.js',
      webChatSetting: chatFrom('https://chat.example/chat.js'),
    })
    const { page, context, origins } = await newVisitor()
    await context.route(/^https:/u, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto(portal.origin + paths.home())
    await expect
      .poll(() => [...origins].sort())
      .toEqual([portal.origin, 'https://chat.example', 'https://tags.example'])
    await context.close()

    const money = await newVisitor()
    await goToProvider(money.page, portal, { number: '101700101', phone: '7402' })
    expect([...money.origins].sort()).toEqual([portal.origin, portal.providerOrigin].sort())
    await payByCard(money.page)
    await readConfirmation(money.page)
    await goToProvider(money.page, portal, { number: '101800101', phone: '3836' })
    await money.page.getByRole('button', { name: /^Cancel and return/u }).click()
    await money.page.getByRole('heading', { level: 1, name: 'Your payment has been canceled.' }).waitFor()
    expect([...money.origins].sort()).toEqual([portal.origin, portal.providerOrigin].sort())
    expect(money.complaints).toEqual([])
    await portal.set({ googleAnalyticsCode: '', webChatSetting: chatFrom('') })
  })

  test('every script and style of a payment page is a file of the build by its SHA-384, and the policy allows no other [SEC-49]', async () => {
    const { page } = await newVisitor()
    const served = new Map<string, Promise<string>>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/\.(?:js|css)$/u.test(pathname)) served.set(pathname, response.body().then(sha384))
    })
    for (const path of [paths.quickPay(), paths.paymentSuccess(), paths.paymentCancel()]) {
      const document = await page.goto(portal.origin + path)
      await page.waitForLoadState('networkidle')
      const expected = [...served.keys()].map((name) => sha384(readFileSync(join(builtFiles, name))))
      expect(served.size).toBeGreaterThan(3)
      expect(await Promise.all(served.values())).toEqual(expected)
      const inline = await page
        .locator('script:not([src])')
        .evaluateAll((scripts) => scripts.map((one) => ({ type: one.getAttribute('type'), text: one.textContent })))
      expect(inline.map(({ type }) => type)).toEqual(['application/json', null])
      const early = inline[1]?.text ?? ''
      expect(early).toBe(readFileSync(join(builtFiles, '../early/early.js'), 'utf8').trim())
      const policy = document?.headers()['content-security-policy'] ?? ''
      expect(policy.split('; ').filter((one) => !one.startsWith('style-src') && !one.startsWith('report'))).toEqual([
        "default-src 'none'",
        `script-src 'self' 'sha256-${createHash('sha256').update(early).digest('base64')}'`,
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        // Of the settings: every page has the policy of the page that shows MyMeter, because no document is loaded between them.
        "frame-src 'self' blob: https://mymeter.prairie-ridge.example.org",
        "worker-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        `form-action 'self' ${portal.providerOrigin}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types coopline-documents coopline-worker',
      ])
      expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]+=*';/u)
    }
  })
})

const builtFiles = join(repositoryRoot, 'packages/web/dist/client')
const sha384 = (bytes: Buffer): string => createHash('sha384').update(bytes).digest('base64')

const chatFrom = (scriptUrl: string) => ({
  apiUrl: '',
  scriptUrl,
  coopId: '',
  subTitle: '',
  userName: '',
  introText: '',
  virtualAgentName: 'Virtual Agent',
  buttons: [],
})

describe('another site', () => {
  let evil: Server
  let evilOrigin: string

  beforeAll(async () => {
    const port = await freePort()
    evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<!doctype html><title>Elsewhere</title><form method="post"><input name="accountNumber" value="100100101"></form>',
      )
    })
    await new Promise<void>((ready) => evil.listen(port, '127.0.0.1', ready))
    evilOrigin = `http://127.0.0.1:${port}`
  })

  afterAll(async () => {
    await new Promise((closed) => evil.close(closed))
  })

  test('a page of another port cannot post to the portal, neither by form nor by script, although the browser sends its cookies [SEC-30]', async () => {
    const account = { number: '102000101', phone: '4246' }
    const { page, context } = await newVisitor()
    await openPayStep(page, portal, account)
    const verification = await page.evaluate(() => sessionStorage.length + localStorage.length)
    expect(verification).toBeGreaterThan(0)
    const stranger = await context.newPage()
    const answers: { type: string; status: number; allow: string | undefined; cookies: boolean }[] = []
    stranger.on('response', async (response) => {
      if (!response.url().startsWith(portal.origin) || response.request().method() !== 'POST') return
      const cookies = 'cookie' in (await response.request().allHeaders())
      const type = (await response.request().headerValue('content-type')) ?? ''
      answers.push({
        type,
        status: response.status(),
        allow: response.headers()['access-control-allow-origin'],
        cookies,
      })
    })
    const target = `${portal.origin}/api/v3/quick-pay/verify/account/phone`
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      await stranger.goto(evilOrigin)
      await stranger.locator('form').evaluate(
        (form: HTMLFormElement, [action, enctype]) => {
          form.action = action ?? ''
          form.enctype = enctype ?? ''
          form.submit()
        },
        [target, type],
      )
      await stranger.waitForURL(target)
    }
    await stranger.goto(evilOrigin)
    const seen = await stranger.evaluate(async (address) => {
      const body = JSON.stringify({ accountNumber: '102000101', phoneLastFourDigits: '4246' })
      const tries = [
        { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'text/plain' } },
        { mode: 'cors', headers: { 'content-type': 'application/json', applicationid: 'Web' } },
      ] as const
      const results: string[] = []
      for (const options of tries) {
        try {
          const answer = await fetch(address, { ...options, method: 'POST', credentials: 'include', body })
          results.push(`${answer.type} ${answer.status}`)
        } catch {
          results.push('refused')
        }
      }
      return results
    }, target)
    expect(seen).toEqual(['refused', 'refused', 'refused'])
    await expect.poll(() => answers.length).toBe(3)
    for (const { type, status, allow, cookies } of answers) {
      expect([403, 415], type).toContain(status)
      expect(allow, type).toBeUndefined()
      expect(cookies, type).toBe(true)
    }
    expect(await portal.payments(account.number)).toEqual([])
  })

  test('a page of another port can neither frame the portal nor read its pages [SEC-30]', async () => {
    const { page } = await newVisitor()
    await page.goto(evilOrigin)
    const read = await page.evaluate(async (address) => {
      try {
        return await (await fetch(address)).text()
      } catch {
        return 'refused'
      }
    }, portal.origin + paths.home())
    expect(read).toBe('refused')
    await page.evaluate((address) => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
    }, portal.origin + paths.quickPay())
    await expect.poll(() => page.frames().at(1)?.url()).toMatch(/^chrome-error:/u)
  })
})
