import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { seedDays, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { choice } from './connected-apps.fixtures.ts'

const example = join(import.meta.dirname, '../../../../../../docs/examples/home-assistant')
const exampleFile = (name: string) => readFileSync(join(example, name), 'utf8')

/** The parts of a `rest` sensor that decide what Home Assistant requests and shows. */
const configuration = z.strictObject({
  rest: z.array(
    z.strictObject({
      resource: z.string(),
      headers: z.record(z.string(), z.string()),
      scan_interval: z.number(),
      sensor: z.array(
        z.strictObject({
          name: z.string(),
          unique_id: z.string(),
          value_template: z.string(),
          unit_of_measurement: z.string(),
          device_class: z.string(),
          json_attributes_path: z.string(),
          json_attributes: z.array(z.string()),
        }),
      ),
    }),
  ),
})

/** Follows a path such as `meters[0].latest.used` into a response. */
const follow = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/u)
    .filter((key) => key !== '')
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value)

/** Evaluates a template that shows one value of the response, or a JSONPath from its root. */
function evaluate(text: string, response: unknown): unknown {
  const [, path] = /^(?:\{\{ value_json\.([\w.[\]]+) \}\}|\$\.([\w.[\]]+))$/u.exec(text)?.filter(Boolean) ?? []
  if (path === undefined) throw new Error(`The example has another kind of expression: ${text}`)
  return follow(response, path)
}

const portal = useTestPortal()
beforeEach(async () => {
  portal.set({ connectEnabled: true })
  await seedAccount(portal.db)
  await seedMeter(portal.db, { meterNumber: 'M1' })
  await seedDays(
    portal.db,
    { meterNumber: 'M1', day: '2026-11-18', used: 21_500 },
    { meterNumber: 'M1', day: '2026-11-19', used: 18_250, status: 'estimated' },
  )
})

it('shows usage in Home Assistant with the files of the example and a member’s own access token', async () => {
  const session = await seedSession(portal, await seedLogin(portal))
  const made = await portal.call(connectedApps.makeToken, {
    ...session,
    params: { memberNumber: '10001' },
    body: { ...choice, name: 'Home Assistant' },
  })
  const { token } = made.json<{ token: string }>()
  const secrets = parse(exampleFile('secrets.yaml').replace('YOUR-ACCESS-TOKEN', token)) as Record<string, string>
  const secret = { tag: '!secret', resolve: (name: string) => secrets[name] }
  const { rest } = configuration.parse(parse(exampleFile('configuration.yaml'), { customTags: [secret] }))
  const port = await portal.listen()
  const states: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  for (const { resource, headers, sensor } of rest) {
    const response = await fetch(resource.replace('https://portal.example.org', `http://127.0.0.1:${port}`), {
      headers,
    })
    expect(response.status).toBe(200)
    const json: unknown = await response.json()
    for (const one of sensor) {
      states[one.unique_id] = evaluate(one.value_template, json)
      expect(one.unit_of_measurement).toBe(follow(json, 'meters[0].unit'))
      const from = evaluate(one.json_attributes_path, json) as Readonly<Record<string, unknown>>
      attributes[one.unique_id] = Object.fromEntries(one.json_attributes.map((name) => [name, from[name]]))
    }
  }
  expect(states).toEqual({ coopline_last_day: 18.25, coopline_30_days: 39.75 })
  expect(attributes).toMatchObject({
    coopline_last_day: { day: '2026-11-19', quality: 'estimated', received: null },
    coopline_30_days: { accountNumber: '100100101', meterNumber: 'M1', days: [{ used: 21.5 }, { used: 18.25 }] },
  })
})

it('reads less often than a connection may', () => {
  const { rest } = configuration.parse(
    parse(exampleFile('configuration.yaml'), { customTags: [{ tag: '!secret', resolve: (name: string) => name }] }),
  )
  const readsPerHour = rest.reduce((sum, { scan_interval: seconds }) => sum + 3_600 / seconds, 0)
  expect(readsPerHour).toBeLessThanOrEqual(portal.deps.settings.current().connectReadsPerHour)
})
