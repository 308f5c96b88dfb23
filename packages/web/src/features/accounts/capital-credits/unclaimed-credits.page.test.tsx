import type { UnclaimedCredit } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const searchLine = 'POST /v3/unclaimed-capital-credits/search'
const claimLine = 'POST /v3/unclaimed-capital-credits/claim'
const contentLine = 'GET /v3/site/contents/unclaimedCapitalCreditMessage'
const settingsLine = 'GET /v3/site/ats-config-settings'
const claimed = 'Thank you. We received your claim and will contact you.'

const credit = (changes: Partial<UnclaimedCredit> = {}): UnclaimedCredit => ({
  rowKey: 'key-1',
  name: 'Willa Brandt',
  address: '12 Old Mill Road',
  city: 'Menomonie',
  state: 'WI',
  zip: '54751',
  ...changes,
})

interface Opening {
  readonly results?: readonly UnclaimedCredit[]
  readonly answers?: Readonly<Record<string, unknown>>
}

async function open({ results = [credit()], answers = {} }: Opening = {}) {
  const page = await renderPortal({
    path: '/unclaimed-capital-credit',
    answers: {
      [searchLine]: { results },
      [claimLine]: { message: claimed },
      [contentLine]: { key: 'unclaimedCapitalCreditMessage', content: [] },
      [settingsLine]: { results: [{ key: 'ssnDigits', value: '4' }] },
      ...answers,
    },
  })
  await screen.findByRole('button', { name: 'Find' })
  return { ...page, sent: (line: string) => page.calls.filter((call) => call.line === line) }
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`, 'u'))
const button = (name: string) => screen.getByRole('button', { name })
const isDisabled = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true' || one.hasAttribute('disabled')
type Opened = Awaited<ReturnType<typeof open>>

async function search({ user }: Opened, typed: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(typed)) await user.type(field(name), text)
  await user.click(button('Find'))
}
const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

/** Searches and opens the claim of the first row. */
async function claim(opening: Opening = {}) {
  const page = await open(opening)
  await search(page, { 'Last name': 'brandt' })
  await page.user.click(await screen.findByRole('button', { name: /^Claim/u }))
  await screen.findByRole('heading', { name: 'Claim Contact Information' })
  await screen.findByRole('button', { name: 'Submit claim' })
  const fill = async (typed: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(typed)) {
      const input = field(name)
      if (input.tagName === 'SELECT') await page.user.selectOptions(input, text)
      else {
        await page.user.clear(input)
        if (text !== '') await page.user.type(input, text)
      }
    }
  }
  const submit = async () => page.user.click(button('Submit claim'))
  return { ...page, fill, submit }
}
const complete = { 'Phone number': '7155550142', 'Contact preference': 'Phone' }
const errorsAt = (name: string) => {
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => (id === '' ? '' : (document.querySelector(`#${CSS.escape(id)}`)?.textContent ?? ''))).join(' ')
}

it('opens without signing in, with its title [RT-59, RU-23, RU-24]', async () => {
  const { address } = await open()
  expect(address()).toBe('/unclaimed-capital-credit')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unclaimed Capital Credits')
  expect(document.title).toContain('Unclaimed Capital Credits')
})

it('shows the cooperative’s message about unclaimed credits above the form [UC-57, ST-50]', async () => {
  await open({ answers: { [contentLine]: { key: 'unclaimedCapitalCreditMessage', content: ['Look for your name.'] } } })
  expect(await screen.findByText('Look for your name.')).toBeDefined()
})

