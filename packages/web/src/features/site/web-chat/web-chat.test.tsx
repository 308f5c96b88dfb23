import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '../../../app/routes.tsx'
import { aSite, type SiteChanges } from '../../../test-support/a-site.ts'
import { aProblem, type Answers, type SentCall } from '../../../test-support/answers.ts'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'
import { forgetConversation } from './conversation.ts'

const webChatSetting = {
  apiUrl: '/demo/chat-agent',
  scriptUrl: '',
  coopId: '77',
  subTitle: 'We answer',
  userName: 'Guest',
  introText: 'Hello! Ask us.',
  virtualAgentName: 'Agent Pat',
  buttons: [
    { label: 'Pay', value: 'How do I pay?', visible: true },
    { label: 'Hidden', value: 'x', visible: false },
  ],
}
const chatLine = 'POST /v3/web-chat/messages'
const memberLine = `POST /v3/members/${aMember.memberNumber}/web-chat/messages`
const table = routes.map((entry) => ({ ...entry, load: async () => ({ Page: () => <h1>Page</h1> }) }))

const played: string[] = []
beforeEach(() => {
  played.length = 0
  vi.stubGlobal(
    'Audio',
    class {
      readonly #address: string
      constructor(address: string) {
        this.#address = address
      }
      async play() {
        played.push(this.#address)
      }
    },
  )
})
afterEach(() => {
  forgetConversation()
  vi.useRealTimers()
})

interface Opening extends SiteChanges {
  readonly path?: string
  readonly answers?: Answers
  readonly isSignedIn?: boolean
  readonly language?: 'en' | 'es'
}
const open = async ({ path = '/home', answers = {}, isSignedIn = false, language = 'en', ...site }: Opening = {}) =>
  renderPortal({
    path,
    table,
    language,
    site: aSite({
      features: ['WebChatEnabled'],
      ...site,
      settings: { webChatSetting, portalLogoPath: '/logo.svg', ...site.settings },
    }),
    ...(isSignedIn && { session: aMember }),
    answers,
  })
const launcher = () => screen.queryByRole('button', { name: /chat/iu })
const sentBodies = (calls: readonly SentCall[], line = chatLine) =>
  calls.filter((one) => one.line === line).map(({ init }) => JSON.parse(init.body as string) as Record<string, unknown>)
const quiet = { isDelivered: true, messages: [] }

describe('the web chat', () => {
  it('is offered on every page without secrets and on no other, and on none without flag or address [SH-76, ST-63]', async () => {
    const offered: string[] = []
    const wanted: string[] = []
    for (const { path, secret, staff } of routes) {
      await open({ path: path.replace(':link', 'x'), isSignedIn: true })
      // Some paths lead to another page.
      const isShown = window.location.pathname === path
      if (isShown && launcher() !== null) offered.push(path)
      if (isShown && !secret && !staff) wanted.push(path)
      cleanup()
    }
    expect(offered).toEqual(wanted)
    expect(offered.length).toBeGreaterThan(10)
    await open({ features: [] })
    expect(launcher()).toBeNull()
    cleanup()
    await open({ settings: { webChatSetting: { ...webChatSetting, apiUrl: '' } } })
    expect(launcher()).toBeNull()
  })

  it('gives way to a vendor’s chat on public pages [SH-76]', async () => {
    const settings = { webChatSetting: { ...webChatSetting, scriptUrl: '/vendor.js' } }
    await open({ settings })
    expect(launcher()).toBeNull()
  })

  it('shows the settings: agent, subtitle, logo, introduction, visible buttons and the visitor’s name [SH-76, ST-27, ST-28]', async () => {
    const { user, calls } = await open({
      answers: { [chatLine]: { isDelivered: true, messages: [{ id: 'a1', text: 'On the Quick Pay page.' }] } },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(launcher() as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Agent Pat' }))
    expect(dialog.getByText('We answer')).toBeDefined()
    expect(dialog.getByText('Hello! Ask us.')).toBeDefined()
    expect(document.querySelector('dialog img')?.getAttribute('src')).toBe('/logo.svg')
    expect(dialog.queryByRole('button', { name: 'Hidden' })).toBeNull()
    expect(document.activeElement).toBe(dialog.getByLabelText('Your message'))

    await user.click(dialog.getByRole('button', { name: 'Pay' }))
    const log = within(dialog.getByRole('log', { name: 'Messages' }))
    expect(await log.findByText('On the Quick Pay page.')).toBeDefined()
    expect([log.getByText('How do I pay?'), log.getByText('Guest')]).toHaveLength(2)
    const [sent] = sentBodies(calls).filter((body) => 'message' in body)
    expect(sent).toMatchObject({ message: { text: 'How do I pay?' } })
    expect(played).toEqual(['/chat-alert.wav'])

    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(launcher())
  })

  it('makes no sound before it was opened [SH-77]', async () => {
    await open()
    expect(played).toEqual([])
  })

  it('sends a message again under the same id until it is delivered, and shows each answer once [SH-76]', async () => {
    let tries = 0
    const answer = () => {
      tries += 1
      return tries === 1 ? aProblem(503) : { isDelivered: true, messages: [{ id: 'a1', text: 'Here.' }] }
    }
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, calls } = await open({ answers: { [chatLine]: answer } })
    await user.click(launcher() as HTMLElement)
    await user.type(await screen.findByLabelText('Your message'), 'Anybody there?{Enter}')
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    const ids = sentBodies(calls).flatMap(({ message }) =>
      message === undefined ? [] : [(message as { id: string }).id],
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
    expect(screen.getAllByText('Here.')).toHaveLength(1)
    expect(screen.queryByText('Sending…')).toBeNull()
  })

  it('says after some attempts that a message was not delivered, and sends it again on request', async () => {
    let isDown = true
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, calls } = await open({
      answers: { [chatLine]: () => (isDown ? { isDelivered: false, messages: [] } : quiet) },
    })
    await user.click(launcher() as HTMLElement)
    await user.type(await screen.findByLabelText('Your message'), 'Hello{Enter}')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(await screen.findByText('We could not deliver your message.')).toBeDefined()
    const before = sentBodies(calls).length
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(sentBodies(calls).length).toBeGreaterThan(before))
    await waitFor(() => expect(screen.queryByText('We could not deliver your message.')).toBeNull())
  })

  it('refuses an empty message and one that is too long with a sentence, and shortens nothing', async () => {
    const { user } = await open({ answers: { [chatLine]: quiet }, language: 'es' })
    await user.click(launcher() as HTMLElement)
    const field = await screen.findByLabelText<HTMLInputElement>('Su mensaje')
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(screen.getAllByText('Escriba un mensaje.').length).toBeGreaterThan(0)
    await user.click(field)
    await user.paste('x'.repeat(1_001))
    await user.click(screen.getByRole('button', { name: 'Enviar' }))
    expect(screen.getAllByText('Su mensaje tiene 1 carácter de más.').length).toBeGreaterThan(0)
    expect(field.value).toHaveLength(1_001)
  })

  it('asks as the member who is signed in, and begins anew for somebody else in this tab [SH-76]', async () => {
    const answers = {
      [memberLine]: { isDelivered: true, messages: [{ id: 'a1', text: 'For Ada only' }] },
      [chatLine]: quiet,
    }
    const { user, calls } = await open({ isSignedIn: true, path: '/accountoverview', answers })
    await user.click(launcher() as HTMLElement)
    await user.type(await screen.findByLabelText('Your message'), 'Hi{Enter}')
    await screen.findByText('For Ada only')
    expect(sentBodies(calls).length).toBe(0)
    const [mine] = sentBodies(calls, memberLine)
    localStorage.removeItem('mcp_currentUser')
    await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: null })))
    const { currentConversation } = await import('./conversation.ts')
    expect(currentConversation()).toMatchObject({ messages: [], memberNumber: undefined })
    expect(currentConversation().id).not.toBe(mine?.['conversationId'])
  })
})
