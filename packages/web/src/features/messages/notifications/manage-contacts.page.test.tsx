import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import {
  addContactLine,
  aLoginAddress,
  aPhone,
  codeAgainLine,
  contactsLine,
  oneContact,
  phoneId,
  verifyLine,
} from '../../../test-support/notification-answers.ts'
import { notifyingSite, openNotifications } from '../../../test-support/open-notifications.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const path = '/manage-contacts'
const rowOf = async (name: string) =>
  within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement)
const dialog = () => within(screen.getByRole('dialog'))
const notConfirmed = aPhone({ isVerified: false })

describe('the page', () => {
  test('lists the address of the login, which is not changed here, and the others with their state', async () => {
    await openNotifications(
      {},
      { path, contacts: [notConfirmed, aPhone({ id: 'b', isStopped: true, value: '7155550999' })] },
    )
    const login = await rowOf('ada@example.org')
    expect(login.getByText('Sign-in email')).toBeDefined()
    expect(login.queryByRole('button')).toBeNull()
    expect(login.getByRole('link', { name: 'Change it in My Profile' }).getAttribute('href')).toBe('/my-profile')
    expect((await rowOf('(715) 555-0123')).getByText('Not verified')).toBeDefined()
    expect((await rowOf('(715) 555-0999')).getByText('Texts stopped')).toBeDefined()
  })

  test('is there alone where whecEnabled is on and notifications are off, and not at all with neither [SH-83]', async () => {
    const alone = await openNotifications({}, { path, site: aSite({ configuration: { whecEnabled: true } }) })
    expect(alone.address()).toBe(path)
    expect(screen.getByRole('heading', { level: 1, name: 'Contacts' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Choose your notifications' })).toBeNull()
  })

  test('leads to the overview where neither is on', async () => {
    const { address } = await openNotifications({}, { path, site: aSite() })
    expect(address()).toBe('/accountoverview')
  })

  test('leads to the notifications where there are some', async () => {
    await openNotifications({}, { path, site: notifyingSite() })
    expect(screen.getByRole('link', { name: 'Choose your notifications' }).getAttribute('href')).toBe(
      '/manage-notifications',
    )
  })
})

describe('adding', () => {
  const opened = async (answers: Record<string, unknown> = {}) => {
    const page = await openNotifications(answers, { path })
    await page.user.click(await screen.findByRole('button', { name: 'Add a contact' }))
    return page
  }

  test('a phone is sent a code, and the code confirms it', async () => {
    const { user, answers, sent } = await opened({
      [addContactLine]: { contact: notConfirmed, codeMinutes: 120 },
      [verifyLine(phoneId)]: { contact: aPhone() },
    })
    await user.type(dialog().getByRole('textbox', { name: 'Mobile number' }), '7155550123')
    answers[contactsLine] = { contacts: [aLoginAddress, notConfirmed], textOffered: true }
    await user.click(dialog().getByRole('button', { name: 'Send code' }))
    expect(
      await screen.findByText(
        'We are sending a code to (715) 555-0123. It can take a few minutes and expires in 2 hours.',
      ),
    ).toBeDefined()
    expect(bodyOf(sent(addContactLine)[0])).toEqual({ channel: 'text', value: '(715) 555-0123' })
    await user.click(dialog().getByRole('button', { name: 'Verify' }))
    expect(dialog().getByText('Enter all 6 digits.')).toBeDefined()
    await user.type(dialog().getByRole('textbox', { name: 'Code' }), '123456')
    answers[contactsLine] = { contacts: [aLoginAddress, aPhone()], textOffered: true }
    await user.click(dialog().getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('(715) 555-0123 is verified.')).toBeDefined()
    expect((await rowOf('(715) 555-0123')).getByText('Verified')).toBeDefined()
  })

  test('is not possible before the portal knows whether it can send texts', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await openNotifications({ [contactsLine]: answer.promise }, { path })
    expect(screen.queryByRole('button', { name: 'Add a contact' })).toBeNull()
    answer.resolve({ contacts: [aLoginAddress], textOffered: true })
    await user.click(await screen.findByRole('button', { name: 'Add a contact' }))
    expect(dialog().getByRole('textbox', { name: 'Mobile number' })).toBeDefined()
  })

  test('an invalid number or address is refused before it is sent', async () => {
    const { user, sent } = await opened()
    await user.click(dialog().getByRole('button', { name: 'Send code' }))
    expect(dialog().getByText('Please enter a valid phone number.')).toBeDefined()
    await user.click(dialog().getByRole('radio', { name: 'Email' }))
    await user.type(dialog().getByRole('textbox', { name: 'Email address' }), 'ada')
    await user.click(dialog().getByRole('button', { name: 'Send code' }))
    expect(dialog().getByText('Please enter a valid email address.')).toBeDefined()
    expect(sent(addContactLine)).toEqual([])
  })

  test('a duplicate contact shows an error at its field', async () => {
    const known = aProblem(409, 'You already have this contact.', [
      { code: 'contact-known', message: 'You already have this contact.' },
    ])
    const { user } = await opened({ [addContactLine]: known })
    const field = dialog().getByRole('textbox', { name: 'Mobile number' })
    await user.type(field, '7155550123')
    await user.click(dialog().getByRole('button', { name: 'Send code' }))
    expect(await dialog().findByText('You already have this contact.')).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
})

test('a wrong code shows an error at its field, and another code can be sent', async () => {
  const wrong = aProblem(400, '', [{ code: 'code-not-good', message: 'This code is not right.', field: 'code' }])
  const { user, sent } = await openNotifications(
    { [verifyLine(phoneId)]: wrong, [codeAgainLine(phoneId)]: { contact: notConfirmed, codeMinutes: 120 } },
    { path, contacts: [notConfirmed] },
  )
  await user.click(await screen.findByRole('button', { name: 'Verify (715) 555-0123' }))
  await user.type(dialog().getByRole('textbox', { name: 'Code' }), '000000')
  await user.click(dialog().getByRole('button', { name: 'Verify' }))
  expect(await dialog().findByText('This code is not right.')).toBeDefined()
  const again = dialog().getByRole('button', { name: 'Send a new code' })
  // React handles both presses in one batch.
  act(() => {
    again.click()
    again.click()
  })
  expect(await dialog().findByText('A new code is on its way.')).toBeDefined()
  expect(dialog().queryByText('This code is not right.')).toBeNull()
  expect(sent(codeAgainLine(phoneId))).toHaveLength(1)
})

test('says that no code goes out when a limit holds it back', async () => {
  const limited = aProblem(429, 'Too many codes were requested. Please try again later.')
  const { user } = await openNotifications({ [codeAgainLine(phoneId)]: limited }, { path, contacts: [notConfirmed] })
  await user.click(await screen.findByRole('button', { name: 'Verify (715) 555-0123' }))
  expect(
    dialog().getByText('If you have a code we sent to (715) 555-0123, enter it. If not, send a new one.'),
  ).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Send a new code' }))
  expect(await dialog().findByText('Too many codes were requested. Please try again later.')).toBeDefined()
  expect(dialog().queryByText('A new code is on its way.')).toBeNull()
})

test('a contact is edited, and must be confirmed again', async () => {
  const changed = aPhone({ value: '7155550999', isVerified: false })
  const { user, sent } = await openNotifications(
    { [oneContact('PUT', phoneId)]: { contact: changed, codeMinutes: 120 } },
    { path, contacts: [aPhone()] },
  )
  await user.click(await screen.findByRole('button', { name: 'Edit (715) 555-0123' }))
  const field = dialog().getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' })
  expect(field.value).toBe('(715) 555-0123')
  await user.clear(field)
  await user.type(field, '7155550999')
  await user.click(dialog().getByRole('button', { name: 'Send code' }))
  expect(await screen.findByText(/We are sending a code to \(715\) 555-0999/u)).toBeDefined()
  expect(bodyOf(sent(oneContact('PUT', phoneId))[0])).toEqual({ value: '(715) 555-0999' })
})

test.each(['a deletion', 'a new contact'])(
  'the late answer to %s that was canceled leaves an open dialog alone',
  async (what) => {
    const answer = Promise.withResolvers<object>()
    const { user, sent } = await openNotifications(
      { [oneContact('DELETE', phoneId)]: answer.promise, [addContactLine]: answer.promise },
      { path, contacts: [aPhone()] },
    )
    if (what === 'a deletion') {
      await user.click(await screen.findByRole('button', { name: 'Delete (715) 555-0123' }))
      await user.click(dialog().getByRole('button', { name: 'Delete' }))
    } else {
      await user.click(await screen.findByRole('button', { name: 'Add a contact' }))
      await user.type(dialog().getByRole('textbox', { name: 'Mobile number' }), '7155550888')
      await user.click(dialog().getByRole('button', { name: 'Send code' }))
    }
    await user.click(dialog().getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Add a contact' }))
    await user.type(dialog().getByRole('textbox', { name: 'Mobile number' }), '7155550777')
    answer.resolve({ removed: true, contact: notConfirmed, codeMinutes: 120 })
    await waitFor(() => expect(sent(contactsLine)).toHaveLength(2))
    await act(async () => Promise.resolve())
    expect(dialog().getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' }).value).toContain('555-0777')
  },
)

test('deletes a contact only after a confirmation', async () => {
  const { user, sent } = await openNotifications(
    { [oneContact('DELETE', phoneId)]: { removed: true } },
    { path, contacts: [aPhone()] },
  )
  await user.click(await screen.findByRole('button', { name: 'Delete (715) 555-0123' }))
  expect(sent(oneContact('DELETE', phoneId))).toEqual([])
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('(715) 555-0123 has been deleted.')).toBeDefined()
})
