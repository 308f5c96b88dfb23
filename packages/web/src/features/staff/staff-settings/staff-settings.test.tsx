import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const listLine = 'GET /v3/staff/settings'
const viewLine = 'GET /v3/staff/settings/details'
const previewLine = 'POST /v3/staff/settings/preview'
const changeLine = 'POST /v3/staff/settings/change'

const staff = { accessToken: 'staff-token', name: 'Dana Reyes', username: 'dana.admin', role: 'admin' }
const signInAs = (role: string) => localStorage.setItem('staff_session', JSON.stringify({ ...staff, role }))
const session = { 'GET /v3/staff/session': { ...staff, idleSecondsLeft: 900, secondsLeft: 28_800 } }

const hours = {
  name: 'officeHours',
  kind: 'text',
  group: 'site settings',
  does: 'Office hours in the footer.',
  shown: '8 to 5',
  isDefault: false,
  isContent: false,
}
const hoursDetail = { ...hours, value: '8 to 5', default: '', choices: [], version: 3 }
const past = {
  id: 3,
  name: 'officeHours',
  at: '2026-11-20T15:00:00.000Z',
  by: 'kim.tran',
  reason: 'Winter',
  before: '9 to 4',
  after: '8 to 5',
}
const viewed = { settings: [hoursDetail], history: [past], planned: [] }
const preview = {
  changes: [
    { name: 'officeHours', before: '8 to 5', after: '8 to 6', isChanged: true, isCleaned: false, content: null },
  ],
}

const sentBodies = (calls: Awaited<ReturnType<typeof renderPortal>>['calls'], line: string) =>
  calls.filter((call) => call.line === line).map(({ init }) => JSON.parse(init.body as string) as unknown)

beforeEach(() => signInAs('admin'))

