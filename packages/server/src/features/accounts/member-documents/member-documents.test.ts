import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberDocuments } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { runDocumentsCommand } from './run-documents-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-documents-'))
const bylaws = Buffer.from('%PDF-1.7 bylaws')

const portal = useTestPortal({ settings: { memberInfoLinkAvailable: true }, env: { DOCUMENTS_DIR: folder } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeAll(async () => {
  writeFileSync(join(folder, 'bylaws.pdf'), bylaws)
  writeFileSync(join(folder, 'page.html'), '<script>')
})
afterAll(() => rmSync(folder, { recursive: true }))

const documents = async (...args: readonly string[]) => runDocumentsCommand(portal.deps, args)
const list = async (language = 'en') =>
  portal.call(memberDocuments.list, {
    ...ada,
    params: { memberNumber: '10001' },
    headers: { 'accept-language': language },
  })
const results = async (language?: string) =>
  (await list(language)).json<{ results: { url: string; friendlyDescription: string }[] }>().results
const open = async (url: string) => portal.inject({ method: 'GET', url, headers: { host: 'localhost' } })

it('lists the cooperative’s files and links in the member’s language [MD-01, AS-22, DU-20]', async () => {
  expect((await documents('add', 'bylaws.pdf', '--title', 'Bylaws', '--title-es', 'Estatutos')).exitCode).toBe(0)
  expect((await documents('add', 'https://coop.example.org/rates', '--title', 'Rates')).exitCode).toBe(0)
  expect(await results()).toEqual([
    { url: expect.stringMatching(/^\/member-info-docs\/file\/./u), friendlyDescription: 'Bylaws' },
    { url: 'https://coop.example.org/rates', friendlyDescription: 'Rates' },
  ])
  expect((await results('es')).map((one) => one.friendlyDescription)).toEqual(['Estatutos', 'Rates'])
})

it('opens a PDF in a new tab without a session for 12 hours', async () => {
  await documents('add', 'bylaws.pdf', '--title', 'Bylaws')
  const [{ url } = { url: '' }] = await results()
  const opened = await open(url)
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(opened.headers['content-disposition']).toBe('inline; filename="bylaws.pdf"')
  expect(opened.headers['cache-control']).toBe('private, no-store')
  expect(opened.rawPayload).toEqual(bylaws)
  portal.clock.advance(12 * 3_600)
  expect((await open(url)).headers.location).toBe('/member-info-docs?missing=true')
})

it('redirects to the list for a removed document or a forged URL', async () => {
  await documents('add', 'bylaws.pdf', '--title', 'Bylaws')
  const [{ url } = { url: '' }] = await results()
  const id = /[0-9]+/u.exec((await documents('list')).output)?.[0] ?? ''
  expect((await documents('remove', id)).output).toBe(`Removed document ${id}.`)
  for (const address of [url, '/member-info-docs/file/x', '/member-info-docs/file/..%2f..%2fpage.html'])
    expect((await open(address)).headers.location, address).toBe('/member-info-docs?missing=true')
  expect(await results()).toEqual([])
})

it('refuses every call while the cooperative offers no documents [MD-07]', async () => {
  portal.set({ memberInfoLinkAvailable: false })
  expect((await list()).statusCode).toBe(403)
})

it.each([
  [['add', 'gone.pdf', '--title', 'T'], 'gone.pdf cannot be read as a PDF of at most 8 MB in DOCUMENTS_DIR'],
  [['add', 'page.html', '--title', 'T'], 'page.html cannot be read as a PDF of at most 8 MB in DOCUMENTS_DIR'],
  [['add', '../secret.pdf', '--title', 'T'], '../secret.pdf is no plain file name. Name a file in DOCUMENTS_DIR'],
  [
    ['add', 'http://coop.example.org', '--title', 'T'],
    'An address must begin with https:// and have at most 500 characters',
  ],
  [['add', 'bylaws.pdf', '--title', 'T'.repeat(121)], 'A title has at most 120 characters'],
  [['remove', '99'], 'There is no document 99'],
])('refuses %j and changes nothing', async (args, reason) => {
  expect(await documents(...args)).toEqual({ output: `${reason}. Nothing was changed.`, exitCode: 1 })
  expect((await documents('list')).output).toBe('There are no documents.')
})

it.each([[[]], [['add', 'bylaws.pdf']], [['remove', 'x']], [['list', 'all']], [['add', 'a', '--name', 'b']]])(
  'says how it is called for %j',
  async (args) => {
    expect((await documents(...args)).exitCode).toBe(2)
  },
)

it('records added and removed documents in the audit', async () => {
  await documents('add', 'bylaws.pdf', '--title', 'Bylaws')
  await documents('remove', /[0-9]+/u.exec((await documents('list')).output)?.[0] ?? '')
  const kept = await portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', 'documents.%').execute()
  expect(kept.map(({ kind }) => kind)).toEqual(['documents.added', 'documents.removed'])
})
