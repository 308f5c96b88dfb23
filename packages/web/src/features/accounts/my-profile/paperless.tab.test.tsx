import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type SiteChanges, aSite } from '../../../test-support/a-site.ts'
import { aProfileAccount, detailsLine, memberDetails, updateLine } from '../../../test-support/my-profile-answers.ts'
import { openProfile, pressed } from '../../../test-support/open-my-profile.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'

const marketingLine = 'GET /v3/site/contents/marketingText'
const path = '/my-profile?tab=paperless'
const offering = (changes: SiteChanges = {}) =>
  aSite({
    features: ['PaperlessAccountEnabled'],
    ...changes,
    settings: { passkeysEnabled: false, ...changes.settings },
  })
const open = async (answers: Record<string, unknown> = {}, site = offering()) => {
  const page = await openProfile(
    { [updateLine]: { message: 'Your profile has been updated.' }, ...answers },
    { site, path },
  )
  await screen.findByRole('button', { name: 'Submit All' })
  return page
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const boxes = (column: string) =>
  ['account 100100101', 'account 100100102'].map((account) => box(`${column}, ${account}`).checked)
const [email, bill, other] = ['Email bill notice', 'Paperless billing', 'Paperless notices']
const confirm = 'I agree to receive the items I selected electronically.'
const submit = async (user: UserEvent) => pressed(user, 'Submit All')

describe('the accounts', () => {
  test('each has an email notice, a paperless bill and other paperless mail, as they are [MP-45]', async () => {
    const accounts = [
      aProfileAccount({ hasEmailBillNotice: true }),
      aProfileAccount({ accountNumber: '100100102', hasOtherPaperlessBillinge: true }),
    ]
    await open({ [detailsLine]: memberDetails({ accounts }) })
    expect([boxes(email), boxes(bill), boxes(other)]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })

  test('a paperless bill switches the email on and locks it; without it the email stays on and is free [MP-48, MP-49, MP-50]', async () => {
    const { user } = await open()
    const [mail, paperless] = [box(`${email}, account 100100101`), box(`${bill}, account 100100101`)]
    await user.click(paperless)
    expect([mail.checked, mail.disabled]).toEqual([true, true])
    await user.click(paperless)
    expect([mail.checked, mail.disabled]).toEqual([true, false])
    await user.click(mail)
    expect(mail.checked).toBe(false)
  })

  test('the boxes for all tick every row, and the email’s is disabled when every bill is paperless [MP-52, MP-53]', async () => {
    const { user } = await open()
    await user.click(box(`${other}, All accounts`))
    expect(boxes(other)).toEqual([true, true])
    await user.click(box(`${bill}, All accounts`))
    expect([boxes(bill), boxes(email)]).toEqual([
      [true, true],
      [true, true],
    ])
    expect(box(`${email}, All accounts`).disabled).toBe(true)
    await user.click(box(`${bill}, account 100100102`))
    expect(box(`${email}, All accounts`).disabled).toBe(false)
    await user.click(box(`${email}, All accounts`))
    expect(boxes(email)).toEqual([true, false])
  })

  test('without an account there is a sentence [MP-56]', async () => {
    await open({ [detailsLine]: memberDetails({ accounts: [] }) })
    expect(screen.getByText('There are no eligible accounts for managing Paperless Options.')).toBeDefined()
  })

  test('sixty of them are there', async () => {
    const accounts = Array.from({ length: 60 }, (_, index) =>
      aProfileAccount({ accountNumber: `1022002${String(index).padStart(2, '0')}` }),
    )
    const { user } = await open({ [detailsLine]: memberDetails({ accounts }) })
    await user.click(screen.getByLabelText(`${bill}, All accounts`))
    expect(document.querySelectorAll('input[name$=".isPaperless"]:checked')).toHaveLength(61)
    expect(document.querySelectorAll('input[name$=".isEmail"]:disabled')).toHaveLength(61)
  })
})

describe('for the whole membership', () => {
  test('the switches of the whole membership stand above the accounts, each where the cooperative offers it [CG-24, CG-25, MP-46]', async () => {
    const site = offering({ features: ['PaperlessMemberEnabled', 'PaperlessAccountEnabled'] })
    const { user, sent } = await open({ [detailsLine]: memberDetails({ hasPaperlessOther: true }) }, site)
    const [bills, others, table] = [
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Paperless billing' }),
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Paperless letters and notices' }),
      screen.getByRole('table'),
    ]
    expect([bills.checked, others.checked]).toEqual([false, true])
    expect(bills.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await user.click(bills)
    await user.click(box(confirm))
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    expect(bodyOf(sent(updateLine)[0])).toMatchObject({ isPaperlessBilling: true, isPaperlessOther: true })
  })

  test('with member-level paperless alone there is no table [CG-25]', async () => {
    await open({}, offering({ features: ['PaperlessMemberEnabled'] }))
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('marketing', () => {
  test('kit and news are offered under the cooperative’s text where marketing signup is on [CG-09, CG-36, MP-47]', async () => {
    const { user, sent } = await open(
      { [marketingLine]: { key: 'marketingText', content: ['Save energy with our kit.'] } },
      offering({ settings: { marketingSignup: true } }),
    )
    await screen.findByText('Save energy with our kit.')
    await user.click(box('Annual electric kit by email'))
    await user.click(box('News and offers by email'))
    await user.click(box(confirm))
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
    expect(bodyOf(sent(updateLine)[0])).toMatchObject({ annualMarketingElectricKit: true, isMarketEmail: true })
  })

  test('are not offered elsewhere [CG-09]', async () => {
    const { sent } = await open()
    expect(screen.queryByRole('checkbox', { name: 'News and offers by email' })).toBeNull()
    expect(sent(marketingLine)).toEqual([])
  })
})

describe('the confirmation', () => {
  test('is required while anything is on; if unchecked, it shows its error and gets the focus [MP-54, MP-55]', async () => {
    const { user, sent } = await open()
    expect(screen.queryByRole('checkbox', { name: confirm })).toBeNull()
    await user.click(box(`${other}, account 100100101`))
    await submit(user)
    expect(sent(updateLine)).toEqual([])
    expect(screen.getAllByText('Please select the checkbox to continue.')).toHaveLength(2)
    expect(document.activeElement).toBe(box(confirm))
    await user.click(box(confirm))
    await submit(user)
    await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
  })

  test('is required on submit from any tab, and its tab then opens [MP-54]', async () => {
    const { user, address } = await open()
    await user.click(box(`${bill}, account 100100101`))
    await user.click(screen.getByRole('tab', { name: 'Login Info' }))
    await submit(user)
    await waitFor(() => expect(address()).toBe('/my-profile?tab=paperless'))
    await waitFor(() => expect(document.activeElement).toBe(box(confirm)))
    expect(box(`${bill}, account 100100101`).checked).toBe(true)
  })
})

test('changes on one tab are still there after another tab, and both are sent', async () => {
  const { user, sent } = await open()
  await user.click(box(`${email}, account 100100101`))
  await user.click(screen.getByRole('tab', { name: 'Login Info' }))
  await user.click(box('Email me about my payments'))
  await user.click(screen.getByRole('tab', { name: 'Security' }))
  await user.click(screen.getByRole('tab', { name: 'Paperless Options' }))
  expect(boxes(email)).toEqual([true, false])
  await submit(user)
  await waitFor(() => expect(sent(updateLine)).toHaveLength(1))
  expect(bodyOf(sent(updateLine)[0])).toMatchObject({
    receivePaymentEmail: true,
    paperlessAccounts: [{ isEmail: true }, { isEmail: false }],
  })
})
