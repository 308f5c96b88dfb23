import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PushedImport, systemPushes } from '@coopline/contract/site/system-api/system-pushes.contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { asCsv, corpus } from '../../../testing/push-corpus.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { importBundle, type ImportEntry } from '../integration/public.ts'
import { makeKey } from './change-keys.ts'
import { insertPush } from './pushes.store.ts'
import { runPushesJob } from './run-pushes.job.ts'
import { systemCall } from './system-api.fixtures.ts'

const documents = mkdtempSync(join(tmpdir(), 'coopline-documents-'))
afterAll(() => rmSync(documents, { recursive: true, force: true }))
const portal = useTestPortal({ env: { DOCUMENTS_DIR: documents } })
const other = useTestDatabase()

type Headers = Readonly<Record<string, string>>
const noHeaders: Headers = {}

const headersOf = async (): Promise<Headers> => (await systemCall(portal)).headers

const push = async (
  file: string,
  payload: string | Buffer,
  { type = 'text/csv', query = '', headers = noHeaders } = {},
) =>
  portal.inject({
    method: 'PUT',
    url: `/integration/v1/files/${file}${query}`,
    headers: { ...(headers['authorization'] === undefined ? await headersOf() : {}), 'content-type': type, ...headers },
    payload,
  })
const pushed = async (...args: Parameters<typeof push>) => (await push(...args)).json<PushedImport>()
const json = 'application/json'
/** A whole row of balances.csv. */
const balance = (accountNumber: string, amount: string) => ({
  account_number: accountNumber,
  balance: amount,
  past_due: '0.00',
  due_date: '2026-12-04',
  cutoff_amount: '0.00',
  cutoff_date: null,
  reconnect_fee: '0.00',
  additional_deposit: '0.00',
  disconnect_fee: '0.00',
  over_pay_amount: '500.00',
})
const balances = (...rows: readonly (readonly [string, string])[]): string =>
  csv(
    Object.keys(balance('', '')).join(','),
    ...rows.map(([account, amount]) => Object.values(balance(account, amount)).join(',')),
  )
const balanceOf = async (accountNumber = '100100101') =>
  (
    await portal.db
      .selectFrom('cis.balance')
      .select('balance')
      .where('account_number', '=', accountNumber)
      .executeTakeFirst()
  )?.balance
const pushesLeft = async () => portal.db.selectFrom('portal.push').select(['push_id', 'state']).execute()

