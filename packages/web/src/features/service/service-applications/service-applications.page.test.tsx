import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { emptyApplication } from '@coopline/rules/service/service-applications/check-application'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const form = '/service-type/application-for-service'
const typesLine = 'GET /v2/applicationforservice/accounttypes'
const saveLine = 'POST /v3/service-applications'
const loadLine = 'POST /v3/service-applications/load'
const submitLine = 'POST /v3/service-applications/submit'
const attachLine = 'POST /v3/service-applications/documents'
const removeLine = 'DELETE /v3/service-applications/documents/AAAAAAAAAAAAAAAAAAAAAA'
const mailLine = 'POST /v3/service-applications/link'
const settings = {
  results: [
    { key: 'timeZone', value: 'America/Chicago' },
    { key: 'DISC_SO_MAX_REQ_DAYS', value: '30' },
    { key: 'serviceApplicationDocuments', value: '2' },
  ],
}
const today = calendarDateIn('America/Chicago', new Date())
const expiresAt = '2027-03-08T15:00:00.000Z'
const received = 'We received your application. Your reference number is A-7KMX-W2QD.'
const complete: ApplicationForm = {
  ...emptyApplication,
  firstName: 'Noor',
  lastName: 'Haddad',
  phone: '(715) 555-0177',
  contactPref: 'Phone',
  streetNumber: '12',
  streetName: 'Elm',
  city: 'Eau Claire',
  state: 'WI',
  zip: '54701',
  startDate: today,
}

const open = async (
  path: string,
  { answers = {}, ...site }: SiteChanges & { readonly answers?: Answers } = {},
  language: 'en' | 'es' = 'en',
) => {
  const portal = await renderPortal({
    path,
    language,
    site: aSite({ features: ['ApplicationForService'], ...site }),
    visits: [form, '/home'],
    answers: {
      'GET /v3/site/ats-config-settings': settings,
      [typesLine]: { results: [] },
      [saveLine]: { token: 'token-1', expiresAt },
      [submitLine]: { referenceNumber: 'A-7KMX-W2QD', message: received },
      [mailLine]: { message: 'We emailed you the link. It can take a few minutes.' },
      ...answers,
    },
  })
  return { ...portal, sent: (line: string) => portal.calls.filter((call) => call.line === line) }
}
type Opened = Awaited<ReturnType<typeof open>>

const heading = async (name: string) => screen.findByRole('heading', { level: 2, name })
const press = async ({ user }: Opened, name: string) => user.click(await screen.findByRole('button', { name }))
const fillContact = async ({ user }: Opened) => {
  await heading('About you')
  await user.type(screen.getByLabelText('First name'), 'Noor')
  await user.type(screen.getByLabelText('Last name'), 'Haddad')
  await user.type(screen.getByLabelText('Phone number'), '7155550177')
  await user.selectOptions(screen.getByLabelText('How should we contact you?'), 'Phone')
}
const fillService = async ({ user }: Opened) => {
  await heading('Where and when you need service')
  await user.type(screen.getByLabelText('Street number'), '12')
  await user.type(screen.getByLabelText('Street name'), 'Elm')
  await user.type(screen.getByLabelText('City'), 'Eau Claire')
  await user.selectOptions(screen.getByLabelText('State'), 'WI')
  await user.type(screen.getByLabelText('Zip code'), '54701')
  fireEvent.change(screen.getByLabelText('Start date'), { target: { value: today } })
}

describe('choosing an account type', () => {
  it('lists the account types without sign-in, each with a link to the application [RT-31, HM-09]', async () => {
    const results = [
      { id: 'R', description: 'Residential' },
      { id: 'F&B', description: 'Farm' },
    ]
    const { address } = await open('/service-type/select-service-type', { answers: { [typesLine]: { results } } })
    await screen.findByRole('link', { name: 'Apply for Residential' })
    const links = within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Apply for Residential', `${form}?type=R`],
      ['Apply for Farm', `${form}?type=F%26B`],
    ])
    expect(address()).toBe('/service-type/select-service-type')
  })

  it.each([
    ['without account types', { results: [] }],
    ['when they cannot be loaded', aProblem(500)],
  ])('redirects to the application %s [HM-10]', async (_when, answer) => {
    const { address } = await open('/service-type/select-service-type', { answers: { [typesLine]: answer } })
    await heading('About you')
    expect(address()).toBe(form)
  })

  it.each(['/service-type/select-service-type', form])(
    '%s redirects to the home page while the feature is off [CF-03]',
    async (path) => {
      const { address, sent } = await open(path, { features: [] })
      await waitFor(() => expect(address()).toBe('/home'))
      expect(sent(typesLine)).toEqual([])
    },
  )
})

