import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defaultSettings } from '@coopline/contract/site/site/settings-catalog'
import { webChat } from '@coopline/contract/site/web-chat/web-chat.contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { demoSettings } from '../../../../demo/demo-settings.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

/** A chat service on this machine: what it heard, and what it answers. */
let heard: unknown[] = []
let answer: { status: number; body: string; location?: string }
let agent: Server
let apiUrl = ''

beforeAll(async () => {
  agent = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      heard.push(JSON.parse(body))
      response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
      response.end(answer.body)
    })
  })
  await new Promise<void>((ready) => void agent.listen(0, '127.0.0.1', ready))
  apiUrl = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/chat`
})
afterAll(() => new Promise((closed) => void agent.close(closed)))

const portal = useTestPortal({ env: { PUBLIC_ORIGIN: 'http://127.0.0.1:8080' } })
const offered = (more: object = {}) =>
  portal.set({
    WebChatEnabled: true,
    webChatSetting: { ...defaultSettings.webChatSetting, apiUrl, coopId: '77', userName: 'Guest', ...more },
  })
beforeEach(() => {
  heard = []
  answer = { status: 200, body: '{"messages":[{"id":"a1","text":"Hello!","internal":"x"}]}' }
  offered()
})

const conversationId = '7b0a3a5e-5a0c-4b0e-9a54-0d1f0a2b3c4d'
const message = { id: '0c9e4d2a-1b3f-4f5a-8c7d-6e5f4a3b2c1d', text: 'When are you open? Canary 4411' }
const say = async (body: object = { message }, more: object = {}) =>
  portal.call(webChat.exchange, { body: { conversationId, ...body }, ...more })

describe('a message of a visitor', () => {
  it('reaches the chat service with the documented fields, and its answer comes back [SH-76, ST-27]', async () => {
    const response = await say({ message, after: 'a0' }, { headers: { 'accept-language': 'es' } })
    expect(response.json()).toEqual({ isDelivered: true, messages: [{ id: 'a1', text: 'Hello!' }] })
    expect(heard).toEqual([
      { coopId: '77', conversationId, language: 'es', userName: 'Guest', messages: [message], after: 'a0' },
    ])
  })

  it('may be missing: the call then only reads, and names nobody', async () => {
    await say({})
    expect(heard).toEqual([{ coopId: '77', conversationId, language: 'en', messages: [], after: null }])
  })

  it('is sent again under the same id after a failure, and is in no log [SH-76]', async () => {
    answer = { status: 500, body: 'Canary 4411' }
    expect((await say()).json()).toEqual({ isDelivered: false, messages: [] })
    answer = { status: 200, body: '{"messages":"Canary 4411"}' }
    expect((await say()).json()).toEqual({ isDelivered: false, messages: [] })
    answer = { status: 200, body: '{"messages":[]}' }
    expect((await say()).json()).toEqual({ isDelivered: true, messages: [] })
    expect(heard.map((one) => (one as { messages: unknown }).messages)).toEqual([[message], [message], [message]])
    expect(withoutRandom(portal.logLines.join('\n'))).not.toContain('4411')
    expect(portal.logLines.join('\n')).toContain('The chat service did not answer')
  })

  it('is bounded: the answer’s size and number, the text and how many are sent in an hour', async () => {
    const lines = (count: number, text: string) =>
      JSON.stringify({ messages: Array.from({ length: count }, (_, index) => ({ id: `m${index}`, text })) })
    for (const body of [
      lines(51, 'x'),
      lines(1, 'x'.repeat(4_001)),
      lines(50, 'x'.repeat(4_000)) + ' '.repeat(99_999),
    ]) {
      answer = { status: 200, body }
      expect((await say({})).json()).toEqual({ isDelivered: false, messages: [] })
    }
    for (const text of ['', '   ', 'x'.repeat(1_001)])
      expect((await say({ message: { ...message, text } })).statusCode).toBe(400)
    answer = { status: 200, body: '{"messages":[]}' }
    portal.set({ webChatMessagesPerHour: 2 })
    expect([(await say()).statusCode, (await say()).statusCode, (await say()).statusCode]).toEqual([200, 200, 429])
    expect((await say({})).statusCode).toBe(200)
  })

  it('goes nowhere without the flag or the address, to no redirect and to no private network [ST-63, SEC-70]', async () => {
    answer = { status: 302, body: '{"messages":[]}', location: 'http://127.0.0.1:1/' }
    expect((await say()).json()).toEqual({ isDelivered: false, messages: [] })
    expect(heard).toHaveLength(1)
    offered({ apiUrl: 'https://10.0.0.5/chat' })
    expect((await say()).json()).toEqual({ isDelivered: false, messages: [] })
    offered({ apiUrl: '' })
    expect((await say()).statusCode).toBe(403)
    offered()
    portal.set({ WebChatEnabled: false })
    expect((await say()).statusCode).toBe(403)
    expect(heard).toHaveLength(1)
  })
})

it('passes the first name of a member who is signed in, and nothing else about them [SH-76]', async () => {
  await seedAccount(portal.db)
  await seedProfile(portal.db)
  const session = await seedSession(portal, await seedLogin(portal))
  const response = await portal.call(webChat.exchangeAsMember, {
    params: { memberNumber: session.memberNumber },
    bearer: session.bearer,
    cookie: session.cookie,
    body: { conversationId, message },
  })
  expect(response.json()).toEqual({ isDelivered: true, messages: [{ id: 'a1', text: 'Hello!' }] })
  expect(heard).toEqual([
    { coopId: '77', conversationId, language: 'en', userName: 'Ada', messages: [message], after: null },
  ])
})

describe('the agent of the demo', () => {
  const demo = useTestPortal({ env: { DEMO: 'Y' } })

  it('answers each visible quick button in both languages, and a repeated message alike [SH-76]', async () => {
    const { buttons } = demoSettings('standard')['webChatSetting'] as typeof defaultSettings.webChatSetting
    const ask = async (text: string, language: string) => {
      const payload = { language, userName: 'Guest', messages: [{ id: 'm1', text }] }
      return (await demo.inject({ method: 'POST', url: '/demo/chat-agent', payload })).json<{
        messages: { id: string; text: string }[]
      }>()
    }
    const answers = new Set<string>()
    for (const { value } of buttons.filter(({ visible }) => visible))
      for (const language of ['en', 'es']) {
        const first = await ask(value, language)
        expect(first).toEqual(await ask(value, language))
        expect(first.messages[0]?.id).toBe('m1-answer')
        answers.add(first.messages[0]?.text ?? '')
      }
    expect(answers.size).toBe(6)
  })

  it('is on demo installations only', async () => {
    const response = await portal.inject({ method: 'POST', url: '/demo/chat-agent', payload: { messages: [] } })
    expect(response.statusCode).toBe(404)
  })
})