describe('rows that a system pushes', () => {
  it('are stored and answered row by row in one request, as JSON, NDJSON and CSV [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const rows = [
      balance('100100101', '80.50'),
      balance('999', '1.00'),
      balance('100100101', 'much'),
      { ...balance('100100101', '1.00'), color: 'blue' },
      { account_number: '100100101', balance: '1.00' },
    ]
    const answer = await pushed('balances', JSON.stringify(rows), { type: json })
    expect(answer).toMatchObject({ importId: null, state: 'done', rows: 5, stored: 1, refused: 4, moreEntries: 0 })
    expect(answer.entries.map(({ line, column }) => [line, column])).toEqual([
      [2, 'account_number'],
      [3, 'balance'],
      [4, 'color'],
      ...Object.keys(balance('', ''))
        .slice(2)
        .map((column) => [5, column]),
    ])
    expect(answer.entries[0]?.reason).toBe('names no account on file')
    expect(await balanceOf()).toBe(8050)
    const lines = rows.map((row) => JSON.stringify(row))
    const nd = await pushed('balances', [...lines, '{"account_number":"1'].join('\n'), { type: 'application/x-ndjson' })
    expect(nd).toMatchObject({ state: 'done', rows: 6, stored: 0, unchanged: 1, refused: 5 })
    expect(nd.entries.at(-1)).toMatchObject({ line: 6, reason: 'is no object with the columns of the file' })
    const text = balances(['100100101', '12.00'], ['100100101', '13.00'])
    const asText = await pushed('balances', text, { type: 'text/csv; charset=utf-8' })
    expect(asText).toMatchObject({ state: 'done', rows: 2, stored: 1, refused: 1, entries: [{ line: 3 }] })
    expect(await balanceOf()).toBe(1200)
    expect(await pushesLeft()).toEqual([])
  })

  it('are refused as a whole with the reason when the body is cut off, or its header names no column [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const before = await balanceOf()
    const cut = await pushed('balances', balances(['100100101', '80.00']).slice(0, -2))
    expect(cut).toMatchObject({ rows: 1, stored: 0, refused: 1 })
    const header = await push('balances', csv('account,balance', '100100101,1.00'))
    expect(header.statusCode).toBe(400)
    expect(header.json<{ detail: string }>().detail).toContain('balances.csv')
    expect((await push('balances', '{"a":1}', { type: json })).statusCode).toBe(400)
    expect((await push('balances', '[{]', { type: json })).statusCode).toBe(400)
    expect((await push('balances', 'a', { type: 'text/plain' })).statusCode).toBe(415)
    expect((await push('nothing', csv('a', '1'))).json<{ detail: string }>().detail).toContain('balances')
    expect(await balanceOf()).toBe(before)
  })

  it('change nothing in a dry run, and end what a full load does not have, within its limit [REQ-D-504]', async () => {
    for (const file of ['members', 'phones'] as const) await pushed(file, smallBundle[`${file}.csv`])
    const phones = async () => (await portal.db.selectFrom('cis.phone').select('digits').execute()).length
    const one = csv('member_number,digits,kind', '10001,7155554821,cell')
    expect(await pushed('phones', one, { query: '?full=100&dryRun=Y' })).toMatchObject({ ended: 1 })
    expect(await phones()).toBe(2)
    expect(await pushed('phones', one)).toMatchObject({ unchanged: 1, ended: 0 })
    expect(await pushed('phones', one, { query: '?full=100' })).toMatchObject({ ended: 1 })
    expect(await phones()).toBe(1)
    const numbers = Array.from({ length: 40 }, (_none, at) => `10001,71555501${at + 10},cell`)
    await pushed('phones', csv('member_number,digits,kind', ...numbers))
    const most = await pushed('phones', one, { query: '?full=10' })
    expect([most.ended, most.entries[0]?.reason]).toEqual([0, expect.stringContaining('more than 10 percent')])
  })

  it('ends nothing by a full load of which a row is refused before the import sees it [REQ-D-504]', async () => {
    for (const file of ['members', 'phones'] as const) await pushed(file, smallBundle[`${file}.csv`])
    const rows = [
      { member_number: '10001', digits: '7155554821', kind: 'cell' },
      { member_number: '10002', number: 'x' },
    ]
    const answer = await pushed('phones', JSON.stringify(rows), { type: json, query: '?full=100' })
    expect(answer).toMatchObject({ refused: 1, ended: 0 })
    expect(await portal.db.selectFrom('cis.phone').select('digits').execute()).toHaveLength(2)
  })

  it('are answered once under an Idempotency-Key, so that a late repeat does not undo newer rows [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const auth = await headersOf()
    const first = balances(['100100101', '10.00'])
    const headers = { ...auth, 'idempotency-key': 'balance-1' }
    const answer = await pushed('balances', first, { headers })
    await pushed('balances', balances(['100100101', '20.00']), {
      headers: { ...auth, 'idempotency-key': 'balance-2' },
    })
    const again = await pushed('balances', first, { headers })
    expect({ ...again, endedAt: '' }).toEqual({ ...answer, endedAt: '' })
    expect(await balanceOf()).toBe(2000)
    const conflict = await push('balances', balances(['100100101', '30.00']), { headers })
    expect([conflict.statusCode, conflict.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      409,
      'idempotency-key-reused',
    ])
    // Keys of another system are its own.
    expect(
      (
        await push('balances', balances(['100100101', '30.00']), {
          headers: { ...(await headersOf()), 'idempotency-key': 'balance-1' },
        })
      ).statusCode,
    ).toBe(200)
    expect(await balanceOf()).toBe(3000)
  })

  it('are rolled back when the body cannot be read to its end, and an empty body ends nothing [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const before = await balanceOf()
    const endless = `${balances(['100100101', '1.00'])}${'x'.repeat(70_000)}`
    const answer = await push('balances', endless)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('in one line')])
    expect(await balanceOf()).toBe(before)
    await pushed('members', smallBundle['members.csv'])
    await pushed('phones', smallBundle['phones.csv'])
    for (const type of ['text/csv', 'application/x-ndjson'])
      expect((await push('phones', '', { type, query: '?full=100' })).statusCode, type).toBe(400)
    expect(await portal.db.selectFrom('cis.phone').select('digits').execute()).toHaveLength(2)
  })

  it('give way to the same request that was answered while they waited, and undo nothing newer [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const headers = { ...(await headersOf()), 'idempotency-key': 'balance-1' }
    const body = balances(['100100101', '10.00'])
    const { heavyWork } = portal.deps
    onTestFinished(() => void Object.assign(portal.deps, { heavyWork }))
    let isFirst = true
    const run: typeof heavyWork.importing.run = async (piece) => {
      if (isFirst) {
        isFirst = false
        await pushed('balances', body, { headers })
        await pushed('balances', balances(['100100101', '20.00']))
      }
      return heavyWork.importing.run(piece)
    }
    Object.assign(portal.deps, { heavyWork: { ...heavyWork, importing: { ...heavyWork.importing, run } } })
    expect(await pushed('balances', body, { headers })).toMatchObject({ state: 'done', stored: 1 })
    expect(await balanceOf()).toBe(2000)
    expect(await pushesLeft()).toHaveLength(1)
  })

  it('refuse a key that a row has twice, and a number that was changed when it was read [REQ-D-504]', async () => {
    const twice = '{"member_number":"10001","name":"Ada","name":"Ben"}'
    const large = '{"member_number":"10001","name":12345678901234567890}'
    const answer = await pushed('members', `${twice}\n${large}\n`, { type: 'application/x-ndjson' })
    expect(answer.entries.map(({ line, column }) => [line, column])).toEqual([
      [1, ''],
      [2, 'name'],
    ])
  })

  it('wait while another import is under way, and are then answered 503 with the time to wait [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const before = await balanceOf()
    const answer = await portal.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(8675311)`.execute(tx)
      return push('balances', balances(['100100101', '1.00']))
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
    expect(await balanceOf()).toBe(before)
  })
})

describe('a large body', () => {
  const many = (rows: number, amount = '5.00') =>
    balances(...Array.from({ length: rows }, (_none, at) => [at === 0 ? '100100101' : String(at), amount] as const))

  it('is stored, imported by a job in the order of arrival, and reported; small ones wait behind it [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const headers = await headersOf()
    const first = await push('balances', many(1500), { headers })
    expect(first.statusCode).toBe(202)
    const { importId } = first.json<PushedImport>()
    const small = await push('balances', balances(['100100101', '7.00']), { headers })
    expect(small.statusCode).toBe(202)
    const view = async (id: string | null, by = headers) =>
      portal.call(systemPushes.viewImport, { headers: by, params: { importId: id ?? '' } })
    expect((await view(importId)).json()).toMatchObject({ importId, state: 'waiting', rows: 0, endedAt: null })
    await portal.jobs.runWaiting()
    expect((await view(importId)).json()).toMatchObject({
      state: 'done',
      rows: 1500,
      stored: 1,
      refused: 1499,
      moreEntries: 499,
    })
    expect(await balanceOf()).toBe(700)
    expect((await view(importId, await headersOf())).statusCode).toBe(404)
    expect(await portal.db.selectFrom('portal.push_part').select('part').execute()).toEqual([])
    const recorded = await portal.db.selectFrom('portal.recorded_import').select(['kind', 'name', 'outcome']).execute()
    expect(recorded).toContainEqual({ kind: 'bundle', name: 'file:balances', outcome: 'with-errors' })
  })

  it('leaves nothing when it breaks off, and is stored once under its Idempotency-Key [REQ-D-504]', async () => {
    const auth = await headersOf()
    const request = http.request({
      port: await portal.listen(),
      path: '/integration/v1/files/balances',
      method: 'PUT',
      headers: { ...auth, 'content-type': 'text/csv' },
    })
    request.on('error', () => undefined)
    request.write(many(30_000))
    await expect.poll(pushesLeft).toHaveLength(1)
    request.destroy()
    await expect.poll(pushesLeft).toEqual([])
    const unfinished = {
      keyId: 'k',
      target: 'readings',
      media: 'text/csv',
      options: {},
      receivedAt: portal.clock.now(),
    }
    await insertPush(portal.db, unfinished)
    portal.clock.advance(3_601)
    await portal.jobs.run(runPushesJob, {})
    expect(await pushesLeft()).toEqual([])
    const headers = { ...auth, 'idempotency-key': 'nightly-2026-11-20' }
    const [one, two] = [
      await pushed('balances', many(1500), { headers }),
      await pushed('balances', many(1500), { headers }),
    ]
    expect(two.importId).toBe(one.importId)
    expect((await push('balances', many(1600), { headers })).statusCode).toBe(409)
    expect(await pushesLeft()).toHaveLength(1)
  })

  it('is imported by another process once the one that had it was killed, and given up after five errors [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const { importId } = await pushed('balances', many(1500))
    const set = async (values: { leased_until: Date; attempts?: number }) =>
      portal.db
        .updateTable('portal.push')
        .set({ state: 'running', ...values })
        .where('push_id', '=', Number(importId))
        .execute()
    await set({ leased_until: new Date(portal.clock.now().getTime() + 60_000) })
    await portal.jobs.run(runPushesJob, {})
    expect(await balanceOf()).not.toBe(500)
    portal.clock.advance(61)
    await portal.jobs.run(runPushesJob, {})
    expect(await balanceOf()).toBe(500)
    const next = await pushed('balances', many(1500, '6.00'))
    await portal.db
      .updateTable('portal.push')
      .set({ attempts: 5 })
      .where('push_id', '=', Number(next.importId))
      .execute()
    await portal.jobs.run(runPushesJob, {})
    expect(await pushesLeft()).toContainEqual({ push_id: Number(next.importId), state: 'failed' })
    expect(await balanceOf()).toBe(500)
  })

  it('waits for another import without counting as a failed one [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const { importId } = await pushed('balances', many(1500))
    await portal.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(8675311)`.execute(tx)
      await portal.jobs.run(runPushesJob, {})
    })
    const row = await portal.db
      .selectFrom('portal.push')
      .select(['state', 'attempts'])
      .where('push_id', '=', Number(importId))
      .executeTakeFirst()
    expect(row).toEqual({ state: 'waiting', attempts: 0 })
  })
})

