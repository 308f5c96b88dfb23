import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import {
  aProfile,
  descriptionOf,
  openAccountProfile,
  profileLine,
  updateProfileLine,
} from '../../../test-support/open-account-profile.tsx'

const button = (name: string) => screen.getByRole('button', { name })
const slot = (place: number) => within(screen.getByRole('group', { name: `Phone ${place}` }))
const typeOf = (place: number) => slot(place).getByRole<HTMLSelectElement>('combobox', { name: 'Phone type' })
const numberOf = (place: number) => slot(place).getByRole<HTMLInputElement>('textbox', { name: 'Phone number' })

async function openPhones(different: Parameters<typeof aProfile>[0] = {}) {
  const page = await openAccountProfile({ [profileLine]: aProfile(different) })
  await page.user.click(button('Edit phone numbers'))
  return page
}

const retype = async ({ user }: Awaited<ReturnType<typeof openPhones>>, place: number, text: string) => {
  await user.clear(numberOf(place))
  await user.type(numberOf(place), text)
}

describe('slots', () => {
  test('there are three slots, the last of which is free here [PF-09]', async () => {
    await openPhones()
    expect(screen.getAllByRole('group', { name: /^Phone \d$/u })).toHaveLength(3)
    expect([1, 2, 3].map((place) => numberOf(place).value)).toEqual(['(715) 555-4821', '(715) 555-0300', ''])
  })

  test('a phone field takes 14 characters [PF-45]', async () => {
    const page = await openPhones()
    await page.user.type(numberOf(3), '71555501009999')
    expect(numberOf(3).value).toBe('(715) 555-0100')
    expect(numberOf(3).value).toHaveLength(14)
  })

  test('Delete clears the slot and marks it; the save says that the phone is deleted [PF-21]', async () => {
    const { user, sent } = await openPhones()
    await user.click(button('Delete phone 2'))
    expect([typeOf(2).value, numberOf(2).value]).toEqual(['', ''])
    expect(slot(2).getByText(/will be deleted when you save/u)).toBeDefined()
    await user.click(button('Save'))
    await waitFor(() =>
      expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({
        contactPhones: [
          { eCommunicationDetailId: 'D1', isDelete: false },
          { eCommunicationDetailId: 'D2', isDelete: true, phoneNumber: '', eCommunicationId: '' },
        ],
      }),
    )
  })

  test('choosing a type for a deleted slot takes the deletion back [PF-22]', async () => {
    const { user } = await openPhones()
    await user.click(button('Delete phone 2'))
    await user.selectOptions(typeOf(2), 'Home')
    expect(slot(2).queryByText(/will be deleted/u)).toBeNull()
    expect(slot(2).getByRole('button', { name: 'Delete phone 2' })).toBeDefined()
  })

  test('the last phone cannot be deleted [PF-44]', async () => {
    const { user, sent } = await openPhones()
    await user.click(button('Delete phone 1'))
    await user.click(button('Delete phone 2'))
    await user.click(button('Save'))
    expect(screen.getAllByText('At least one phone number is required.')).toHaveLength(2)
    expect(sent(updateProfileLine)).toEqual([])
  })

  test('an incomplete number and a number without a type show errors at their fields [PF-40, PF-43]', async () => {
    const page = await openPhones()
    await retype(page, 1, '71555')
    await page.user.type(numberOf(3), '7155550100')
    await page.user.click(button('Save'))
    expect(descriptionOf(numberOf(1))).toBe('Invalid phone format.(Ex: (987) 456-1230)')
    expect(descriptionOf(typeOf(3))).toBe('Phone type is required.')
    expect(document.activeElement).toBe(numberOf(1))
  })

  test('a new phone with ten digits is sent without an id, a free slot not at all [PF-47]', async () => {
    const { user, sent } = await openPhones({ contactPhones: aProfile().contactPhones.slice(0, 1) })
    await user.selectOptions(typeOf(3), 'Home')
    await user.type(numberOf(3), '7155550100')
    await user.click(button('Save'))
    await waitFor(() => expect(sent(updateProfileLine)).toHaveLength(1))
    const { contactPhones } = bodyOf(sent(updateProfileLine)[0]) as { contactPhones: readonly unknown[] }
    expect(contactPhones).toEqual([
      expect.objectContaining({ eCommunicationDetailId: 'D1', phoneNumber: '7155554821' }),
      {
        eCommunicationDetailId: null,
        eCommunicationId: 'home',
        phoneNumber: '7155550100',
        extension: '',
        isDelete: false,
      },
    ])
  })
})