describe('the application', () => {
  it('lets a visitor fill in, review and submit an application in four steps [HM-23, RT-31]', async () => {
    const portal = await open(form)
    await fillContact(portal)
    await press(portal, 'Continue')
    await fillService(portal)
    await press(portal, 'Continue')
    await heading('Documents')
    await press(portal, 'Continue')
    await heading('Review your application')
    expect(screen.getByText('12 Elm, Eau Claire, WI 54701')).toBeDefined()
    expect(portal.sent(saveLine).map((call) => (bodyOf(call) as { token: unknown }).token)).toEqual([
      null,
      'token-1',
      'token-1',
    ])
    await press(portal, 'Submit application')
    expect(await screen.findByText(received)).toBeDefined()
    expect(bodyOf(portal.sent(submitLine)[0])).toEqual({ token: 'token-1', application: complete })
    expect(screen.getByText('A-7KMX-W2QD')).toBeDefined()
    expect(portal.address()).toBe(`${form}?token=token-1`)
  })

  it('names missing fields and continues only when a step is complete', async () => {
    const portal = await open(form, { serviceAccountTypes: [{ id: 'F', description: 'Farm' }] })
    await heading('About you')
    await press(portal, 'Continue')
    const problems = within(await screen.findByRole('alert')).getAllByRole('link')
    expect(problems.map(({ textContent }) => textContent)).toEqual([
      'Choose an account type.',
      'Please enter first name.',
      'Please enter last name.',
      'Phone number is required.',
      'Contact preference is required.',
    ])
    expect(portal.sent(saveLine)).toEqual([])
  })

  it('preselects the account type in the URL when the cooperative offers it', async () => {
    const serviceAccountTypes = [{ id: 'F', description: 'Farm' }]
    await open(`${form}?type=F`, { serviceAccountTypes })
    await heading('About you')
    expect(screen.getByLabelText<HTMLSelectElement>('Account type').value).toBe('F')
  })

  it('offers account types by their Spanish names to a Spanish reader', async () => {
    const serviceAccountTypes = [
      { id: 'F', description: 'Farm', descriptionInSpanish: 'Agrícola' },
      { id: 'X', description: 'Flex' },
    ]
    await open(form, { serviceAccountTypes }, 'es')
    const options = within(await screen.findByLabelText('Tipo de cuenta')).getAllByRole('option')
    expect(options.slice(1).map(({ textContent }) => textContent)).toEqual(['Agrícola', 'Flex'])
  })

  it('keeps the input and shows an error when saving fails', async () => {
    const portal = await open(form, { answers: { [saveLine]: aProblem(503) } })
    await fillContact(portal)
    await press(portal, 'Continue')
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Noor')
  })

  it('keeps the input when going back', async () => {
    const portal = await open(form)
    await fillContact(portal)
    await press(portal, 'Continue')
    await heading('Where and when you need service')
    await portal.user.type(screen.getByLabelText('City'), 'Alma')
    await press(portal, 'Back')
    await heading('About you')
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Haddad')
    await press(portal, 'Continue')
    await heading('Where and when you need service')
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Alma')
  })

  it('stays at the step that an applicant goes back to while another one is saved', async () => {
    const answer = Promise.withResolvers<object>()
    const answers = [{ token: 'token-1', expiresAt }, answer.promise]
    const portal = await open(form, { answers: { [saveLine]: () => answers.shift() } })
    await fillContact(portal)
    await press(portal, 'Continue')
    await fillService(portal)
    await press(portal, 'Continue')
    await press(portal, 'Back')
    await heading('About you')
    await portal.user.type(screen.getByLabelText('Last name'), 'i')
    await act(async () => answer.resolve({ token: 'token-1', expiresAt }))
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Haddadi')
    expect(answers).toEqual([])
  })

  it('saves an unfinished application and offers its link to copy or email', async () => {
    const portal = await open(form)
    await heading('About you')
    await portal.user.type(screen.getByLabelText('First name'), 'Noor')
    await portal.user.type(screen.getByLabelText(/^Email address/u), 'noor@example.org')
    await press(portal, 'Save and finish later')
    expect(await screen.findByText('Your application is saved.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Noor')
    await press(portal, 'Email me the link')
    expect(await screen.findByText(/We emailed you the link/u)).toBeDefined()
    expect(bodyOf(portal.sent(mailLine)[0])).toEqual({ token: 'token-1' })
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeDefined()
  })

  it('saves once when the button is pressed twice before the answer', async () => {
    const answer = Promise.withResolvers<object>()
    const portal = await open(form, { answers: { [saveLine]: answer.promise } })
    await heading('About you')
    const button = await screen.findByRole('button', { name: 'Save and finish later' })
    // React handles both presses in one batch.
    act(() => {
      button.click()
      button.click()
    })
    answer.resolve({ token: 'token-1', expiresAt })
    await screen.findByText('Your application is saved.')
    expect(portal.sent(saveLine)).toHaveLength(1)
  })
})

describe('opening a saved link', () => {
  const opened = async (answer: unknown) => open(`${form}?token=token-1`, { answers: { [loadLine]: answer } })

  it('opens the draft at the first step that is not complete', async () => {
    const draft = { application: { ...complete, city: '' }, documents: [], expiresAt }
    const portal = await opened({ draft, submitted: null })
    await heading('Where and when you need service')
    expect(screen.getByLabelText<HTMLInputElement>('Street name').value).toBe('Elm')
    expect(bodyOf(portal.sent(loadLine)[0])).toEqual({ token: 'token-1' })
  })

  it('opens the latest saved draft after the visitor leaves the page and returns', async () => {
    const draftOf = (firstName: string) => ({
      draft: { application: { ...complete, firstName, phone: '' }, documents: [], expiresAt },
      submitted: null,
    })
    const stored = { name: 'Noor' }
    const portal = await opened(() => draftOf(stored.name))
    await heading('About you')
    await portal.user.type(screen.getByLabelText('First name'), 'a')
    await press(portal, 'Save and finish later')
    await screen.findByText('Your application is saved.')
    stored.name = 'Noora'
    await portal.user.click(screen.getByRole('link', { name: 'Home' }))
    await portal.goBack()
    await heading('About you')
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Noora')
  })

  it('shows the status of a submitted application', async () => {
    const submitted = {
      referenceNumber: 'A-7KMX-W2QD',
      submittedOn: '2027-03-01',
      accountType: 'Farm',
      status: 'Deposit due',
    }
    await opened({ draft: null, submitted })
    expect(await screen.findByText('Deposit due')).toBeDefined()
    expect(screen.getByText('03/01/2027')).toBeDefined()
    expect(screen.queryByLabelText('First name')).toBeNull()
  })

  it('says that a link has expired and offers a new application', async () => {
    const message = 'This link has expired or is incomplete. Start a new application, or call us.'
    await opened(aProblem(400, message, [{ code: 'link-not-good', message }]))
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(screen.getByRole('link', { name: 'Start a new application' }).getAttribute('href')).toBe(form)
  })
})

it('shows every text in Spanish', async () => {
  await open(form, {}, 'es')
  expect(await heading('Sus datos')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Guardar y terminar después' })).toBeDefined()
})

describe('documents', () => {
  const lease = { id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'lease.pdf', mediaType: 'application/pdf', bytes: 1_200_000 }
  const later = '2027-03-09T15:00:00.000Z'
  const openStep = async (documents: readonly unknown[], answers: Answers = {}) => {
    const draft = { application: complete, documents, expiresAt }
    const portal = await open(`${form}?token=token-1`, {
      answers: { [loadLine]: { draft, submitted: null }, ...answers },
    })
    await heading('Review your application')
    await press(portal, 'Back')
    await heading('Documents')
    return portal
  }
  const choose = async ({ user }: Opened, file: File) => user.upload(screen.getByLabelText(/^Add a document/u), file)
  const pdf = (name = 'lease.pdf', content = 'pdf') => new File([content], name, { type: 'application/pdf' })

  it('sends a chosen file with the link as proof, lists it with its size, and shows it in the review', async () => {
    const portal = await openStep([], { [attachLine]: { documents: [lease], expiresAt: later } })
    await choose(portal, pdf())
    expect(await screen.findByText('lease.pdf was added.')).toBeDefined()
    expect(bodyOf(portal.sent(attachLine)[0])).toEqual({ name: 'lease.pdf', contentBase64: btoa('pdf') })
    expect(new Headers(portal.sent(attachLine)[0]?.init?.headers).get('authorization')).toBe('Bearer token-1')
    const row = within(screen.getByRole('list', { name: 'Added documents' })).getByRole('listitem')
    expect(row.textContent).toContain('1.2 MB')
    await press(portal, 'Continue')
    await heading('Review your application')
    expect(screen.getByText('lease.pdf')).toBeDefined()
  })

  it('says that a file is there already, and names no other one', async () => {
    const deed = { ...lease, id: 'BBBBBBBBBBBBBBBBBBBBBB', name: 'deed.pdf' }
    const portal = await openStep([lease, deed], {
      'GET /v3/site/ats-config-settings': {
        results: settings.results.map((one) => ({ ...one, ...(one.value === '2' && { value: '3' }) })),
      },
      [attachLine]: { documents: [lease, deed], expiresAt: later },
    })
    await choose(portal, pdf('copy.pdf'))
    expect(await screen.findByText('You already added this file, so copy.pdf was not added again.')).toBeDefined()
    expect(screen.queryByText(/was added\./u)).toBeNull()
  })

  it('removes a document and moves the focus to the file field', async () => {
    const portal = await openStep([lease], { [removeLine]: { documents: [], expiresAt: later } })
    await press(portal, 'Remove lease.pdf')
    expect(await screen.findByText('lease.pdf was removed.')).toBeDefined()
    expect(portal.sent(removeLine)).toHaveLength(1)
    expect(document.activeElement).toBe(screen.getByLabelText(/^Add a document/u))
    expect(screen.queryByRole('list', { name: 'Added documents' })).toBeNull()
  })

  it('shows a refusal at the field and keeps documents and form', async () => {
    const message = 'We could not read this file. Part of it may be missing. Please choose another one.'
    const problem = aProblem(400, '', [{ code: 'document-broken', field: 'contentBase64', message }])
    const portal = await openStep([lease], { [attachLine]: problem })
    await choose(portal, pdf('deed.pdf'))
    expect(await screen.findAllByText(message)).toHaveLength(2)
    const field = screen.getByLabelText(/^Add a document/u)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('button', { name: 'Remove lease.pdf' })).toBeDefined()
    await press(portal, 'Continue')
    await heading('Review your application')
  })

  it.each([
    ['an empty file', '', [], 'This file is empty. Please choose another one.'],
    ['more than 5 MB', 'x'.repeat(5_000_001), [], 'A file can be up to 5 MB.'],
    [
      'a third file of two',
      'pdf',
      [lease, { ...lease, id: 'B' }],
      'You can attach up to 2 files. Remove one before you attach another one.',
    ],
  ])('refuses %s without sending it', async (_what, content, documents, message) => {
    const portal = await openStep(documents)
    await choose(portal, pdf('deed.pdf', content))
    expect(await screen.findAllByText(message)).toHaveLength(2)
    expect(portal.sent(attachLine)).toEqual([])
  })

  it('says that the link has expired when the draft is gone, and an alert when there is no answer', async () => {
    const portal = await openStep([], { [attachLine]: aProblem(401) })
    await choose(portal, pdf())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('This link has expired or is incomplete. Start a new application, or call us.')
  })

  it('sends a file whose name resembles a card number without its name', async () => {
    const portal = await openStep([], { [attachLine]: { documents: [lease], expiresAt: later } })
    await choose(portal, pdf('4111111111111111.pdf'))
    await screen.findByText('lease.pdf was added.')
    expect(bodyOf(portal.sent(attachLine)[0])).toEqual({ name: '', contentBase64: btoa('pdf') })
  })

  it('does not continue or submit while a file is being sent, and keeps it when the applicant goes back', async () => {
    let answer: (value: unknown) => void = () => undefined
    const slow = new Promise((resolve) => {
      answer = resolve
    })
    const portal = await openStep([], { [attachLine]: async () => slow })
    await choose(portal, pdf())
    await screen.findByText('Adding lease.pdf…')
    const waiting = screen.getByRole('button', { name: 'Adding your file…' })
    await portal.user.click(waiting)
    expect(portal.sent(saveLine)).toEqual([])
    await press(portal, 'Back')
    await heading('Where and when you need service')
    answer({ documents: [lease], expiresAt: later })
    await press(portal, 'Continue')
    await heading('Documents')
    expect(await screen.findByText('lease.pdf was added.')).toBeDefined()
  })

  it('leaves out the step when the cooperative takes no documents', async () => {
    const results = settings.results.map((one) =>
      one.key === 'serviceApplicationDocuments' ? { ...one, value: '0' } : one,
    )
    const draft = { application: complete, documents: [], expiresAt }
    const portal = await open(`${form}?token=token-1`, {
      answers: { [loadLine]: { draft, submitted: null }, 'GET /v3/site/ats-config-settings': { results } },
    })
    await heading('Review your application')
    expect(screen.queryByText('Documents')).toBeNull()
    await press(portal, 'Back')
    await heading('Where and when you need service')
  })
})
