import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftingSettings } from './drafts.fixtures.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { importFedach } from './import-fedach.ts'

const portal = useTestPortal()
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'coopline-fedach-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Builds a line of the directory: routing number, office code, Reserve Bank, type, date, new number, name, address … status, view. */
const line = (routingNumber: string, name: string) =>
  `${routingNumber}O0910000801082101000000000${name.padEnd(36)}${'12 MAIN STREET'.padEnd(36)}${'CEDAR'.padEnd(20)}WI5400000007155550100`.padEnd(
    148,
  ) + '11     '

const bring = async (...lines: readonly string[]) => {
  const file = join(directory, 'FedACHdir.txt')
  writeFileSync(file, `${lines.join('\r\n')}\r\n`)
  return importFedach(portal.deps, file)
}
const banks = async () =>
  portal.db.selectFrom('portal.financial_institution').selectAll().orderBy('routing_number').execute()

it('names the banks of an imported directory, a number that is not to be used excepted [DR-50, DR-51]', async () => {
  portal.set(draftingSettings)
  const ada = await adaSignedIn(portal)
  const outcome = await bring(line('091809003', 'CEDAR VALLEY BANK'), line('075909000', 'DO NOT USE'))
  expect(outcome).toEqual({ output: 'Imported 2 banks.', exitCode: 0, value: { banks: 2 } })
  const named = async (routingNumber: string) =>
    (
      await portal.call(drafts.institutions, { ...ada, params: { memberNumber: '10001' }, query: { routingNumber } })
    ).json()
  expect(await named('091809003')).toEqual({ results: [{ routingNumber: '091809003', name: 'CEDAR VALLEY BANK' }] })
  expect(await named('075909000')).toEqual({ results: [] })
})

it('replaces the whole directory by the next file', async () => {
  await bring(line('091809003', 'CEDAR VALLEY BANK'))
  await bring(line('071909004', 'LAKE COUNTRY CREDIT UNION'))
  expect(await banks()).toEqual([{ routing_number: '071909004', name: 'LAKE COUNTRY CREDIT UNION' }])
})

it('reads lines without the spaces at their ends', async () => {
  expect((await bring(line('091809003', 'CEDAR VALLEY BANK').trimEnd())).exitCode).toBe(0)
})

it('reads the directory as the JSON of the Federal Reserve, and refuses a bad participant, an error and a cut file', async () => {
  const bank = {
    routingNumber: '091809003',
    customerName: 'CEDAR VALLEY BANK ',
    institutionStatusCode: '1',
    officeCode: 'O',
  }
  const json = (participants: readonly object[], code = 200) =>
    JSON.stringify({ fedACHParticipants: { response: { code }, fedACHParticipants: participants } })
  expect(await bring(json([bank]))).toEqual({ output: 'Imported 1 banks.', exitCode: 0, value: { banks: 1 } })
  expect(await banks()).toEqual([{ routing_number: '091809003', name: 'CEDAR VALLEY BANK' }])
  for (const [text, reason] of [
    [json([bank, { ...bank, routingNumber: '071909005' }]), 'line 2: begins with no routing number'],
    [json([bank, { ...bank, institutionStatusCode: '2' }]), 'line 2: has no status code 1 in institutionStatusCode'],
    [json([bank, {}]), 'line 2: is no participant'],
    [json([]), 'is no complete answer'],
    [json([bank], 429), 'is no complete answer'],
    [json([bank]).slice(0, -4), 'is no complete answer'],
  ] as const)
    expect(await bring(text)).toEqual({ exitCode: 1, output: expect.stringContaining(reason) as string })
  expect(await banks()).toHaveLength(1)
})

it('refuses a file with a bad line, names it, and keeps the banks that it had', async () => {
  await bring(line('091809003', 'CEDAR VALLEY BANK'))
  const good = line('071909004', 'LAKE COUNTRY CREDIT UNION')
  for (const [bad, reason] of [
    [line('071909005', 'WRONG CHECKSUM'), 'begins with no routing number'],
    [line('075909000', ''), 'names no bank'],
    [good.slice(0, 60), 'has no status code 1'],
    [`${good}x`, 'has 156 characters'],
  ] as const) {
    const { output, exitCode } = await bring(good, bad)
    expect([exitCode, output]).toEqual([1, expect.stringContaining(`line 2: ${reason}`)])
  }
  expect((await bring('')).exitCode).toBe(1)
  expect((await importFedach(portal.deps, join(directory, 'absent.txt'))).exitCode).toBe(1)
  expect(await banks()).toHaveLength(1)
})