describe('the same rows by the API and by the command', () => {
  it('are stored, refused and reported alike, for every column of every file, as CSV and as NDJSON [REQ-D-504]', async () => {
    const deps = { db: other.db, clock: portal.clock }
    const headers = await headersOf()
    for (const { file, names, rows } of corpus) {
      const text = asCsv(names, rows)
      const entries: ImportEntry[] = []
      const directory = bundleFolder({ [file.file]: text })
      const summary = await importBundle(deps, {
        directory,
        hasDocument: async () => false,
        report: (one) => entries.push(one),
      })
      const counts = summary.files.find((one) => one.file === file.file)
      const name = file.file.replace(/\.csv$/u, '')
      const objects = rows.map((row) =>
        JSON.stringify(Object.fromEntries(names.map((column, at) => [column, row[at]]))),
      )
      const first = await pushed(name, text, { headers })
      expect([first.rows, first.stored, first.refused], name).toEqual([
        counts?.rows,
        (counts?.added ?? 0) + (counts?.changed ?? 0),
        counts?.refused,
      ])
      const places = (some: readonly { line: number; column: string; severity: string }[]) =>
        some.map((one) => `${one.line} ${one.column} ${one.severity}`).toSorted()
      expect(first.moreEntries).toBe(0)
      expect(places(first.entries), name).toEqual(places(entries))
      const second = await pushed(name, objects.join('\n'), { headers, type: 'application/x-ndjson' })
      expect([second.rows, second.stored, second.refused], name).toEqual([counts?.rows, 0, counts?.refused])
      const contents = async (db: typeof portal.db) =>
        (
          await sql<{
            row: string
          }>`select to_jsonb(t)::text as row from ${sql.table(file.table)} as t order by 1`.execute(db)
        ).rows
      expect(await contents(portal.db), name).toEqual(await contents(other.db))
    }
  })
})

