import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { route } from '../portal/route-table.tsx'
import { useRead } from '../portal/use-read.ts'
import { aProblem } from '../test-support/answers.ts'
import { aSite } from '../test-support/a-site.ts'
import { completeTable } from '../test-support/complete-table.tsx'
import { aMember, renderPortal } from '../test-support/render-portal.tsx'
import { signOutTarget } from './sign-out-target.ts'

const origin = 'https://portal.example.coop'
const signOutButton = () => screen.queryByRole('button', { name: 'Sign Out' })

/** A page that asks the server for something with the member's token. */
function AskingPage() {
  useRead('GET /v3/site/maintenance', { bearer: aMember.accessToken })
  return <h1>Asking</h1>
}
const askingTable = [
  ...completeTable,
  route({ path: '/asking', guarded: true, load: async () => ({ Page: AskingPage }) }),
]

test('[SH-61] a stored user with a token is signed in', async () => {
  await renderPortal({ table: completeTable, session: aMember })
  expect(signOutButton()).not.toBeNull()
})

test('[SH-61] without a stored user nobody is signed in', async () => {
  await renderPortal({ table: completeTable })
  expect(signOutButton()).toBeNull()
})

test('[SH-62] a member who still owes the second factor is not signed in and not signed out', async () => {
  const pending = JSON.stringify({ memberNumber: '1001', memberMfaEnabled: true })
  const { address } = await renderPortal({ table: completeTable, session: pending })
  expect(signOutButton()).toBeNull()
  expect(address()).toBe('/home')
  expect(localStorage.getItem('mcp_currentUser')).toBe(pending)
})

test('[SH-63] a stored user that cannot be read is signed out and sent to /login with sessionTimeOut', async () => {
  const { address } = await renderPortal({ table: completeTable, session: '{"accessToken":', visits: ['/login'] })
  expect(localStorage.getItem('mcp_currentUser')).toBeNull()
  expect(address()).toBe('/login?sessionTimeOut=true')
})

test('[SH-63] a token that the server refuses ends the session and leads to /login with sessionTimeOut', async () => {
  const { address } = await renderPortal({
    path: '/asking',
    table: askingTable,
    session: aMember,
    visits: ['/login'],
    answers: { 'GET /v3/site/maintenance': aProblem(401) },
  })
  expect(await screen.findByRole('heading', { name: 'Page at /login' })).toBeDefined()
  expect(localStorage.getItem('mcp_currentUser')).toBeNull()
  expect(address()).toBe('/login?sessionTimeOut=true')
})

test('a refusal of 403 keeps the session', async () => {
  await renderPortal({
    path: '/asking',
    table: askingTable,
    session: aMember,
    answers: { 'GET /v3/site/maintenance': aProblem(403) },
  })
  expect(await screen.findByRole('heading', { name: 'Asking' })).toBeDefined()
  expect(localStorage.getItem('mcp_currentUser')).not.toBeNull()
})

test('[SH-64] [SH-65] signing out forgets the member and goes to the sign-out link when that is a login page', async () => {
  const { user, address } = await renderPortal({
    path: '/accountoverview',
    table: completeTable,
    session: aMember,
    visits: ['/login'],
    site: aSite({ settings: { signOutLink: '/login?bye=1' } }),
  })
  await user.click(signOutButton() as HTMLElement)
  expect(localStorage.getItem('mcp_currentUser')).toBeNull()
  expect(address()).toBe('/login?bye=1')
  expect(signOutButton()).toBeNull()
})

test('[SH-64] signing out keeps the closed announcement', async () => {
  localStorage.setItem('mcp_announcementClosed', 'true')
  const { user } = await renderPortal({ table: completeTable, session: aMember })
  await user.click(signOutButton() as HTMLElement)
  expect(localStorage.getItem('mcp_announcementClosed')).toBe('true')
})

test('[SH-65] a sign-out link that is no login page of this site leads to /home', () => {
  const target = (link: string) => signOutTarget(link, completeTable, origin)
  expect(target('')).toBe('/home')
  expect(target('/services-products')).toBe('/home')
  expect(target('https://coop.example.org/login')).toBe('/home')
  expect(target('//coop.example.org/login')).toBe('/home')
  expect(target('/login')).toBe('/login')
  expect(target(`${origin}/login`)).toBe('/login')
})
