import type { HelpedMember } from '@coopline/contract/staff/member-support/member-support.contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answers, aProblem, type SentCall } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

type Access = NonNullable<HelpedMember['access']>

const viewLine = 'GET /v3/staff/members/10001'
const codeLine = 'POST /v3/staff/members/10001/resend-code'
const invitationLine = 'POST /v3/staff/members/10001/resend-invitation'

const at = '2026-11-20T15:00:00.000Z'
const aContact = (changes: Partial<Access['contacts'][number]>): Access['contacts'][number] => ({
  id: '00000000-0000-4000-8000-000000000001',
  channel: 'email',
  value: 'ada.works@example.org',
  isVerified: false,
  isStopped: false,
  ...changes,
})
const aPerson = (changes: Partial<Access['people'][number]>): Access['people'][number] => ({
  id: 'access-0000000000000001',
  name: 'Bookkeeper',
  email: 'books@example.org',
  rights: 'view',
  accounts: ['100100101'],
  state: 'invited',
  invitedAt: at,
  invitationEndsAt: at,
  acceptedAt: null,
  lastDay: '2027-01-31' as Access['people'][number]['lastDay'],
  endReason: null,
  lastUsedAt: null,
  ...changes,
})
const ada = (changes: Partial<Access> = {}): HelpedMember => ({
  memberNumber: '10001',
  name: 'Ada Lindqvist',
  language: 'en',
  emails: [],
  phones: [],
  accounts: [],
  access: { login: null, connections: [], people: [], contacts: [], delayed: [], activity: [], ...changes },
  payments: null,
})

async function open(member: HelpedMember, answers: Answers = {}, language: 'en' | 'es' = 'en') {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: 'dana.support', role: 'support' }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  return renderPortal({
    path: '/staff/member?number=10001',
    language,
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      [viewLine]: member,
      ...answers,
    },
  })
}
const bodiesOf = (calls: readonly SentCall[], line: string): unknown[] =>
  calls.filter((one) => one.line === line).map(({ init }) => JSON.parse(init.body as string))

describe('a code for a contact', () => {
  test.each([
    ['en', 'Resend code to ada.works@example.org', 'Send a new code?', /^Resend code$/u, 'The new code is on its way.'],
    [
      'es',
      'Reenviar código a ada.works@example.org',
      '¿Enviar un código nuevo?',
      /^Reenviar código$/u,
      'El código nuevo está en camino.',
    ],
  ] as const)('is sent again after a question, in %s', async (language, button, title, submit, done) => {
    const member = ada({ contacts: [aContact({})] })
    const { user, calls } = await open(member, { [codeLine]: member }, language)
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(screen.getByRole('dialog', { name: title }))
    expect(bodiesOf(calls, codeLine)).toEqual([])
    await user.click(dialog.getByRole('button', { name: submit }))
    await waitFor(() => expect(screen.getByText(done)).toBeDefined())
    expect(screen.queryByRole('dialog')).toBeNull()
    // Staff name the contact and nothing else.
    expect(bodiesOf(calls, codeLine)).toEqual([{ id: aContact({}).id }])
  })

  test('is offered for contacts that wait, and for no others', async () => {
    const phone = { channel: 'text', value: '7155550123' } as const
    await open(
      ada({
        contacts: [
          aContact({ id: '1', ...phone }),
          aContact({ id: '2', isVerified: true }),
          aContact({ id: '3', ...phone, value: '7155550199', isStopped: true }),
        ],
      }),
    )
    await screen.findByText('Waiting for its code')
    for (const state of ['Verified', 'Replied STOP']) expect(screen.getByText(state)).toBeDefined()
    const buttons = screen.getAllByRole('button', { name: /^Resend code/u })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Resend code to (715) 555-0123'])
  })

  test.each([
    [429, 'Nothing was sent: the limit is reached. You can try again at 9:15 AM.'],
    [404, 'No code was sent. This contact is verified.'],
  ])(
    'a code for a contact that the server refuses with %d leaves the question open, with the sentence of the server',
    async (status, sentence) => {
      const { user } = await open(ada({ contacts: [aContact({})] }), { [codeLine]: aProblem(status, sentence) })
      await user.click(await screen.findByRole('button', { name: /^Resend code/u }))
      const dialog = within(screen.getByRole('dialog'))
      await user.click(dialog.getByRole('button', { name: 'Resend code' }))
      await waitFor(() => expect(dialog.getByText(sentence)).toBeDefined())
    },
  )

  test.each([
    ['email', 'ada.works@example.org', /^The new code is on its way\. Email is delayed/u],
    ['text', '7155550123', /^The new code is on its way\.$/u],
  ] as const)(
    'a code by %s is said to be queued while email is delayed, and only then',
    async (channel, value, sentence) => {
      const contacts = [aContact({ channel, value })]
      const { user } = await open(ada({ contacts }), { [codeLine]: ada({ contacts, delayed: ['email'] }) })
      await user.click(await screen.findByRole('button', { name: /^Resend code/u }))
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Resend code' }))
      await waitFor(() => expect(screen.getByText(sentence)).toBeDefined())
    },
  )
})

describe('an invitation', () => {
  test('is sent after its question was closed, and another question stays open', async () => {
    const answer = Promise.withResolvers<unknown>()
    const member = ada({ people: [aPerson({})] })
    const { user } = await open(member, { [invitationLine]: answer.promise })
    await user.click(await screen.findByRole('button', { name: 'Resend invitation to Bookkeeper' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Resend invitation' }))
    await user.click(dialog.getByText('Cancel'))
    await user.click(screen.getByRole('button', { name: /^End the access/u }))
    answer.resolve(member)
    await screen.findByText('The invitation is on its way.')
    expect(screen.getByRole('dialog', { name: 'End this person’s access?' })).toBeDefined()
  })

  test('is sent again after a question, while no one has accepted it', async () => {
    const people = [
      aPerson({}),
      aPerson({ id: '2', name: 'Caregiver', state: 'active' }),
      aPerson({ id: '3', name: 'Landlord', state: 'over' }),
    ]
    const { user, calls } = await open(ada({ people }), { [invitationLine]: ada({ people, delayed: ['email'] }) })
    await screen.findByText('Bookkeeper, books@example.org')
    const buttons = screen.getAllByRole('button', { name: /^Resend invitation/u })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Resend invitation to Bookkeeper'])
    expect(screen.getAllByRole('button', { name: /^End the access/u })).toHaveLength(2)

    await user.click(screen.getByRole('button', { name: 'Resend invitation to Bookkeeper' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Send this invitation again?' }))
    expect(dialog.getByText(/The link sent before no longer works/u)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Resend invitation' }))
    await waitFor(() => expect(screen.getByText(/^The invitation is on its way\. Email is delayed/u)).toBeDefined())
    expect(bodiesOf(calls, invitationLine)).toEqual([{ id: aPerson({}).id }])
  })
})