describe('outages and readings', () => {
  it('are imported from the documented forms, and refused with the reason [REQ-D-504]', async () => {
    await seedAccount(portal.db)
    const headers = await headersOf()
    const incident = {
      id: 'I-1',
      status: 'active',
      startedAt: portal.clock.now().toISOString(),
      cause: 'tree',
      crew: 'assigned',
      customersAffected: 3,
      accounts: ['100100101'],
    }
    const file = {
      format: 'coopline-outages/1',
      generatedAt: portal.clock.now().toISOString(),
      scope: 'full',
      incidents: [incident],
    }
    const put = async (body: unknown) =>
      (await portal.call(systemPushes.pushOutages, { headers, body })).json<PushedImport>()
    expect(await put(file)).toMatchObject({ state: 'done', rows: 1, stored: 1, refused: 0 })
    expect(await portal.db.selectFrom('portal.outage_incident').select('incident_id').execute()).toHaveLength(1)
    expect(await put({ ...file, format: 'other' })).toMatchObject({ status: 400, errors: [{ code: 'file-refused' }] })
    portal.clock.advance(60)
    expect(await put({ ...file, generatedAt: portal.clock.now().toISOString(), incidents: [] })).toMatchObject({
      ended: 1,
    })
    await pushed('meters', csv('account_number,meter_number', '100100101,E-1'), { headers })
    const readings = async (payload: string, type = 'text/csv') =>
      portal.inject({
        method: 'POST',
        url: '/integration/v1/readings',
        headers: { ...headers, 'content-type': type },
        payload,
      })
    const good = csv(
      'account_number,meter_number,day,used',
      '100100101,E-1,2026-01-02,12.5',
      '100100101,E-9,2026-01-02,1',
    )
    expect((await readings(good)).json()).toMatchObject({
      state: 'done',
      rows: 2,
      stored: 1,
      refused: 1,
      entries: [{ line: 3 }],
    })
    const broken = await readings('<feed/>', 'application/xml')
    expect(broken.statusCode).toBe(400)
    expect(broken.body).not.toContain(tmpdir())
    expect((await readings('{}', json)).statusCode).toBe(415)
  })
})