describe('settings in the console', () => {
  test('are found by words of name, meaning, group or value', async () => {
    const settings = [
      hours,
      { ...hours, name: 'QuickPay', kind: 'flag', group: 'feature', does: 'Quick Pay.', shown: 'N' },
    ]
    const { user } = await renderPortal({
      path: '/staff/settings',
      answers: { ...session, [listLine]: { settings, planned: [] } },
    })
    await screen.findByRole('link', { name: 'QuickPay' })
    await user.type(screen.getByLabelText('Search settings'), 'FOOTER site')
    expect(screen.queryByRole('link', { name: 'QuickPay' })).toBeNull()
    expect(screen.getByRole('link', { name: 'officeHours' }).getAttribute('href')).toBe(
      '/staff/settings?key=officeHours',
    )
    await user.type(screen.getByLabelText('Search settings'), ' nothing')
    expect(screen.getByText('No setting matches. Try other words.')).toBeDefined()
  })

  test('are changed after a preview, with a reason and the version that was looked at', async () => {
    const { user, calls } = await renderPortal({
      path: '/staff/settings?key=officeHours',
      answers: { ...session, [viewLine]: viewed, [previewLine]: preview, [changeLine]: { changed: ['officeHours'] } },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New value')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    expect(screen.getAllByText('Change something first.')).not.toEqual([])
    await user.clear(field)
    await user.type(field, '8 to 6')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the change' }))
    const changes = [{ name: 'officeHours', version: 3, value: '8 to 6' }]
    expect(sentBodies(calls, previewLine)).toEqual([{ changes }])
    expect(dialog.getByText('8 to 5')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Change now' }))
    expect(dialog.getByText('Enter why you make this change.')).toBeDefined()
    expect(sentBodies(calls, changeLine)).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'Summer')
    await user.click(dialog.getByRole('button', { name: 'Change now' }))
    await screen.findByText('The change is saved. Members see it within seconds.')
    expect(sentBodies(calls, changeLine)).toEqual([{ changes, reason: 'Summer', startsAt: null, endsAt: null }])
  })

  test('settings that someone changed meanwhile show the new value, and what was typed stays', async () => {
    const views = [viewed, { ...viewed, settings: [{ ...hoursDetail, value: '7 to 5', version: 4 }] }]
    const said = 'Someone changed this since you opened it.'
    const { user, calls } = await renderPortal({
      path: '/staff/settings?key=officeHours',
      answers: {
        ...session,
        [viewLine]: () => views.shift() ?? viewed,
        [previewLine]: aProblem(409, said, [{ code: 'setting-changed', message: said }]),
      },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New value')
    await user.clear(field)
    await user.type(field, '8 to 6')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    await screen.findByText(said)
    await screen.findByText('7 to 5')
    expect(field.value).toBe('8 to 6')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    await waitFor(() =>
      expect(sentBodies(calls, previewLine).at(-1)).toEqual({
        changes: [{ name: 'officeHours', version: 4, value: '8 to 6' }],
      }),
    )
  })

  test('get an old value back from the history', async () => {
    const { user, calls } = await renderPortal({
      path: '/staff/settings?key=officeHours',
      answers: { ...session, [viewLine]: viewed, [previewLine]: preview },
    })
    await user.click(await screen.findByRole('button', { name: 'Put back the old value 9 to 4' }))
    await screen.findByRole('dialog', { name: 'Check the change' })
    expect(sentBodies(calls, previewLine)).toEqual([{ changes: [{ name: 'officeHours', version: 3, putBack: 3 }] }])
  })

  async function openPreview(answers: Record<string, unknown>) {
    const portal = await renderPortal({
      path: '/staff/settings?key=officeHours',
      answers: { ...session, [viewLine]: viewed, [previewLine]: preview, ...answers },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New value')
    await portal.user.clear(field)
    await portal.user.type(field, '8 to 6')
    await portal.user.click(screen.getByRole('button', { name: 'Preview the change' }))
    return { ...portal, field, viewings: () => portal.calls.filter(({ line }) => line === viewLine).length }
  }

  test('are reported when they are saved after their preview was closed, and keep another preview and the field', async () => {
    const answer = Promise.withResolvers<object>()
    const { user, field, viewings } = await openPreview({ [changeLine]: answer.promise })
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the change' }))
    await user.type(dialog.getByLabelText('Reason'), 'Summer')
    await user.click(dialog.getByRole('button', { name: 'Change now' }))
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    await user.type(field, ':30')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    await screen.findByRole('dialog', { name: 'Check the change' })
    const before = viewings()
    answer.resolve({ changed: ['officeHours'] })
    await screen.findByText('The change is saved. Members see it within seconds.')
    await waitFor(() => expect(viewings()).toBe(before + 1))
    expect(screen.getByRole('dialog', { name: 'Check the change' })).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('New value').value).toBe('8 to 6:30')
  })

  const change = async ({ user }: Awaited<ReturnType<typeof openPreview>>) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the change' }))
    await user.type(dialog.getByLabelText('Reason'), 'Summer')
    await user.click(dialog.getByRole('button', { name: 'Change now' }))
    await screen.findByText('The change is saved. Members see it within seconds.')
  }

  test('keep what is typed after they are saved, while they are loaded again', async () => {
    const again = Promise.withResolvers<object>()
    const views = [viewed, again.promise]
    const portal = await openPreview({ [viewLine]: () => views.shift(), [changeLine]: { changed: ['officeHours'] } })
    await change(portal)
    await portal.user.type(portal.field, ':30')
    again.resolve({ ...viewed, settings: [{ ...hoursDetail, value: '8 to 6', version: 4 }] })
    await screen.findByText('8 to 6')
    expect(screen.getByLabelText<HTMLInputElement>('New value').value).toBe('8 to 6:30')
  })

  test('show what is in force after a change, in the place of what was typed', async () => {
    const portal = await openPreview({ [changeLine]: { changed: ['officeHours'] } })
    await change(portal)
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New value').value).toBe('8 to 5'))
  })

  test('get an old value back without the failure of an earlier preview', async () => {
    const previews = [aProblem(500), preview]
    const { user } = await openPreview({ [previewLine]: () => previews.shift() })
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Put back the old value 9 to 4' }))
    await screen.findByRole('dialog', { name: 'Check the change' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('are made as the preview shows them when another preview was asked for meanwhile', async () => {
    const first = Promise.withResolvers<object>()
    const answers = [first.promise, Promise.withResolvers<object>().promise]
    const { user, calls } = await openPreview({
      [previewLine]: () => answers.shift(),
      [changeLine]: { changed: ['officeHours'] },
    })
    await user.click(screen.getByRole('button', { name: 'Put back the old value 9 to 4' }))
    first.resolve(preview)
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the change' }))
    await user.type(dialog.getByLabelText('Reason'), 'Summer')
    await user.click(dialog.getByRole('button', { name: 'Change now' }))
    await screen.findByText('The change is saved. Members see it within seconds.')
    expect(sentBodies(calls, changeLine)).toMatchObject([{ changes: [{ name: 'officeHours', value: '8 to 6' }] }])
  })

  test('leave a question about another scheduled change open when the first is canceled late', async () => {
    const [hoursPlan, logoPlan] = ['officeHours', 'logoText'].map((name, index) => ({
      id: index + 1,
      startsAt: '2026-12-01T06:00:00.000Z',
      endsAt: null,
      by: 'kim.tran',
      reason: 'Winter',
      values: [{ name, value: 'new' }],
      isEnd: false,
      refusal: null,
    }))
    const answer = Promise.withResolvers<object>()
    const { user } = await renderPortal({
      path: '/staff/settings',
      answers: {
        ...session,
        [listLine]: { settings: [hours], planned: [hoursPlan, logoPlan] },
        'POST /v3/staff/settings/planned/1/cancel': answer.promise,
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel the scheduled change of officeHours' }))
    const first = within(screen.getByRole('dialog'))
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    await user.click(first.getByText('Keep it'))
    await user.click(screen.getByRole('button', { name: 'Cancel the scheduled change of logoText' }))
    answer.resolve({})
    await screen.findByText('The scheduled change is canceled.')
    expect(within(screen.getByRole('dialog')).getByText(/^logoText/u)).toBeDefined()
  })

  test('are not for content staff, who have the texts in their menu', async () => {
    signInAs('content')
    const { calls } = await renderPortal({ path: '/staff/settings', answers: session })
    await screen.findByText('Your role does not have access to this page.')
    const menu = within(screen.getByRole('navigation', { name: 'Staff console' }))
    expect(menu.getAllByRole('link').map((link) => link.textContent?.trim())).toEqual(['Announcement and texts'])
    expect(calls.filter(({ line }) => line === listLine)).toEqual([])
  })
})

describe('texts in the console', () => {
  test('are edited in both languages, and only what was edited is sent', async () => {
    signInAs('content')
    const text = {
      ...hoursDetail,
      name: 'legalContent',
      kind: 'html',
      value: '<p>Terms</p>',
      isContent: true,
      version: 1,
    }
    const settings = [text, { ...text, name: 'legalContent_es', value: '', version: 0 }]
    const content = [{ t: 'p', c: ['Términos'] }]
    const change = { ...preview.changes[0], name: 'legalContent_es', after: '<p>Términos</p>', content }
    const { user, calls } = await renderPortal({
      path: '/staff/announcements?key=legalContent',
      answers: {
        ...session,
        [viewLine]: { settings, history: [], planned: [] },
        [previewLine]: { changes: [{ ...change, isCleaned: true }] },
      },
    })
    await user.type(await screen.findByLabelText('Spanish'), '<p>Términos</p>')
    await user.click(screen.getByRole('button', { name: 'Preview the change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Check the change' }))
    expect(dialog.getByText('Términos').tagName).toBe('P')
    expect(dialog.getByText('Markup that is not safe was removed.')).toBeDefined()
    expect(sentBodies(calls, previewLine)).toEqual([
      { changes: [{ name: 'legalContent_es', version: 0, value: '<p>Términos</p>' }] },
    ])
  })
})
