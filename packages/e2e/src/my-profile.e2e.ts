import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { apiPrefix, paths } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pressed } from './support/authenticator-app.ts'
import { newVisitor, unexpected } from './support/browser.ts'
import { demoPassword, onOverview, giveCredentials, signOut } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
let appServer: Server
let redirectUri: string
beforeAll(async () => {
  const port = await freePort()
  redirectUri = `http://127.0.0.1:${port}/callback`
  appServer = createServer((_request, response) => response.end('<!doctype html><title>App</title><h1>Welcome</h1>'))
  appServer.listen(port, '127.0.0.1')
  portal = await startPortalUnderTest()
})
afterAll(async () => {
  appServer.close()
  await portal.close()
})

const scope = 'FB=4_5_15;IntervalDuration=86400'

interface App {
  readonly clientId: string
  readonly authorization: string
  readonly token: (back: URL) => Promise<{ access_token: string; refresh_token: string }>
}

/** Registers an app the way a developer does against the demo. */
async function registerApp(name: string): Promise<App> {
  const registered = await fetch(`${portal.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }),
  })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return {
    clientId,
    authorization: `${portal.origin}/oauth/authorize?${query}`,
    token: async (back) => {
      const response = await fetch(`${portal.origin}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: clientId,
          code: back.searchParams.get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      })
      return (await response.json()) as { access_token: string; refresh_token: string }
    },
  }
}

const read = async (token: string) =>
  fetch(`${portal.origin}${apiPrefix}/v3/connected-data/daily`, { headers: { authorization: `Bearer ${token}` } })

const at = (tab: string) => portal.origin + paths.myProfile({ tab })
const account = '100100101'
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const saved = 'Your profile has been updated.'

describe('My Profile', () => {
  test('a member turns on paperless bills, which locks the email, then chooses paperless mail and which emails to get, and finds all of it after a reload [MP-07, MP-49, MP-62]', async () => {
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(portal.origin + paths.paymentOptions())
    await page
      .getByRole('link', { name: /Paperless/u })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Paperless Options', selected: true }).waitFor()
    const email = box(page, `Email bill notice, account ${account}`)
    expect(await email.isChecked()).toBe(false)
    await box(page, `Paperless billing, account ${account}`).check()
    expect([await email.isChecked(), await email.isDisabled()]).toEqual([true, true])
    await pressed(page, 'Submit All')
    await page.getByRole('link', { name: 'Please select the checkbox to continue.' }).waitFor()
    await takePictures(page, 'profile-paperless-refused')
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    const bill = box(page, `Paperless billing, account ${account}`)
    await bill.waitFor()
    expect([await bill.isChecked(), await email.isChecked(), await email.isDisabled()]).toEqual([true, true, true])
    await takePictures(page, 'profile-paperless')

    const paperless = box(page, `Paperless notices, account ${account}`)
    const wasPaperless = await paperless.isChecked()
    await paperless.click()
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await page.getByRole('tab', { name: 'Login Info' }).click()
    const emails = box(page, 'Email me about my payments')
    const hadEmails = await emails.isChecked()
    await emails.click()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    await emails.waitFor()
    expect(await emails.isChecked()).toBe(!hadEmails)
    await page.getByRole('tab', { name: 'Paperless Options' }).click()
    expect(await paperless.isChecked()).toBe(!wasPaperless)
    expect(unexpected(visitor)).toEqual([])
  })

  test('a taken username and a wrong current password are refused, and nothing that was typed is lost [MP-40]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'ben.ortega')
    await page.goto(at('login'))
    const username = page.getByLabel('Username')
    await username.fill('ada.lindqvist')
    await username.press('Tab')
    await page.getByText('The username has already been registered.').waitFor()
    await takePictures(page, 'profile-login-taken')
    await username.fill('ben.of.prairie')
    await username.press('Tab')
    await page.getByText('This username is available.').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill('Prairie!2025')
    await pressed(page, 'Submit All')
    await page.getByRole('link', { name: 'The password does not match our records. Try again.' }).waitFor()
    expect(await username.inputValue()).toBe('ben.of.prairie')
    await takePictures(page, 'profile-wrong-password')
    await page.getByLabel('Current password', { exact: true }).fill(demoPassword)
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await signOut(page)
    await page.goto(portal.origin + paths.login())
    await giveCredentials(page, 'ben.of.prairie')
    await onOverview(page)
  })

  test('one checkbox makes sixty accounts paperless [MP-52]', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'uma.fields')
    await page.goto(at('paperless'))
    await box(page, 'Paperless billing, All accounts').check()
    await takePictures(page, 'profile-sixty')
    await page.getByRole('checkbox', { name: /^I agree/u }).check()
    await pressed(page, 'Submit All')
    await page.getByText(saved).waitFor()
    await page.reload()
    await box(page, 'Paperless billing, All accounts').waitFor()
    await expect.poll(async () => page.locator('input[name$=".isPaperless"]:checked').count()).toBe(61)
  })
})