describe('a system whose neighbor sends wrong keys from the same address', () => {
  it('pushes bodies of any size all the same [REQ-D-500]', async () => {
    await seedAccount(portal.db)
    const wrong = { authorization: `Bearer coopline_aaaaaaaaaa_${'x'.repeat(43)}` }
    expect((await push('balances', balances(), { headers: wrong })).statusCode).toBe(401)
    const many = Array.from({ length: 900 }, (_none, at) => [String(at + 1), '1.00'] as const)
    const body = balances(...many)
    expect(body.length).toBeGreaterThan(20_000)
    expect(
      (await push('balances', body, { headers: { ...(await headersOf()), 'content-length': String(body.length) } }))
        .statusCode,
    ).toBe(200)
  })
})

describe('a PDF that a system pushes', () => {
  const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<<>>\nstartxref\n27\n%%EOF\n'
  const put = async (name: string, payload: string, type = 'application/pdf', headers?: Headers) =>
    portal.inject({
      method: 'PUT',
      url: `/integration/v1/documents/bills/${name}`,
      headers: { ...(headers ?? (await headersOf())), 'content-type': type },
      payload,
    })

  it('is stored whole under the name that rows give, in place of a former one [REQ-D-505]', async () => {
    expect((await put('a.pdf', pdf)).json()).toEqual({ name: 'bills/a.pdf', bytes: pdf.length })
    expect((await put('a.pdf', `${pdf}junk`)).statusCode).toBe(200)
    expect(readFileSync(join(documents, 'bills/a.pdf'), 'latin1')).toBe(pdf)
    expect(readdirSync(join(documents, 'bills'))).toEqual(['a.pdf'])
  })

  it('is refused when it is none, is cut off, has another name, or the key has no scope for it [REQ-D-505]', async () => {
    expect((await put('b.pdf', '<html>')).statusCode).toBe(400)
    expect((await put('b.pdf', pdf.slice(0, 60))).statusCode).toBe(400)
    expect((await put('b.pdf', '{}', json)).statusCode).toBe(415)
    for (const name of ['..%2Fb.pdf', '.b.pdf', 'b.html', '%2Ftmp%2Fb.pdf'])
      expect((await put(name, pdf)).statusCode, name).toBe(400)
    const { secret } = await makeKey(
      portal.deps,
      { name: 'x', scopes: ['data:write'], addresses: '', lastDay: '' },
      'Kim',
    )
    expect((await put('b.pdf', pdf, undefined, { authorization: `Bearer ${secret}` })).statusCode).toBe(403)
    for (const folder of [undefined, join(documents, 'gone')]) {
      Object.assign(portal.deps, { env: { ...portal.deps.env, DOCUMENTS_DIR: folder } })
      const without = await put('b.pdf', pdf)
      expect([without.statusCode, without.body]).toEqual([403, expect.stringContaining('documents')])
    }
    Object.assign(portal.deps, { env: { ...portal.deps.env, DOCUMENTS_DIR: documents } })
    symlinkSync('/tmp', join(documents, 'letters'))
    const through = await portal.inject({
      method: 'PUT',
      url: '/integration/v1/documents/letters/b.pdf',
      headers: { ...(await headersOf()), 'content-type': 'application/pdf' },
      payload: pdf,
    })
    expect(through.statusCode).toBe(403)
    expect(existsSync(join(documents, 'bills/b.pdf'))).toBe(false)
  })
})
