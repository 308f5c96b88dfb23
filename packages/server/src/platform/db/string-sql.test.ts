import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Attempt } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { safeFileName } from '../uploads/safe-file-name.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|^testing\//u.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted()

describe('SQL made of texts', () => {
  test('raw SQL is written by rowsAsTable alone, of the column types of the import’s own tables [SEC-56]', () => {
    expect(sources.length).toBeGreaterThan(80)
    expect(filesWith(/sql\.(?:raw|literal|unsafe)\(/u)).toEqual(['platform/db/rows-as-table.ts'])
    // A constant of the source may be written as a literal, because only then can a statement use a partial index.
    expect(filesWith(/sql\.lit\((?!'[a-z-]+' as const\))/u)).toEqual([])
    const raw = /sql\.raw\(([^)]*)\)/gu
    const source = sources.find(({ file }) => file === 'platform/db/rows-as-table.ts')
    expect([...(source?.text ?? '').matchAll(raw)].map((match) => match[1])).toEqual(['column.type'])
    // The types of these come from such a table, or are written out.
    expect(filesWith(/\browsAsTable\(/u)).toEqual([
      'features/paying/payments/provider-news/provider-notices.store.ts',
      'features/site/integration/bill-totals.store.ts',
      'features/site/integration/gone-rows.store.ts',
      'features/site/integration/integration.store.ts',
      'platform/db/rows-as-table.ts',
    ])
  })

  test('scripts take no values but the names of roles, schemas, tables of the source and our own migration files [SEC-56]', () => {
    expect(filesWith(/runScript\(\s*`[^`]*\$\{/u)).toEqual([
      'platform/db/database-roles.ts',
      'platform/db/distribution.ts',
      'platform/db/migrate.ts',
    ])
    expect(filesWith(/\.query\(\s*`/u)).toEqual([])
  })
})

describe('SQL in what is sent', () => {
  const portal = useTestPortal()
  const fixtures = useEndpointFixtures(portal)

  const counts = async () =>
    portal.db
      .selectFrom('cis.account')
      .select((eb) => eb.fn.countAll().as('accounts'))
      // Calls that register make members of their own.
      .where('member_number', '=', '10001')
      .executeTakeFirstOrThrow()

  const attacks = [
    "' or '1'='1",
    "' or 1=1 --",
    "'; drop table cis.account; --",
    '1; delete from cis.account',
    "' union select account_number from cis.account --",
    "\\'; select pg_sleep(5); --",
    '$1',
    '$$; drop table cis.account; $$',
    "100100101' --",
    "100100101'||'",
    '1/**/or/**/1=1',
    'ʼ or 1=1',
    "%' or '%'='",
  ]

  // Thousands of calls, and more with each new endpoint.
  test('SQL in any field, path or query opens nothing, changes nothing and is no fault of ours [SEC-56]', {
    timeout: 400_000,
  }, async () => {
    const before = await counts()
    // An answer may repeat what was sent before, such as the name of a passkey or, made safe, of a file.
    const echoes = attacks.flatMap((attack) => [JSON.stringify(attack).slice(1, -1), safeFileName(attack, 'pdf')])
    let places = 0
    for (const fixture of fixtures) {
      const fields = Object.entries(fixture.body ?? {}).filter(([, value]) => typeof value === 'string')
      const texts = (values: object, attack: string) =>
        Object.fromEntries(Object.keys(values).map((name) => [name, attack]))
      const attempts: readonly ((attack: string) => Attempt)[] = [
        ...fields.map(([name]) => (attack: string) => ({ body: { ...(fixture.body as object), [name]: attack } })),
        ...(Object.keys(fixture.params).length > 0
          ? [(attack: string) => ({ params: texts(fixture.params, attack) })]
          : []),
        ...(Object.keys(fixture.query).length > 0
          ? [(attack: string) => ({ query: texts(fixture.query, attack) })]
          : []),
        (attack) => ({ query: { [attack]: '1' } }),
        (attack) => ({
          headers: { 'idempotency-key': attack.replaceAll(/[^\x20-\x7e]/gu, '?'), 'accept-language': 'en' },
        }),
      ]
      for (const attemptWith of attempts) {
        places += 1
        // A third of the texts in each place, another third in the next one.
        for (const attack of attacks.filter((_, at) => at % 3 === places % 3)) {
          const attempt = attemptWith(attack)
          const response = await fixture.send(attempt)
          expect(response.statusCode, `${fixture.endpoint.id} ${JSON.stringify(attempt).slice(0, 200)}`).toBeLessThan(
            500,
          )
          const own = echoes.reduce((body, echo) => body.replaceAll(echo, ''), response.body)
          expect(own).not.toMatch(/syntax error|SQLSTATE|\bpg_[a-z]+\b|\brelation\b/u)
        }
      }
    }
    expect(await counts()).toEqual(before)
    expect(portal.logLines.filter((line) => line.includes('Unexpected error'))).toEqual([])
  })

  test('SQL does not verify an account [SEC-56]', async () => {
    for (const attack of attacks) {
      const answers = await Promise.all(
        [
          { accountNumber: attack, phoneLastFourDigits: '4821' },
          { accountNumber: '100100101', phoneLastFourDigits: attack },
        ].map(async (payload) =>
          portal.inject({
            method: 'POST',
            url: '/api/v3/quick-pay/verify/account/phone',
            headers: { applicationid: 'Web' },
            payload,
          }),
        ),
      )
      expect(answers.map((response) => response.statusCode)).toEqual([400, 400])
    }
  })
})