describe('the search', () => {
  it('sends trimmed first, last and company names, and null for blank fields [UC-03, UC-30]', async () => {
    const page = await open()
    expect(field('Company name')).toBeDefined()
    await search(page, { 'First name': ' Willa ', 'Last name': '   ' })
    expect(bodyOf(page.sent(searchLine)[0])).toEqual({ firstName: 'Willa', lastName: null, companyName: null })
  })

  it('enables Find once a name is not blank and ignores Enter before that [UC-27, UC-29]', async () => {
    const page = await open()
    await page.user.type(field('First name'), '  {Enter}')
    expect([isDisabled(button('Find')), page.sent(searchLine).length]).toEqual([true, 0])
    await page.user.type(field('Company name'), 'M')
    expect(isDisabled(button('Find'))).toBe(false)
    await page.user.type(field('Company name'), '{Enter}')
    expect(page.sent(searchLine)).toHaveLength(1)
  })

  it('has a clear button in each field [UC-28]', async () => {
    const { user } = await open()
    for (const name of ['First name', 'Last name', 'Company name']) {
      await user.type(field(name), 'x')
      await user.click(button(`Clear ${name.toLowerCase()}`))
      expect(field(name).value).toBe('')
    }
  })

  it('lists name, address, city with state, and zip, each with a Claim button [UC-04, UC-05, UC-06]', async () => {
    const page = await open()
    await search(page, { 'Last name': 'brandt' })
    const table = within(await screen.findByRole('table', { name: 'Unclaimed capital credits' }))
    const cells = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['Name', 'Address', 'City/State', 'Zip', 'Claim'],
      ['Willa Brandt', '12 Old Mill Road', 'Menomonie, WI', '54751', 'Claim, Willa Brandt'],
    ])
  })

  it('shows zip and a Claim button in every row, and no member number [UC-07, UC-08, UC-58]', async () => {
    const page = await open({ results: [credit(), credit({ rowKey: 'key-2', name: 'Wim Aster', zip: '54703' })] })
    await search(page, { 'First name': 'w' })
    expect(await screen.findAllByRole('button', { name: /^Claim/u })).toHaveLength(2)
    expect(screen.getByText('54703')).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Member Number')
  })

  it('sorts by name by default and by any column [UC-09]', async () => {
    const results = [
      credit({ rowKey: '1', name: 'Bea', address: '9 A St', city: 'Altoona', zip: '54703' }),
      credit({ rowKey: '2', name: 'Al', address: '1 B St', city: 'Baldwin', zip: '54720' }),
    ]
    const page = await open({ results })
    await search(page, { 'First name': 'a' })
    await screen.findByRole('table')
    expect(rows()).toEqual(['Al', 'Bea'])
    for (const [column, order] of [
      ['City/State', ['Bea', 'Al']],
      ['Address', ['Al', 'Bea']],
      ['Zip', ['Bea', 'Al']],
    ] as const) {
      await page.user.click(within(screen.getByRole('columnheader', { name: column })).getByRole('button'))
      expect(rows(), column).toEqual(order)
    }
    await page.user.click(within(screen.getByRole('columnheader', { name: 'Zip' })).getByRole('button'))
    expect(rows()).toEqual(['Al', 'Bea'])
  })

  it('shows 10 rows per page by default, or 25, 50 or 100 [UC-10, UC-11]', async () => {
    const results = Array.from({ length: 30 }, (_none, index) =>
      credit({ rowKey: String(index), name: `Name ${String(index).padStart(2, '0')}` }),
    )
    const page = await open({ results })
    await search(page, { 'First name': 'n' })
    await screen.findByRole('table')
    expect(rows()).toHaveLength(10)
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' })
    expect([...size.options].map(({ text }) => text)).toEqual(['10', '25', '50', '100'])
    await page.user.selectOptions(size, '25')
    expect(rows()).toHaveLength(25)
  })

  it.each([
    [{ 'Company name': 'Mill Pond' }, 'Mill Pond'],
    [{ 'First name': 'Willa', 'Last name': 'Brandt' }, 'Willa Brandt'],
  ])('names the search %j when nothing is found [UC-22, UC-23, UC-24]', async (typed, names) => {
    await search(await open({ results: [] }), typed)
    expect(await screen.findByText(`There were no unclaimed capital credits found matching '${names}'.`)).toBeDefined()
  })

  it.each([
    [{ 'First name': 'Willa' }, 'Willa'],
    [{ 'Last name': 'Brandt' }, 'Brandt'],
  ])('names only the searched field %j when nothing is found [UC-25, UC-26]', async (typed, names) => {
    await search(await open({ results: [] }), typed)
    expect(await screen.findByText(`There were no unclaimed capital credits found matching '${names}'.`)).toBeDefined()
  })

  it('clears earlier results and shows the server’s text when a search fails [UC-21]', async () => {
    let fails = false
    const page = await open({ answers: { [searchLine]: () => (fails ? aProblem(500) : { results: [credit()] }) } })
    await search(page, { 'Last name': 'brandt' })
    await screen.findByRole('table')
    fails = true
    await page.user.click(button('Find'))
    expect((await screen.findByRole('alert')).textContent).toContain('We are unable to process your request')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('the claim', () => {
  it('shows a contact form prefilled from the row [UC-12, UC-13]', async () => {
    await claim()
    expect(['Name', 'Address 1', 'City', 'State', 'Zip code'].map((name) => field(name).value)).toEqual([
      'Willa Brandt',
      '12 Old Mill Road',
      'Menomonie',
      'WI',
      '54751',
    ])
  })

  it('prefills an address of 80 and a city of 40 characters whole, and sends them as they are [REQ-D-297]', async () => {
    const [address, city] = ['a'.repeat(80), 'c'.repeat(40)]
    const { fill, submit, sent } = await claim({ results: [credit({ address, city })] })
    expect([field('Address 1').value, field('City').value]).toEqual([address, city])
    await fill(complete)
    await submit()
    await screen.findByText(claimed)
    expect(bodyOf(sent(claimLine)[0])).toMatchObject({ address1: address, city })
  })

  it('returns to the search and its results with Cancel [UC-14, UC-15]', async () => {
    const { user } = await claim()
    expect(screen.queryByRole('heading', { name: 'Search' })).toBeNull()
    await user.click(button('Cancel'))
    expect(await screen.findByRole('heading', { name: 'Search' })).toBeDefined()
    expect(rows()).toEqual(['Willa Brandt'])
  })

  it('sends the row key and bare digits, then hides the form and shows the message [UC-17, UC-36, UC-54]', async () => {
    const { fill, submit, sent } = await claim()
    await fill({ ...complete, 'Zip code': '54751-1234', Comments: 'I moved.' })
    await submit()
    expect(await screen.findByText(claimed)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Submit claim' })).toBeNull()
    expect(bodyOf(sent(claimLine)[0])).toEqual({
      rowKey: 'key-1',
      name: 'Willa Brandt',
      ssn: '',
      phone: '7155550142',
      contactPref: 'Phone',
      email: '',
      address1: '12 Old Mill Road',
      address2: '',
      city: 'Menomonie',
      state: 'WI',
      zip: '547511234',
      comments: 'I moved.',
    })
  })

  it('says that a claim was received after it was canceled, and keeps the claim that is open by then', async () => {
    const answer = Promise.withResolvers<object>()
    const { user, fill, submit, sent } = await claim({ answers: { [claimLine]: answer.promise } })
    await fill(complete)
    await submit()
    await user.click(button('Cancel'))
    await user.click(await screen.findByRole('button', { name: /^Claim/u }))
    await screen.findByRole('heading', { name: 'Claim Contact Information' })
    await screen.findByRole('button', { name: 'Submit claim' })
    await fill({ Comments: 'Another one' })
    answer.resolve({ message: claimed })
    expect((await screen.findByText(claimed)).closest('[role="status"]')).not.toBeNull()
    expect(field('Comments').value).toBe('Another one')
    expect(document.activeElement).toBe(field('Comments'))
    await fill(complete)
    await submit()
    expect(sent(claimLine)).toHaveLength(2)
    expect(await screen.findByRole('button', { name: 'Search again' })).toBeDefined()
    expect(screen.queryByLabelText(/^Comments/u)).toBeNull()
    expect(document.activeElement?.textContent).toBe(claimed)
  })

  it('says that a claim was received although it was canceled, above the results of the search', async () => {
    const answer = Promise.withResolvers<object>()
    const { user, fill, submit } = await claim({ answers: { [claimLine]: answer.promise } })
    await fill(complete)
    await submit()
    await user.click(button('Cancel'))
    answer.resolve({ message: claimed })
    expect(await screen.findByText(claimed)).toBeDefined()
    expect(rows()).toEqual(['Willa Brandt'])
  })

  it('shows the server’s error in a red alert and keeps the form [UC-18, UC-19]', async () => {
    const message = 'Your search has expired.'
    const answer = aProblem(400, message, [{ code: 'claim-expired', message }])
    const { fill, submit } = await claim({ answers: { [claimLine]: answer } })
    await fill(complete)
    await submit()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    expect(alert.closest('[data-tone]')?.getAttribute('data-tone')).toBe('error')
    expect(field('City').value).toBe('Menomonie')
  })

  it.each([
    [{ 'Last 4 digits of SSN': '123' }, 'Last 4 digits of SSN', 'SSN must be 4 numeric digits'],
    [{ 'Last 4 digits of SSN': 'abcd' }, 'Last 4 digits of SSN', 'SSN must be 4 numeric digits'],
  ])('refuses the SSN %j and does not require one [UC-32, UC-33, UC-56]', async (typed, name, message) => {
    const { fill, submit, sent } = await claim()
    await fill({ ...complete, ...typed })
    await submit()
    expect(errorsAt(name)).toContain(message)
    expect(sent(claimLine)).toEqual([])
    await fill({ [name]: '' })
    await submit()
    expect(sent(claimLine)).toHaveLength(1)
  })

  it('requires phone and contact preference and marks every invalid field on submit [UC-34, UC-37, UC-56]', async () => {
    const { submit, sent } = await claim()
    await submit()
    expect(errorsAt('Phone number')).toContain('Phone number is required.')
    expect(errorsAt('Contact preference')).toContain('Contact preference is required.')
    expect(sent(claimLine)).toEqual([])
  })

  it('refuses an incomplete phone number [UC-35]', async () => {
    const { fill, submit } = await claim()
    await fill({ ...complete, 'Phone number': '715555' })
    await submit()
    expect(errorsAt('Phone number')).toContain('Invalid phone format. (Ex: (987) 456-1230)')
  })

  it('offers each contact preference with an id and a label [UC-38, AS-30, DU-24]', async () => {
    await claim()
    const options = [...(field('Contact preference') as unknown as HTMLSelectElement).options]
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['', 'Choose'],
      ['Email', 'Email'],
      ['Phone', 'Phone'],
      ['Mail', 'Mail'],
    ])
  })

  it('requires an email address only for the preference Email [UC-41, UC-42]', async () => {
    const { fill, submit, sent } = await claim()
    await fill({ 'Phone number': '7155550142', 'Contact preference': 'Email' })
    await submit()
    expect(errorsAt('Email address')).toContain('Email address is required.')
    await fill({ 'Contact preference': 'Mail' })
    await submit()
    expect(sent(claimLine)).toHaveLength(1)
  })

  it('checks any email address given, regardless of the preference [UC-40]', async () => {
    const { fill, submit, sent } = await claim()
    await fill({ ...complete, 'Email address': 'willa@' })
    await submit()
    expect(errorsAt('Email address')).toContain('Invalid e-mail address.')
    expect(sent(claimLine)).toEqual([])
  })

  it('requires address 1, city and state [UC-43, UC-46, UC-48]', async () => {
    const { fill, submit } = await claim({ results: [credit({ state: '' })] })
    await fill({ ...complete, 'Address 1': '', City: '' })
    await submit()
    expect(errorsAt('Address 1')).toContain('Address 1 is required.')
    expect(errorsAt('City')).toContain('City is required.')
    expect(errorsAt('State')).toContain('State is required.')
  })

  it('limits each field to its maximum length [UC-31, UC-39, UC-44]', async () => {
    await claim()
    expect(['Name', 'Email address', 'Address 1'].map((name) => field(name).dataset['maxLength'])).toEqual([
      '125',
      '100',
      '60',
    ])
  })

  it('limits the optional second line to 60 characters, the city to 30 and the comment to 1,000 [UC-45, UC-47, UC-55]', async () => {
    await claim()
    expect(['Address 2', 'City', 'Comments'].map((name) => field(name).dataset['maxLength'])).toEqual([
      '60',
      '30',
      '1000',
    ])
    expect(field('Address 2').value).toBe('')
  })

  it('lists the states in order [UC-49, AS-30, DU-25]', async () => {
    await claim()
    const values = [...(field('State') as unknown as HTMLSelectElement).options].slice(1).map(({ value }) => value)
    expect(values.length).toBeGreaterThan(50)
    expect(values).toEqual(values.toSorted())
  })

  it.each(['5475', '547511234', '00000', '54751-0000', '54751-12'])(
    'refuses the zip code %s [UC-51, UC-52, UC-53]',
    async (zip) => {
      const { fill, submit, sent } = await claim()
      await fill({ ...complete, 'Zip code': zip })
      await submit()
      expect(errorsAt('Zip code')).toContain('Zip code must be a 5 or 9 digit number. (Ex: *****-4321)')
      expect(sent(claimLine)).toEqual([])
    },
  )

  it('does not require a ZIP code and hides the form after sending [UC-16, UC-50]', async () => {
    const { fill, submit, sent } = await claim()
    await fill({ ...complete, 'Zip code': '' })
    await submit()
    expect(bodyOf(sent(claimLine)[0])).toMatchObject({ zip: '' })
    expect(await screen.findByText(claimed)).toBeDefined()
    expect(screen.queryByLabelText(/^Zip code/u)).toBeNull()
  })

  it.each([
    ['asks for no digits', [{ key: 'ssnDigits', value: '0' }]],
    ['publishes no such setting', []],
  ])('hides the SSN field when the cooperative %s [CG-07]', async (_case, results) => {
    await claim({ answers: { [settingsLine]: { results } } })
    expect(screen.queryByLabelText(/SSN/u)).toBeNull()
  })

  it('shows the form of a claim once it is known which fields it has [REQ-D-305]', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const page = await open({ answers: { [settingsLine]: promise } })
    await search(page, { 'Last name': 'brandt' })
    await page.user.click(await screen.findByRole('button', { name: /^Claim/u }))
    await screen.findByRole('heading', { name: 'Claim Contact Information' })
    expect(screen.queryByRole('textbox')).toBeNull()
    resolve({ results: [{ key: 'ssnDigits', value: '4' }] })
    expect(await screen.findByLabelText(/SSN/u)).toBeDefined()
  })
})