describe('one account or all', () => {
  const question =
    'This phone number exists on more than one account for this member. Do you want to update the phone number on all of these accounts or only the selected account?'

  test('asks which accounts to change when other accounts have the same phone [PF-12, PF-14]', async () => {
    const page = await openPhones({ phoneCount: 1 })
    await retype(page, 1, '7155550199')
    await page.user.click(button('Save'))
    expect(within(screen.getByRole('dialog')).getByText(question)).toBeDefined()
    expect(page.sent(updateProfileLine)).toEqual([])
    await page.user.click(button('All accounts'))
    await waitFor(() => expect(bodyOf(page.sent(updateProfileLine)[0])).toMatchObject({ updateIndicator: 'ALL' }))
  })

  test('the usual answer, Only this account, sends ONE [PF-16]', async () => {
    const page = await openPhones({ phoneCount: 1 })
    await retype(page, 1, '7155550199')
    await page.user.click(button('Save'))
    expect(button('Only this account').dataset['variant']).toBe('primary')
    await page.user.click(button('Only this account'))
    await waitFor(() => expect(bodyOf(page.sent(updateProfileLine)[0])).toMatchObject({ updateIndicator: 'ONE' }))
  })

  test('asks nothing and sends ONE when there is no other account [PF-15]', async () => {
    const page = await openPhones({ count: 3, phoneCount: 0 })
    await retype(page, 1, '7155550199')
    await page.user.click(button('Save'))
    await waitFor(() => expect(bodyOf(page.sent(updateProfileLine)[0])).toMatchObject({ updateIndicator: 'ONE' }))
    expect(screen.queryByText(question)).toBeNull()
  })

  test('asks in the documented sentence when other accounts have the same address [PF-13]', async () => {
    const { user, sent } = await openAccountProfile({ [profileLine]: aProfile({ count: 1 }) })
    await user.click(button('Edit address'))
    await user.type(screen.getByRole('textbox', { name: /Unit/u }), '2')
    await user.click(button('Save'))
    const dialog = within(screen.getByRole('dialog'))
    expect(
      dialog.getByText(
        'This address exists on more than one account for this member. Do you want to update the address on all of these accounts or only the selected account?',
      ),
    ).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Unit/u }).value).toBe('2')
    expect(sent(updateProfileLine)).toEqual([])
  })

  test('the dialogs are 600 pixels wide [PF-56]', async () => {
    const page = await openPhones({ phoneCount: 1 })
    await retype(page, 1, '7155550199')
    await page.user.click(button('Save'))
    const width = () => screen.getByRole('dialog').style.getPropertyValue('--dialog-width')
    expect(width()).toBe('600px')
    await page.user.click(button('Only this account'))
    await screen.findByText(/Would you like to review your notification settings/u)
    expect(width()).toBe('600px')
  })
})

describe('after a change of phones', () => {
  const ask = 'Your phone numbers have changed. Would you like to review your notification settings?'

  async function saved() {
    const page = await openPhones()
    await retype(page, 1, '7155550199')
    await page.user.click(button('Save'))
    expect(await screen.findByText(ask)).toBeDefined()
    return page
  }

  test('a dialog offers Cancel and Continue; Cancel stays and says that the profile was saved [PF-10]', async () => {
    const { user, address } = await saved()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'Continue' })).toBeDefined()
    const [cancel] = dialog.getAllByRole('button', { name: 'Cancel' })
    if (cancel !== undefined) await user.click(cancel)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('Your profile has been updated.')).toBeDefined()
    expect(address()).toBe('/account-profile')
  })

  test('Continue goes to /manage-notifications [PF-11]', async () => {
    const { user, address } = await saved()
    await user.click(button('Continue'))
    await waitFor(() => expect(address()).toBe('/manage-notifications'))
  })

  test('a save that was canceled says that it was saved, and opens no dialog over the form that is open by then', async () => {
    const answer = Promise.withResolvers<object>()
    const page = await openPhones()
    const { user, answers } = page
    answers[updateProfileLine] = answer.promise
    await retype(page, 1, '7155550199')
    await user.click(button('Save'))
    await user.click(button('Cancel'))
    await user.click(button('Edit name'))
    answer.resolve({ message: 'Your profile has been updated.' })
    expect(await screen.findByText('Your profile has been updated.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'line')
    await user.click(button('Save'))
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull())
    expect(document.activeElement?.textContent).toBe('Your profile has been updated.')
  })

  test('a change of the name opens no dialog [PF-10]', async () => {
    const { user } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'x')
    await user.click(button('Save'))
    expect(await screen.findByText('Your profile has been updated.')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
