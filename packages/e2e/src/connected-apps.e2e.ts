import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { apiPrefix, paths } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected } from './support/browser.ts'
import { giveCredentials } from './support/member.ts'
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

const openTab = (page: Page) => page.goto(portal.origin + paths.myProfile({ tab: 'connected-apps' }))
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('connecting an app', () => {
  test('an app gets approval from a member who signs in for it, reads usage, and stops when the member ends it', async () => {
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

    await openTab(page)
    await page.getByRole('rowheader', { name: 'Solar Planner' }).waitFor()
    await pressed(page, 'History of Solar Planner')
    await page.getByRole('dialog').getByText('Daily usage').waitFor()
    await page.keyboard.press('Escape')
    await pressed(page, 'End Solar Planner')
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    // Exact: the question begins with the same words.
    await page.getByText('“Solar Planner” can no longer read your usage.', { exact: true }).waitFor()
    expect((await read(token)).status).toBe(401)
    expect(unexpected(visitor)).toEqual([])
  })

  test('a link with a wrong redirect URI stays on the portal and shows an error', async () => {
    const app = await registerApp('Wrong Address')
    const visitor = await newVisitor()
    const { page } = visitor
    await signInByCall(page, portal.origin, 'henry.walsh')
    await page.goto(app.authorization.replace('callback', 'elsewhere'))
    await page.getByText('This app cannot be connected').waitFor()
    expect(new URL(page.url()).origin).toBe(portal.origin)
  })
})

const words = {
  en: {
    allow: 'Allow',
    decline: 'Do not allow',
    make: 'Make an access token',
    name: 'Name',
    submit: 'Make token',
    done: 'Done',
    end: 'End Script',
    history: 'History of Script',
  },
  es: {
    allow: 'Permitir',
    decline: 'No permitir',
    make: 'Crear un token de acceso',
    name: 'Nombre',
    submit: 'Crear token',
    done: 'Listo',
    end: 'Terminar Script',
    history: 'Historial de Script',
  },
} as const

test.for([
  ['en', 'luis.romero'],
  ['es', 'maya.iyer'],
] as const)('axe finds nothing where apps are connected and tokens are made (%s)', async ([language, username]) => {
  const app = await registerApp('Solar Planner')
  const visitor = await newVisitor()
  const { page } = visitor
  const text = words[language]
  const findings: string[] = []
  const look = async (state: string) => {
    findings.push(...(await axeFaults(page, state, { translated: language === 'es' })))
    await takePictures(page, `connected-apps-${language}-${state}`)
  }
  await signInByCall(page, portal.origin, username)
  await page.evaluate((chosen) => localStorage.setItem('mcp_language', chosen), language)
  await page.goto(app.authorization)
  await page.getByRole('button', { name: text.allow, exact: true }).waitFor()
  await look('request')
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
  await pressed(page, text.allow)
  await look('nothing-chosen')
  await pressed(page, text.decline)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

  await openTab(page)
  await pressed(page, text.make)
  await page.getByLabel(text.name, { exact: true }).fill('Script')
  await look('make-token')
  await pressed(page, text.submit)
  await page.getByRole('dialog').locator('code').waitFor()
  await look('token')
  await page.getByRole('dialog').getByText(text.done, { exact: true }).click()
  await page.getByRole('rowheader', { name: 'Script' }).waitFor()
  await look('list')
  await pressed(page, text.history)
  await look('history')
  await page.keyboard.press('Escape')
  await pressed(page, text.end)
  await look('end')
  expect(findings).toEqual([])
  expect(unexpected(visitor)).toEqual([])
})
