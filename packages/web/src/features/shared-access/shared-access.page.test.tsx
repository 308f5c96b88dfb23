import type { PersonWithAccess } from '@coopline/contract/shared-access/shared-access.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { loadTexts } from '../../portal/text-store.ts'
import { aSite } from '../../test-support/a-site.ts'
import { aProblem } from '../../test-support/answers.ts'
import { openProfile } from '../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../test-support/open-quick-pay.tsx'
import { aMember, renderPortal } from '../../test-support/render-portal.tsx'

const site = aSite({ settings: { sharedAccess: true } })
const [listLine, inviteLine] = ['GET', 'POST'].map((method) => `${method} /v3/members/M1001/people-with-access`) as [
  string,
  string,
]
const keeper: PersonWithAccess = {
  id: 'access-of-a-keeper-01',
  name: 'Bookkeeper',
  email: 'keeper@example.org',
  rights: 'view',
  accounts: ['100100101'],
  state: 'active',
  invitedAt: '2026-11-01T12:00:00Z',
  invitationEndsAt: '2026-11-08T12:00:00Z',
  acceptedAt: '2026-11-02T12:00:00Z',
  lastDay: calendarDate('2027-01-31'),
  endReason: null,
  lastUsedAt: null,
}

describe('people with access', () => {
  const openTab = async (more: Readonly<Record<string, unknown>> = {}) => {
    await loadTexts('en', 'sharedAccess')
    const answers = {
      [listLine]: { people: [keeper] },
      'GET /v3/members/M1001/accounts': {
        results: [{ accountNumber: '100100101', serviceAddress: '1234 Oak St' }],
        totalRecords: 1,
      },
      'GET /v3/site/ats-config-settings': { results: [{ key: 'timeZone', value: 'America/Chicago' }] },
      ...more,
    }
    return openProfile(answers, { path: '/my-profile?tab=people', site })
  }

  test('lists each person with accounts, state and last day', async () => {
    await openTab()
    expect(await screen.findByRole('rowheader', { name: /Bookkeeper.*keeper@example\.org/u })).toBeDefined()
    expect(screen.getByText('Has access')).toBeDefined()
    expect(screen.getByText('Until 01/31/2027')).toBeDefined()
  })

  test('ends access after a confirmation', async () => {
    const endLine = 'DELETE /v3/members/M1001/people-with-access/access-of-a-keeper-01'
    const { user, sent } = await openTab({ [endLine]: { ended: true } })
    await user.click(await screen.findByRole('button', { name: 'End access of Bookkeeper' }))
    expect(sent(endLine)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'End access' }))
    expect(await screen.findAllByText('Bookkeeper can no longer see your accounts.')).not.toEqual([])
    expect(sent(endLine)).toHaveLength(1)
  })

  test('invites by email with the only account chosen, and shows problems at the fields first', async () => {
    const { user, sent } = await openTab({ [inviteLine]: { person: keeper } })
    await user.click(await screen.findByRole('button', { name: 'Invite someone' }))
    await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
    expect(screen.getByText('Enter a name for this person.')).toBeDefined()
    expect(sent(inviteLine)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Bookkeeper')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'keeper@example.org')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('The invitation to keeper@example.org is on its way.')).toBeDefined()
    expect(bodyOf(sent(inviteLine)[0])).toMatchObject({
      name: 'Bookkeeper',
      email: 'keeper@example.org',
      accounts: ['100100101'],
      rights: 'view',
    })
  })
})

describe('a login without a membership', () => {
  const session = { ...aMember, memberNumber: 'guest-abcdefghijklmn' }
  const answers = { 'GET /v3/members/guest-abcdefghijklmn/shared-with-me': { shared: [] } }

  test('is led from every page of members to what is shared with it, without asking for accounts', async () => {
    const { address, calls } = await renderPortal({
      path: '/my-profile',
      session,
      site,
      answers,
      visits: ['/shared-with-me'],
    })
    expect(await screen.findByText('No accounts are shared with you.')).toBeDefined()
    expect(address()).toBe('/shared-with-me')
    expect(calls.filter(({ line }) => line.includes('/accounts'))).toEqual([])
  })

  test('has no links to pages of members in the menu', async () => {
    await renderPortal({ path: '/shared-with-me', session, site, answers })
    await screen.findByText('No accounts are shared with you.')
    expect(screen.queryByRole('link', { name: 'My Profile' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Account Overview' })).toBeNull()
  })
})

describe('an invitation', () => {
  test('that does not work says so and offers no code', async () => {
    const refused = aProblem(400, 'This invitation does not work.', [
      { code: 'invitation-not-good', message: 'This invitation does not work.' },
    ])
    await renderPortal({
      path: `/accept-access?token=${'a'.repeat(32)}`,
      site,
      answers: { 'POST /v3/shared-access/invitation': refused },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation does not work.')
    expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
  })
})
