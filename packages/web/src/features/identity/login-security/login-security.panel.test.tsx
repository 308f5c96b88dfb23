import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { texts as english } from '../../../messages/en/login-security.ts'
import { texts as spanish } from '../../../messages/es/login-security.ts'
import { aProblem } from '../../../test-support/answers.ts'
import {
  activityLine,
  aListedSession,
  anActivity,
  endSessionLine,
  sessionsLine,
} from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { storedUser } from '../../../test-support/render-portal.tsx'
import { endLine } from '../../../test-support/sign-in-answers.ts'

const path = '/my-profile?tab=security'
const phone = aListedSession({
  id: '00000000-0000-4000-8000-000000000002',
  device: 'Safari · iPhone',
  clientAddress: '198.51.100.9',
  signedInAt: '2027-02-27T18:00:00Z',
  isThisOne: false,
})
const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
const tableOf = (name: string) => screen.findByRole('table', { name })

describe('where you are signed in', () => {
  test('lists each session with its device, address and times; this browser is marked and cannot be ended there', async () => {
    await openProfile({ [sessionsLine]: { sessions: [aListedSession(), phone] } }, { path })
    const here = await rowOf('Chrome · Linux')
    expect(here.getByText('This browser')).toBeDefined()
    expect(here.queryByRole('button')).toBeNull()
    const there = await rowOf('Safari · iPhone')
    expect(there.getByText('198.51.100.9')).toBeDefined()
    expect(there.getByText(/02\/27\/2027/u)).toBeDefined()
    expect(there.getByText(/03\/01\/2027/u)).toBeDefined()
  })

  test('ends the chosen session, says so, and reloads list and activity', async () => {
    const line = endSessionLine(phone.id)
    const { user, sent, answers } = await openProfile(
      { [sessionsLine]: { sessions: [aListedSession(), phone] }, [line]: { ended: 1 } },
      { path },
    )
    const there = await rowOf('Safari · iPhone')
    answers[sessionsLine] = { sessions: [aListedSession()] }
    await user.click(there.getByRole('button', { name: /^Sign out: Safari · iPhone, signed in 02\/27\/2027/u }))
    const alert = await screen.findByText('Safari · iPhone has been signed out.')
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Safari · iPhone' })).toBeNull())
    expect(document.activeElement?.contains(alert)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    expect(sent(line)).toHaveLength(1)
    await waitFor(() => expect(sent(activityLine)).toHaveLength(2))
  })

  test('says that a session has already ended, and reloads the list', async () => {
    const line = endSessionLine(phone.id)
    const { user, sent } = await openProfile(
      { [sessionsLine]: { sessions: [phone] }, [line]: aProblem(404, 'That session has ended.') },
      { path },
    )
    await user.click((await rowOf('Safari · iPhone')).getByRole('button'))
    expect((await screen.findByRole('alert')).textContent).toBe('That session has ended.')
    await waitFor(() => expect(sent(sessionsLine)).toHaveLength(2))
  })

  test('signing out everywhere asks first, ends every session on the server and clears this browser', async () => {
    const { user, sent, address } = await openProfile({ [endLine]: { ended: 3 } }, { path })
    await pressed(user, 'Sign out everywhere')
    const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }))
    expect(sent(endLine)).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(address()).toBe('/home'))
    expect(bodyOf(sent(endLine)[0])).toEqual({ everywhere: true })
    expect(storedUser()).toBeNull()
  })

  test('when that fails, the dialog says so and the member stays signed in', async () => {
    const { user, address } = await openProfile({ [endLine]: aProblem(500) }, { path })
    await pressed(user, 'Sign out everywhere')
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('We are unable to process your request')
    expect(address()).toBe(path)
    expect(storedUser()).not.toBeNull()
  })
})

describe('recent activity', () => {
  test('describes what happened, when and from where', async () => {
    const activities = [
      anActivity({ kind: 'sign-in.failed', at: '2027-03-02T12:00:00Z', clientAddress: '192.0.2.44' }),
      anActivity({ kind: 'credentials.app-added', clientAddress: null }),
    ]
    await openProfile({ [activityLine]: { activities } }, { path })
    const table = within(await tableOf('Recent activity'))
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Sign-in failed: wrong password',
      'Authenticator app set up',
    ])
    expect(table.getByText('192.0.2.44')).toBeDefined()
    expect(table.getByText(/03\/02\/2027/u)).toBeDefined()
    expect(table.getByText('Unknown')).toBeDefined()
  })

  test('has a text for every event, in both languages', () => {
    for (const { activity } of [english, spanish]) {
      const words = Object.values(activity.kinds)
      expect(words.length).toBeGreaterThan(10)
      expect(new Set([...words, activity.other]).size).toBe(words.length + 1)
    }
  })

  test('shows an event that has no text yet', async () => {
    const activity = { ...anActivity(), kind: 'credentials.new-thing' }
    await openProfile({ [activityLine]: { activities: [activity] } }, { path })
    expect(await screen.findByText('Other online account activity')).toBeDefined()
  })

  test('names the office where staff did something, and no address', async () => {
    const activities = [{ ...anActivity(), kind: 'staff.viewed', clientAddress: null }]
    await openProfile({ [activityLine]: { activities } }, { path })
    const table = within(await tableOf('Recent activity'))
    expect(table.getByText('Our staff viewed your account')).toBeDefined()
    expect(table.getByText('Our office')).toBeDefined()
  })

  test('shows a failure, and retrying shows the activity', async () => {
    const { user, answers } = await openProfile({ [activityLine]: aProblem(500) }, { path })
    const alert = within(await screen.findByRole('alert'))
    answers[activityLine] = { activities: [anActivity()] }
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await tableOf('Recent activity')).toBeDefined()
  })
})
