import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Door } from '../../testing/door.ts'
import { openDoors } from '../../testing/open-doors.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let doors: readonly Door[]
beforeAll(async () => {
  portal = await startTestPortal({ env: { REQUESTS_PER_5_MINUTES: '1000000' } })
  doors = await openDoors(portal)
})
afterAll(async () => portal.close())

/** Compared with what is on file or hashed, and never kept as they are. */
const isNeverKept = ({ endpoint }: Door, field: string): boolean =>
  /password|token$|^otc$/iu.test(field) ||
  (/^username$/iu.test(field) && /^(?:signIn|credentialRecovery)\./u.test(endpoint.id))

interface TextField {
  readonly door: Door
  readonly field: string
}

const textFields = (): readonly TextField[] =>
  doors
    .filter(
      ({ endpoint }) => !endpoint.rawBody && ['public', 'quick-pay', 'member', 'registration'].includes(endpoint.auth),
    )
    .flatMap((door) =>
      Object.entries((door.body ?? {}) as Record<string, unknown>)
        .filter(([field, value]) => typeof value === 'string' && !isNeverKept(door, field))
        .map(([field]) => ({ door, field })),
    )

const cards = ['4111111111111111', '3782 822463 10005']

describe('a card number', () => {
  it('is refused in every text that a member or visitor can send, and kept nowhere [SEC-48]', async () => {
    expect(textFields().length).toBeGreaterThan(25)
    expect(textFields().map(({ field }) => field)).toEqual(expect.arrayContaining(['loginId', 'userName']))
    for (const { door, field } of textFields())
      for (const card of cards) {
        const response = await door.send({ body: { ...(door.body as object), [field]: card } })
        expect([door.endpoint.id, field, response.statusCode]).toEqual([door.endpoint.id, field, 400])
        expect(response.body).not.toContain(card)
      }
    const tables = await portal.database.runScript(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('portal', 'cis', 'outbox', 'pay')",
    )
    for (const { name } of tables) {
      const rows = await portal.database.runScript(`select the_row::text as text from ${String(name)} the_row`)
      for (const card of cards) expect(JSON.stringify(rows), String(name)).not.toContain(card)
    }
    for (const card of cards) expect(portal.logLines.join('\n')).not.toContain(card)
  })

  it('is refused with a plain sentence at its field, in the language of the caller [SEC-48]', async () => {
    const profile = textFields().find(({ field }) => /name|street|address/iu.test(field))
    if (profile === undefined) throw new Error('There is no field of a profile')
    const { door, field } = profile
    const sentence = async (language: string) => {
      const response = await door.send({
        body: { ...(door.body as object), [field]: `card 4111-1111-1111-1111` },
        headers: { 'accept-language': language },
      })
      return response.json<{ errors: { field: string; code: string; message: string }[] }>().errors
    }
    const code = 'card-number'
    expect(await sentence('en')).toEqual([
      {
        code,
        field,
        message: 'This looks like a card number. Delete it and enter your card number only on the payment page.',
      },
    ])
    expect((await sentence('es'))[0]?.message).toMatch(/^Esto parece un número de tarjeta\./u)
  })

  it('does not keep out account numbers, telephones, codes and ids: every call is let through as it is', async () => {
    for (const { door } of textFields()) {
      const { body } = await door.send()
      expect([door.endpoint.id, body.includes('card-number')]).toEqual([door.endpoint.id, false])
    }
  })
})
