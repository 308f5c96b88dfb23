import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { choice, redirectUri, seedRequest } from './connected-apps.fixtures.ts'

const origin = 'https://portal.example.org'
const portal = useTestPortal({
  settings: { connectEnabled: true, connectCallsPerClientPerMinute: 10_000 },
  env: { PUBLIC_ORIGIN: origin, PROVIDER_URL: 'https://pay.example.org' },
})

it('sends only __Host- cookies with the authorization request of an app over https, and continues with them', async () => {
  await seedAccount(portal.db)
  await portal.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'M1' }).execute()
  const ada = await seedSession(portal, await seedLogin(portal))
  const started = await seedRequest(portal)
  const allowed = await portal.call(connectedApps.allow, {
    bearer: ada.bearer,
    cookie: `${ada.cookie}; ${started.cookie}`,
    params: { memberNumber: '10001', id: started.id },
    body: choice,
  })
  const { continueAt } = allowed.json<{ continueAt: string }>()
  const back = await portal.inject({
    url: continueAt,
    headers: { host: new URL(origin).host, cookie: started.cookie },
  })
  expect(back.headers.location).toContain(`${redirectUri}?code=`)
  const sent = [...linesOf(started.answer), ...linesOf(back)]
  expect(namesIn(sent)).toEqual(
    ['request', 'resume', 'session'].flatMap((name) => [`__Host-connect_${name}`, `__Host-connect_${name}.sig`]),
  )
  for (const line of sent) {
    const attributes = line.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']))
    expect(attributes.filter((attribute) => attribute.startsWith('domain='))).toEqual([])
  }
})

const linesOf = (answer: LightMyRequestResponse): readonly string[] => [answer.headers['set-cookie'] ?? []].flat()
const namesIn = (lines: readonly string[]) => [...new Set(lines.map((line) => line.split('=', 1)[0] ?? ''))].toSorted()