/** Looks at the page and notes what axe finds in it, in both languages. */
async function look(page: Page, name: string, found: string[], within?: string): Promise<void> {
  found.push(...(await axeFaults(page, name, within === undefined ? {} : { within })))
  await takePictures(page, `profile-${name}`)
}

test('axe finds nothing on the three tabs, light and dark, filled and refused, in both languages', async () => {
  const { page } = await newVisitor()
  await signInByCall(page, portal.origin, 'peter.vance')
  const found: string[] = []
  for (const tab of ['login', 'paperless', 'roundup']) {
    await page.goto(at(tab))
    await page.getByRole('button', { name: 'Submit All' }).waitFor()
    await look(page, tab, found)
  }
  await page.locator('input[name="roundupAccounts.0.isRoundup"]').check()
  await page.locator('input[name="roundupAccounts.0.expiration"]').fill('2020-01-01')
  await pressed(page, 'Submit All')
  await page.getByRole('alert').first().waitFor()
  await look(page, 'roundup-refused', found)
  expect(found).toEqual([])
})

describe('connecting an app', () => {
  test('an app gets approval from a member who signs in for it, reads usage, and stops when the member ends it; one with a wrong redirect URI stays on the portal', async () => {
    const app = await registerApp('Solar Planner')
    const visitor = await newVisitor()
    const { page } = visitor
    await page.goto(app.authorization)
    await giveCredentials(page, 'henry.walsh')
    await page.getByText('Solar Planner asks to read your energy usage').waitFor()
    await page.getByText('We have not reviewed this app.', { exact: false }).waitFor()
    await pressed(page, 'Allow')
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    const { access_token: token } = await app.token(new URL(page.url()))
    const answer = await read(token)
    expect(answer.status).toBe(200)
    const { meters } = (await answer.json()) as { meters: readonly { meterNumber: string }[] }
    expect(meters.length).toBeGreaterThan(0)

    await page.goto(at('connected-apps'))
    await page.getByRole('rowheader', { name: 'Solar Planner' }).waitFor()
    await pressed(page, 'History of Solar Planner')
    await page.getByRole('dialog').getByText('Daily usage').waitFor()
    await page.keyboard.press('Escape')
    await pressed(page, 'End Solar Planner')
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    // Exact: the question begins with the same words.
    await page.getByText('“Solar Planner” can no longer read your usage.', { exact: true }).waitFor()
    expect((await read(token)).status).toBe(401)

    const wrong = await registerApp('Wrong Address')
    await page.goto(wrong.authorization.replace('callback', 'elsewhere'))
    await page.getByText('This app cannot be connected').waitFor()
    expect(new URL(page.url()).origin).toBe(portal.origin)
    expect(unexpected(visitor)).toEqual([])
  })

  test('axe finds nothing where apps are connected and tokens are made, in both languages', async () => {
    const app = await registerApp('Solar Planner')
    const visitor = await newVisitor()
    const { page } = visitor
    const found: string[] = []
    await signInByCall(page, portal.origin, 'luis.romero')
    await page.goto(app.authorization)
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    await look(page, 'request', found)
    for (const one of await page.getByRole('checkbox').all()) await one.uncheck()
    await pressed(page, 'Allow')
    await look(page, 'nothing-chosen', found)
    await pressed(page, 'Do not allow')
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

    await page.goto(at('connected-apps'))
    await pressed(page, 'Make an access token')
    await page.getByLabel('Name', { exact: true }).fill('Script')
    await look(page, 'make-token', found, 'dialog[open]')
    await pressed(page, 'Make token')
    await page.getByRole('dialog').locator('code').waitFor()
    await look(page, 'token', found, 'dialog[open]')
    await page.getByRole('dialog').getByText('Done', { exact: true }).click()
    await page.getByRole('rowheader', { name: 'Script' }).waitFor()
    await look(page, 'list', found)
    await pressed(page, 'History of Script')
    await look(page, 'history', found, 'dialog[open]')
    await page.keyboard.press('Escape')
    await pressed(page, 'End Script')
    await look(page, 'end', found, 'dialog[open]')
    expect(found).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})
