import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import {
  aProfile,
  descriptionOf,
  openAccountProfile,
  profileLine,
  profileSettingsLine,
  someProfileSettings,
  updateProfileLine,
} from '../../../test-support/open-account-profile.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const region = (name: string) => within(screen.getByRole('region', { name }))
const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const editButtons = () => screen.queryAllByRole('button', { name: /^Edit / })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'

const settle = async () => act(async () => new Promise((resolve) => setTimeout(resolve, 50)))

describe('what is shown', () => {
  test('the page at /account-profile has the heading and title Account Profile [PF-01, RT-32]', async () => {
    await openAccountProfile()
    expect(screen.getByRole('heading', { level: 1, name: 'Account Profile' })).toBeDefined()
    expect(document.title).toContain('Account Profile')
  })

  test('a visitor signs in first [RT-32]', async () => {
    const { address } = await renderPortal({ path: '/account-profile', visits: ['/login'] })
    expect(address()).toBe('/login?returnUrl=%2Faccount-profile')
  })

  test('accountno in the address selects the account that is shown [PF-02]', async () => {
    await openAccountProfile({}, { path: '/account-profile?accountno=200' })
    expect(screen.getByText('Account 200')).toBeDefined()
    expect(await screen.findByText('Barn')).toBeDefined()
  })

  test('accountno leaves the address after it was read [PF-03]', async () => {
    const { address } = await openAccountProfile({}, { path: '/account-profile?accountno=200' })
    await waitFor(() => expect(address()).toBe('/account-profile'))
  })

  test('the name is a read-only block of first, middle and last name with an edit button; the spouse is shown [PF-04, PF-07]', async () => {
    await openAccountProfile()
    const name = region('Name')
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Middle name', 'Maria'],
      ['Last name', 'Lindqvist'],
      ['Spouse', 'Nils Lindqvist'],
    ] as const)
      expect(name.getByText(label).nextElementSibling?.textContent).toBe(value)
    expect(name.getByRole('button', { name: 'Edit name' })).toBeDefined()
    expect(name.queryByRole('textbox')).toBeNull()
  })

  test('the address is a read-only block of seven parts with an edit button [PF-05, PF-08]', async () => {
    await openAccountProfile()
    const address = region('Mailing address')
    for (const [label, value] of [
      ['Street number', '412'],
      ['Street name', 'Cedar'],
      ['Street type', 'Street'],
      ['Unit', 'Not on file'],
      ['City', 'Eau Claire'],
      ['State', 'WI'],
      ['ZIP code', '54701-1234'],
    ] as const)
      expect(address.getByText(label).nextElementSibling?.textContent).toBe(value)
    expect(address.getByRole('button', { name: 'Edit address' })).toBeDefined()
  })

  test('the phones are a read-only block with type, number and extension, and an edit button [PF-06]', async () => {
    await openAccountProfile()
    const phones = region('Phone numbers')
    expect(phones.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Cell(715) 555-4821',
      'Work(715) 555-0300 ext. 12',
    ])
    expect(phones.getByRole('button', { name: 'Edit phone numbers' })).toBeDefined()
  })

  test('everything opens in view mode [PF-17]', async () => {
    await openAccountProfile()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(editButtons()).toHaveLength(3)
  })

  test('a profile that cannot be loaded hides the form, and the alert stays with a way to try again [PF-55]', async () => {
    const { answers, user } = await openAccountProfile({ [profileLine]: () => aProblem(500) })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Name' })).toBeNull()
    answers[profileLine] = aProfile()
    await user.click(button('Try again'))
    expect(await screen.findByRole('region', { name: 'Name' })).toBeDefined()
  })

  test('a later load that fails leaves the open form and what was typed into it', async () => {
    const loading = Promise.withResolvers<unknown>()
    const { answers, user, sent } = await openAccountProfile({ [updateProfileLine]: aProblem(409) })
    await user.click(button('Edit address'))
    await user.type(screen.getByRole('textbox', { name: 'City' }), ' Heights')
    answers[profileLine] = loading.promise
    await user.click(button('Save'))
    await screen.findByRole('alert')
    await user.click(button('Cancel'))
    await waitFor(() => expect(sent(profileLine)).toHaveLength(2))
    await user.click(button('Edit name'))
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'line')
    loading.resolve(aProblem(500))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Adaline')
  })

  test('settings that cannot be loaded hide the form too [PF-55]', async () => {
    await openAccountProfile({ [profileSettingsLine]: () => aProblem(500) })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Name' })).toBeNull()
  })
})

