import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { aclaraAddress } from './aclara-jump.page.tsx'

const line = 'GET /v2/aclara/member/M1001'
const settings = {
  aclaraUrl: 'https://aclara.example.org/portal?from=coop',
  clientId: 'PRAIRIE',
  memberNumber: 'M1001',
  accountNumber: '000100200300',
  premiseId: 'L 1&2',
  webToken: 'head.body.sign',
}

const open = async (answer: unknown) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  const portal = await renderPortal({
    path: '/aclarajump',
    site: aSite({ features: ['AclaraAce'] }),
    session: storedMember,
    visits: ['/home', '/login'],
    answers: { [line]: answer },
  })
  return { ...portal, replace }
}
const refused = (code: string, message: string) => aProblem(400, message, [{ code, message }])

it('shows a waiting message [AJ-01]', async () => {
  await open(new Promise(() => undefined))
  expect(await screen.findByText('Please wait we are redirecting...')).toBeDefined()
})

it('has no title of its own [RT-15, RU-29]', async () => {
  await open(new Promise(() => undefined))
  expect(document.title).toBe('Prairie Ridge Electric Cooperative')
})

it('redirects a visitor to sign in [AJ-02, RU-30]', async () => {
  const { address } = await renderPortal({ path: '/aclarajump', visits: ['/login'] })
  await waitFor(() => expect(address()).toBe('/login'))
})

it('redirects a member with an expired token to sign in [AJ-02, RU-30]', async () => {
  const { address } = await open(aProblem(401))
  await waitFor(() => expect(address()).toMatch(/^\/login/u))
})

it('redirects to the Aclara portal and replaces the page in the history [AJ-03, AJ-04]', async () => {
  const { replace } = await open(settings)
  await waitFor(() =>
    expect(replace).toHaveBeenCalledWith(
      'https://aclara.example.org/portal?from=coop&clientId=PRAIRIE&memberNumber=M1001&accountNumber=000100200300&premiseId=L+1%262&webToken=head.body.sign&locale=en-US',
    ),
  )
})

describe('the Aclara URL', () => {
  test.each(['http://aclara.example.org/', 'javascript:alert(1)', '', '//aclara.example.org'])(
    'is none for %s: only https is left for [AJ-04]',
    (aclaraUrl) => {
      expect(aclaraAddress({ ...settings, aclaraUrl })).toBeNull()
    },
  )
})

describe('failures', () => {
  it('shows the first message of status 400 with a link home [AJ-05]', async () => {
    await open(refused('4711', 'Your meter is not known there.'))
    expect((await screen.findByRole('alert')).textContent).toContain('Your meter is not known there.')
    expect(screen.getByRole('link', { name: 'Return to home' }).getAttribute('href')).toBe('/home')
  })

  it('shows the documented sentence for status 500 in place of the answer’s message, and opens no other site [AJ-06]', async () => {
    const { replace } = await open(aProblem(500, 'ECONNREFUSED 10.0.0.7', [{ code: '9', message: 'Broken.' }]))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We are unable to process your request at this time. Please try again later.',
    )
    expect(replace).not.toHaveBeenCalled()
  })

  it('shows the message of any other status [AJ-07]', async () => {
    await open(aProblem(409, 'The portal is being moved.'))
    expect((await screen.findByRole('alert')).textContent).toContain('The portal is being moved.')
  })

  it('shows status and status text when another status has no message [AJ-07]', async () => {
    await open(new Response('{}', { status: 409, statusText: 'Conflict' }))
    expect((await screen.findByRole('alert')).textContent).toContain('409: Conflict')
  })

  it('opens a Redirect dialog for code 3101 that returns home [AJ-05, AJ-08]', async () => {
    const { user, address } = await open(refused('3101', 'Your account is not ready.'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Redirect' }))
    expect(dialog.getByText('Your account is not ready.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Return to home' }))
    await waitFor(() => expect(address()).toBe('/home'))
  })
})
