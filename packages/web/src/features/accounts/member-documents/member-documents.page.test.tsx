import type { MemberDocument } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const documentsLine = 'GET /v3/members/M1001/info-documents'
const bylaws = { url: '/member-info-docs/file/h1', friendlyDescription: 'Bylaws' }
const rates = { url: 'https://coop.example.org/rates', friendlyDescription: 'Rates of 2027' }

interface Opening {
  readonly configuration?: SiteChanges['configuration']
  readonly path?: string
  readonly answer?: unknown
}

const open = async (results: readonly MemberDocument[], { configuration, path, answer }: Opening = {}) =>
  renderPortal({
    path: path ?? '/member-info-docs',
    site: aSite({ configuration: { memberInfoLinkAvailable: true, ...configuration } }),
    session: storedMember,
    visits: ['/accountoverview', '/login'],
    answers: { [accountsLine]: theirAccounts(), [documentsLine]: answer ?? { results } },
  })

it('lists each document by its description, as a link that opens in a new tab [MD-03, MD-04]', async () => {
  await open([bylaws, rates])
  const list = within(screen.getByRole('main'))
  const links = await list.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['Bylaws (opens in a new tab)', bylaws.url, '_blank'],
    ['Rates of 2027 (opens in a new tab)', rates.url, '_blank'],
  ])
  expect(links.map((link) => link.getAttribute('rel'))).toEqual(['noopener', 'noopener'])
})

it('uses the configured heading, or Member Information Documents by default [MD-02, ST-44]', async () => {
  await open([bylaws], { configuration: { memberInfoDocsLinkName: 'Library' } })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Library')
})

it('has the title Member Information Documents [RT-55, RU-17]', async () => {
  await open([bylaws])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Member Information Documents')
  expect(document.title).toContain('Member Information Documents')
})

it('says when there are no documents [MD-05]', async () => {
  await open([])
  expect(await screen.findByText('There are no member information documents found.')).toBeDefined()
})

it('shows the error in an alert when the list cannot be loaded [MD-06]', async () => {
  await open([], { answer: aProblem(500, 'x') })
  expect((await screen.findByRole('alert')).textContent).toContain('We are unable to process your request')
})

it('shows an error when a document cannot be opened', async () => {
  await open([bylaws], { path: '/member-info-docs?missing=true' })
  expect((await screen.findByRole('alert')).textContent).toContain('We could not open that document.')
})

it('redirects to the account overview when the cooperative has no documents [MD-07, ST-43]', async () => {
  const { address, calls } = await open([bylaws], { configuration: { memberInfoLinkAvailable: false } })
  expect(address()).toBe('/accountoverview')
  expect(calls.some((call) => call.line === documentsLine)).toBe(false)
})

it('redirects a visitor to sign in [RT-55, RU-18]', async () => {
  const { address } = await renderPortal({ path: '/member-info-docs', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fmember-info-docs')
})
