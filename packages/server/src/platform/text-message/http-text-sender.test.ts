import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { countTextParts } from '@coopline/rules/messages/notifications/text-parts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WaitingMessage } from '../messages/message.store.ts'
import { createHttpTextSender } from './http-text-sender.ts'

interface Taken {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let service: Server
let taken: Taken[]
let answer: { status: number; headers?: Record<string, string>; body?: string }
let url: string
beforeEach(async () => {
  taken = []
  answer = { status: 202 }
  service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      taken.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/send`
})
afterEach(async () => {
  service.closeAllConnections()
  await new Promise((closed) => service.close(closed))
})

const message: WaitingMessage = {
  id: 1,
  dedupeKey: 'code:1',
  recipient: '7155554821',
  subject: '',
  bodyText: 'Your code is "123456"\né',
  language: 'en',
  attempts: 1,
  unsubscribeUrl: null,
  expiresAt: null,
  isStopped: false,
}

describe('a text message', () => {
  test('posts a text message as documented, with the token and the dedupe key [REL-27]', async () => {
    await createHttpTextSender(url, 'secret')(message)
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({
      method: 'POST',
      url: '/send',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    })
    expect(JSON.parse(taken[0]?.body ?? '')).toEqual({
      id: 'code:1',
      to: '+17155554821',
      text: 'Your code is "123456"\né',
    })
  })

  test('leaves in the alphabet of text messages and in two parts at most, however long it is', async () => {
    await createHttpTextSender(url, undefined)({ ...message, bodyText: `Llámenos. ${'Más información. '.repeat(60)}` })
    const { text } = JSON.parse(taken[0]?.body ?? '') as { text: string }
    expect(text).toMatch(/^Llamenos\. Mas informacion\./u)
    expect(countTextParts(text)).toBe(2)
  })

  test('without a token is posted without one', async () => {
    await createHttpTextSender(url, undefined)(message)
    expect(taken[0]?.headers.authorization).toBeUndefined()
  })

  test.each([200, 201, 202, 204])('%i means taken', async (status) => {
    answer = { status }
    await expect(createHttpTextSender(url, undefined)(message)).resolves.toBeUndefined()
  })

  test.each([400, 401, 404, 429, 500, 503])('%i means that it waits [REL-27]', async (status) => {
    answer = { status, body: 'x'.repeat(100_000) }
    await expect(createHttpTextSender(url, undefined)(message)).rejects.toThrow(`answered ${status}`)
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) to an address of the machine is not followed [SEC-70, REL-27]',
    async (status) => {
      answer = { status, headers: { location: 'http://169.254.169.254/latest/meta-data/' } }
      await expect(createHttpTextSender(url, 'secret')(message)).rejects.toThrow('fetch failed')
      answer = { status, headers: { location: url } }
      await expect(createHttpTextSender(url, 'secret')(message)).rejects.toThrow('fetch failed')
      expect(taken).toHaveLength(2)
    },
  )

  test('a service that is down means that it waits [REL-27]', async () => {
    const send = createHttpTextSender('http://127.0.0.1:1/send', undefined)
    await expect(send(message)).rejects.toThrow('fetch failed')
  })
})
