import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aPhone, choicesLine, phoneId, someChoices } from '../../../test-support/notification-answers.ts'
import { notifyingSite, openNotifications } from '../../../test-support/open-notifications.tsx'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const saved = () => screen.getByRole('button', { name: 'Save' })

describe('the routes', () => {
  test('/notifications is guarded, and has no title of its own [RT-46]', async () => {
    const { address } = await renderPortal({ path: '/notifications', site: notifyingSite(), visits: ['/login'] })
    expect(address()).toBe('/login?returnUrl=%2Fnotifications')
  })

  test('/notifications leads to /manage-notifications with its query [RT-46]', async () => {
    const { address } = await openNotifications({}, { path: '/notifications?from=menu' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeDefined()
    expect(address()).toBe('/manage-notifications?from=menu')
  })

  test.each(['/manage-notifications', '/manage-contacts'])('%s is for members who are signed in', async (path) => {
    const { address } = await renderPortal({ path, site: notifyingSite(), visits: ['/login'] })
    expect(address()).toBe(`/login?returnUrl=${encodeURIComponent(path)}`)
  })

  test('without Notifications or without allowSubscribeForNotification the page leads to the overview [CG-13, ST-29, ST-59]', async () => {
    const sites = [
      aSite({ configuration: { allowSubscribeForNotification: true } }),
      notifyingSite({ allowSubscribeForNotification: false }),
    ]
    for (const site of sites) {
      const { address, sent } = await openNotifications({}, { site })
      expect(address()).toBe('/accountoverview')
      expect(sent(choicesLine('GET'))).toEqual([])
    }
  })
})

describe('the grid', () => {
  test('has a box for each topic by email, and texts only once there is a verified phone', async () => {
    await openNotifications({}, { contacts: [aPhone({ isVerified: false })] })
    await screen.findByRole('heading', { name: 'For account 000100200300' })
    expect(box('Bill ready: Email').checked).toBe(true)
    expect(screen.queryByRole('checkbox', { name: 'Bill ready: Text' })).toBeNull()
    expect(screen.getByText('To get text messages, add and verify a mobile number below.')).toBeDefined()
  })

  test('says why security emails cannot be turned off', async () => {
    await openNotifications()
    const row = (await screen.findByRole('rowheader', { name: /Security changes/u })).closest('tr') as HTMLElement
    expect(within(row).queryByRole('checkbox')).toBeNull()
    expect(within(row).getByText('Always')).toBeDefined()
    expect(row.textContent).toContain('They warn you if someone else gets into your online account.')
  })

  test('Save sends all choices with the selected contacts', async () => {
    const contacts = [aPhone()]
    const { user, sent } = await openNotifications({ [choicesLine('PUT')]: someChoices(...contacts) }, { contacts })
    await screen.findByRole('heading', { name: 'Online account security' })
    await user.click(box('Bill ready: Email'))
    await user.click(box('Outage: Text'))
    await user.click(box('Security changes: Text'))
    await user.click(saved())
    expect(await screen.findByText('Your choices have been saved.')).toBeDefined()
    expect(bodyOf(sent(choicesLine('PUT'))[0])).toEqual({
      account: {
        emailContactId: 'login',
        textContactId: phoneId,
        choices: [
          { topic: 'bill-ready', byEmail: false, byText: false },
          { topic: 'outage', byEmail: true, byText: true },
        ],
      },
      login: { textContactId: phoneId, choices: [{ topic: 'security', byEmail: true, byText: true }] },
    })
  })

  test('a prepaid account has its warnings at days and amounts, and refuses wrong ones before it saves [REQ-D-331]', async () => {
    const prepaid = { ...someChoices(), prepaid: { daysLeft: 5, amounts: [cents(2_000)] } }
    const { user, sent } = await openNotifications({ [choicesLine('GET')]: prepaid, [choicesLine('PUT')]: prepaid })
    const days = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Days left/u })
    const second = screen.getByRole('textbox', { name: /^Amount left \(2 of 3\)/u })
    expect(days.value).toBe('5')
    await user.clear(days)
    await user.type(days, '99')
    await user.type(second, '7.50')
    await user.click(saved())
    expect(await screen.findAllByText('Enter a number of days from 1 to 60.')).not.toHaveLength(0)
    expect(sent(choicesLine('PUT'))).toEqual([])
    await user.clear(days)
    await user.click(saved())
    expect(await screen.findByText('Your choices have been saved.')).toBeDefined()
    expect(bodyOf(sent(choicesLine('PUT'))[0])).toMatchObject({ prepaid: { daysLeft: null, amounts: [2_000, 750] } })
  })

  test('shows a refusal and keeps the choices', async () => {
    const refused = aProblem(400, '', [
      { code: 'contact-not-usable', message: 'Please choose one of your contacts.', field: 'textContactId' },
      { code: 'topic-not-offered', message: 'One of these is not offered.', field: 'choices' },
    ])
    const { user } = await openNotifications({ [choicesLine('PUT')]: refused })
    await screen.findByRole('heading', { name: 'Online account security' })
    await user.click(box('Outage: Email'))
    await user.click(saved())
    expect(await screen.findByText('Please choose one of your contacts.')).toBeDefined()
    expect(screen.getByText('One of these is not offered.')).toBeDefined()
    expect(box('Outage: Email').checked).toBe(false)
  })

  test('shows the saved choices when the member leaves the page and goes back', async () => {
    const before = someChoices()
    const { user, answers, goBack } = await openNotifications({ [choicesLine('PUT')]: before })
    await user.click(await screen.findByRole('checkbox', { name: 'Outage: Email' }))
    await user.click(saved())
    await screen.findByText('Your choices have been saved.')
    const choices = before.account.choices.map((one) => ({ ...one, byEmail: one.topic !== 'outage' }))
    answers[choicesLine('GET')] = { ...before, account: { ...before.account, choices } }
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await goBack()
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Outage: Email' })).checked).toBe(false)
  })

  test('a failed load can be retried', async () => {
    const { user, answers } = await openNotifications({ [choicesLine('GET')]: aProblem(503) })
    const again = await screen.findByRole('button', { name: 'Try again' })
    answers[choicesLine('GET')] = someChoices()
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Online account security' })).toBeDefined()
  })

  test('everything is in Spanish', async () => {
    await openNotifications({}, { language: 'es' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Notificaciones' })).toBeDefined()
    expect(await screen.findByRole('checkbox', { name: 'Factura lista: Correo electrónico' })).toBeDefined()
  })
})