describe('editing', () => {
  test('while one block is open, the buttons of the others say why they are disabled [PF-18]', async () => {
    const { user } = await openAccountProfile()
    await user.click(button('Edit name'))
    expect(editButtons().map(isOff)).toEqual([true, true])
    expect(descriptionOf(button('Edit phone numbers'))).toBe('Save or cancel your open change first.')
    await user.click(button('Edit address'))
    expect(screen.queryByRole('textbox', { name: 'City' })).toBeNull()
  })

  test('Cancel brings back what was there and puts the keyboard where it was [PF-20]', async () => {
    const { user } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.clear(field('First name'))
    await user.type(field('First name'), 'Jane')
    await user.click(button('Cancel'))
    expect(region('Name').getByText('Ada')).toBeDefined()
    expect(document.activeElement).toBe(button('Edit name'))
    await user.click(button('Edit name'))
    expect(field('First name').value).toBe('Ada')
  })

  test('Save goes back to view mode, says so and loads the profile again [PF-19]', async () => {
    const { user, answers, sent } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.clear(field('First name'))
    await user.type(field('First name'), 'Jane')
    answers[profileLine] = aProfile({ firstName: 'Jane' })
    await user.click(button('Save'))
    expect(await region('Name').findByText('Jane')).toBeDefined()
    expect(screen.getByText('Your profile has been updated.')).toBeDefined()
    expect(sent(profileLine)).toHaveLength(2)
    expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({
      firstName: 'Jane',
      lastName: 'Lindqvist',
      updateIndicator: 'ONE',
      version: 'v1',
    })
  })

  test('says that the profile was saved when it cannot be loaded again, and offers to try that again', async () => {
    const { user, answers } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.type(field('First name'), 'line')
    answers[profileLine] = aProblem(500)
    await user.click(button('Save'))
    expect(await screen.findByText('Your profile has been updated.')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('What you see may be out of date.')
    answers[profileLine] = aProfile({ firstName: 'Adaline' })
    await user.click(button('Try again'))
    expect(await region('Name').findByText('Adaline')).toBeDefined()
    expect(screen.getByText('Your profile has been updated.')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an empty first name shows an error at the field and above the form, and nothing is sent [PF-23]', async () => {
    const { user, sent } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.clear(field('First name'))
    await user.click(button('Save'))
    expect(screen.getAllByText('Please enter first name.')).toHaveLength(2)
    expect(descriptionOf(field('First name'))).toBe('Please enter first name.')
    expect(document.activeElement).toBe(field('First name'))
    expect(sent(updateProfileLine)).toEqual([])
  })

  test('no more letters can be typed than the names can hold [PF-24, PF-25, PF-26]', async () => {
    const { user } = await openAccountProfile()
    await user.click(button('Edit name'))
    const names = [field('First name'), field(/Middle name/u), field('Last name')]
    expect(names.map((one) => one.dataset['maxLength'])).toEqual(['28', '20', '28'])
    await user.clear(field('First name'))
    await user.type(field('First name'), 'x'.repeat(29))
    expect(field('First name').value).toBe('x'.repeat(28))
    expect(descriptionOf(field('First name'))).toBe('Use up to 28 characters.')
  })

  test('blocked characters do not get into the city, which names them [PF-36]', async () => {
    const { user } = await openAccountProfile({}, { settings: { RURAL_ADDRESSES: false } })
    await user.click(button('Edit address'))
    await user.clear(field('City'))
    await user.type(field('City'), `L'a|ke~ "Ci^ty\``)
    expect(field('City').value).toBe('Lake City')
    expect(descriptionOf(field('City'))).toBe('Do not use ` here.')
  })

  test('with the setting RURAL_ADDRESSES N, only digits get into the street number, which says so [PF-29]', async () => {
    const { user } = await openAccountProfile({}, { settings: { RURAL_ADDRESSES: false } })
    await user.click(button('Edit address'))
    await user.clear(field('Street number'))
    await user.type(field('Street number'), 'N12A')
    expect(field('Street number').value).toBe('12')
    expect(descriptionOf(field('Street number'))).toBe('Use digits only.')
  })

  test('house numbers of the country and a city with an apostrophe are kept and sent as typed [REQ-D-268]', async () => {
    const { user, sent } = await openAccountProfile()
    await user.click(button('Edit address'))
    await user.clear(field('Street number'))
    await user.type(field('Street number'), '123 1/2')
    await user.clear(field('City'))
    await user.type(field('City'), "O'Fa|llon")
    expect(descriptionOf(field('City'))).toBe('')
    await user.click(button('Save'))
    await waitFor(() =>
      expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({ streetNumber: '123 1/2', city: "O'Fallon" }),
    )
  })

  test('an imported address that the form would not take does not block the edit of its other parts [PF-27]', async () => {
    const imported = aProfile({
      streetNumber: '',
      streetName: 'Old Road of the Seventh Norwegian Settlement Bay',
      city: 'O^Fallon',
    })
    const { user, sent } = await openAccountProfile({ [profileLine]: imported })
    await user.click(button('Edit address'))
    await user.type(field(/^Unit/u), 'Apt 2')
    await user.click(button('Save'))
    await waitFor(() =>
      expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({
        streetNumber: '',
        streetName: imported.streetName,
        unit: 'Apt 2',
        city: 'O^Fallon',
      }),
    )
  })

  test('an imported company without a first name does not block a middle name [PF-23, PF-26]', async () => {
    const company = aProfile({ firstName: '', middleName: '', lastName: 'Chippewa Valley Agricultural Supply Company' })
    const { user, sent } = await openAccountProfile({ [profileLine]: company })
    await user.click(button('Edit name'))
    await user.type(field(/Middle name/u), 'Inc')
    await user.click(button('Save'))
    await waitFor(() =>
      expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({ middleName: 'Inc', lastName: company.lastName }),
    )
  })

  test('the state is chosen from a list of codes [PF-37]', async () => {
    const { user } = await openAccountProfile()
    await user.click(button('Edit address'))
    const state = screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' })
    expect(state.value).toBe('WI')
    expect(within(state).getAllByRole('option').length).toBeGreaterThan(50)
  })

  test('an empty street name and a wrong ZIP code show errors at their fields, and nothing is sent [PF-30, PF-31, PF-39]', async () => {
    const { user, sent } = await openAccountProfile()
    await user.click(button('Edit address'))
    await user.clear(field('Street name'))
    await user.clear(field('ZIP code'))
    await user.type(field('ZIP code'), '5470')
    await user.click(button('Save'))
    expect(descriptionOf(field('Street name'))).toBe('Street name is required.')
    expect(descriptionOf(field('ZIP code'))).toBe('Zip code must be a 5 or 9 digit number(Ex: 98745-4321).')
    expect(field('Street name').dataset['maxLength']).toBe('40')
    expect(sent(updateProfileLine)).toEqual([])
  })

  test('nine digits of a ZIP code are written with a hyphen and sent without [PF-46]', async () => {
    const { user, sent } = await openAccountProfile()
    await user.click(button('Edit address'))
    await user.clear(field('ZIP code'))
    await user.type(field('ZIP code'), '547015555')
    await user.tab()
    expect(field('ZIP code').value).toBe('54701-5555')
    await user.click(button('Save'))
    await waitFor(() => expect(bodyOf(sent(updateProfileLine)[0])).toMatchObject({ zip: '547015555' }))
  })

  test('the service’s error about a ZIP code stays until the code is edited', async () => {
    const refusal = aProblem(400, '', [{ code: 'unknown', message: 'No such ZIP code.', field: 'zip' }])
    const { user } = await openAccountProfile({ [updateProfileLine]: refusal })
    await user.click(button('Edit address'))
    await user.type(field('City'), ' Heights')
    await user.click(button('Save'))
    await waitFor(() => expect(descriptionOf(field('ZIP code'))).toBe('No such ZIP code.'))
    await user.click(field('ZIP code'))
    await user.tab()
    expect(descriptionOf(field('ZIP code'))).toBe('No such ZIP code.')
  })

  test('a refusal by the service shows at its field', async () => {
    const refusal = aProblem(400, '', [{ code: 'too-long', message: 'Too long.', field: 'lastName' }])
    const { user } = await openAccountProfile({ [updateProfileLine]: refusal })
    await user.click(button('Edit name'))
    await user.type(field('Last name'), 'x')
    await user.click(button('Save'))
    await waitFor(() => expect(descriptionOf(field('Last name'))).toBe('Too long.'))
  })

  test('an alert above the form says that the profile was changed elsewhere, and the form keeps what was typed', async () => {
    const message = 'Your profile changed while you were editing.'
    const refusal = aProblem(409, message, [{ code: 'changed-elsewhere', message }])
    const { user, sent } = await openAccountProfile({ [updateProfileLine]: refusal })
    await user.click(button('Edit name'))
    await user.type(field('Last name'), 'x')
    await user.click(button('Save'))
    expect(await screen.findByText(message)).toBeDefined()
    expect(field('Last name').value).toBe('Lindqvistx')
    await user.click(button('Cancel'))
    await waitFor(() => expect(sent(profileLine)).toHaveLength(2))
  })

  test('a block opens again with what was saved, however long the profile takes to load', async () => {
    const loading = Promise.withResolvers<unknown>()
    const { answers, user, sent } = await openAccountProfile()
    await user.click(button('Edit name'))
    await user.type(field('First name'), 'line')
    answers[profileLine] = loading.promise
    await user.click(button('Save'))
    await waitFor(() => expect(sent(profileLine)).toHaveLength(2))
    await settle()
    expect(screen.queryByRole('button', { name: 'Edit name' })).toBeNull()
    loading.resolve(aProfile({ firstName: 'Adaline', version: 'v2' }))
    await user.click(await screen.findByRole('button', { name: 'Edit name' }))
    await user.type(field(/^Middle name/u), 'nne')
    await user.click(button('Save'))
    await waitFor(() => expect(sent(updateProfileLine)).toHaveLength(2))
    expect(bodyOf(sent(updateProfileLine)[1])).toMatchObject({ firstName: 'Adaline', version: 'v2' })
  })

  test('a save carries the version that its form was opened with', async () => {
    const { answers, user, sent } = await openAccountProfile({ [updateProfileLine]: aProblem(409) })
    await user.click(button('Edit address'))
    await user.type(field('City'), ' Heights')
    const loading = Promise.withResolvers<unknown>()
    answers[profileLine] = loading.promise
    await user.click(button('Save'))
    await screen.findByRole('alert')
    await user.click(button('Cancel'))
    await user.click(button('Edit name'))
    loading.resolve(aProfile({ firstName: 'Adele', version: 'v2' }))
    await waitFor(() => expect(sent(profileLine)).toHaveLength(2))
    await settle()
    await user.type(field(/^Middle name/u), 'nne')
    await user.click(button('Save'))
    await waitFor(() => expect(sent(updateProfileLine)).toHaveLength(2))
    expect(bodyOf(sent(updateProfileLine)[1])).toMatchObject({ firstName: 'Ada', version: 'v1' })
  })

  test('a save that changes nothing is not sent', async () => {
    const { user, sent } = await openAccountProfile()
    await user.click(button('Edit phone numbers'))
    await user.click(button('Save'))
    expect(sent(updateProfileLine)).toEqual([])
    expect(editButtons()).toHaveLength(3)
  })
})

describe('what members may change', () => {
  test('without ALLOW_NAME_UPDATE there is no button for the name [PF-48]', async () => {
    await openAccountProfile({ [profileSettingsLine]: someProfileSettings({ ALLOW_NAME_UPDATE: 'N' }) })
    expect(editButtons().map((one) => one.textContent)).toEqual(['Edit address', 'Edit phone numbers'])
  })

  test('without ALLOW_ADDRESS_UPDATE there is no button for the address [PF-49]', async () => {
    await openAccountProfile({ [profileSettingsLine]: someProfileSettings({ ALLOW_ADDRESS_UPDATE: 'N' }) })
    expect(editButtons().map((one) => one.textContent)).toEqual(['Edit name', 'Edit phone numbers'])
  })

  test('without ALLOW_PHONE_UPDATE there is no button for the phones [PF-50]', async () => {
    await openAccountProfile({ [profileSettingsLine]: someProfileSettings({ ALLOW_PHONE_UPDATE: 'N' }) })
    expect(editButtons().map((one) => one.textContent)).toEqual(['Edit name', 'Edit address'])
  })

  test('a profile that waits for review says so, and no block can be opened [PF-52]', async () => {
    const { user } = await openAccountProfile({
      [profileSettingsLine]: someProfileSettings({ ALLOW_PROFILE_DB_UPDATE: 'N' }),
      [profileLine]: aProfile({ isVerified: 'N' }),
    })
    expect(screen.getAllByText('Your profile changes are pending review.').length).toBeGreaterThan(0)
    expect(editButtons().map(isOff)).toEqual([true, true, true])
    await user.click(button('Edit name'))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('the page does not mention it when changes apply at once or the profile is verified [PF-52]', async () => {
    await openAccountProfile({ [profileLine]: aProfile({ isVerified: 'N' }) })
    expect(screen.queryByText('Your profile changes are pending review.')).toBeNull()
    expect(editButtons().map(isOff)).toEqual([false, false, false])
  })

  test('without a contact the sentence is shown and Save is off [PF-53, PF-54]', async () => {
    const { user, sent } = await openAccountProfile({ [profileLine]: aProfile({ contactPhones: [] }) })
    const sentence = 'Unable to fetch details for entered account. Please contact customer support.'
    expect(screen.getByRole('alert').textContent).toContain(sentence)
    await user.click(button('Edit name'))
    await user.type(field('Last name'), 'x')
    expect(isOff(button('Save'))).toBe(true)
    await user.click(button('Save'))
    expect(sent(updateProfileLine)).toEqual([])
  })

  test('where members may give contacts themselves, the sentence is not shown [PF-53]', async () => {
    const { user } = await openAccountProfile({
      [profileLine]: aProfile({ contactPhones: [] }),
      [profileSettingsLine]: someProfileSettings({ allowUserProvidedContact: 'Y' }),
    })
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(button('Edit name'))
    expect(isOff(button('Save'))).toBe(false)
  })
})
