import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { WaitingMessage } from '../messages/message.store.ts'
import { hasInjectedLine, lineBreaks } from '../../testing/line-breaks.ts'
import { startFaultProxy } from '../../testing/fault-proxy.ts'
import { createSmtpSender, UnfitAddress } from './smtp-sender.ts'

interface Sink {
  readonly port: number
  /** Connections that were opened so far. */
  readonly connections: () => number
  readonly mails: readonly { readonly mail: Email; readonly raw: string; readonly to: readonly string[] }[]
  readonly close: () => Promise<void>
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mail server that keeps what it is given. */
async function startSink(port = 0): Promise<Sink> {
  const mails: { mail: Email; raw: string; to: string[] }[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    // Connections of a pool stay open for a while.
    closeTimeout: 50,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        void PostalMime.parse(raw).then((mail) => {
          mails.push({ mail, raw, to: session.envelope.rcptTo.map((one) => one.address) })
          done()
        })
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const close = async () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
    })
  closing.push(close)
  return { port: (server.server.address() as AddressInfo).port, connections: () => connections, mails, close }
}

const message: WaitingMessage = {
  id: 1,
  dedupeKey: 'receipt:T1',
  recipient: 'ada@example.org',
  subject: 'Receipt – Recibo',
  bodyText: 'Thank you for $142.37.\n.\nSee you.',
  language: 'en',
  attempts: 1,
  unsubscribeUrl: null,
  expiresAt: null,
  isStopped: false,
}

const from = 'Coopline <no-reply@coop.example>'
const senderTo = (port: number, html = '<p>Thank you</p>') =>
  createSmtpSender({ url: `smtp://127.0.0.1:${port}`, from }, async () => html)

describe('a mail', () => {
  test('arrives whole, from the cooperative, and with the same message id when it is repeated [REL-27]', async () => {
    const sink = await startSink()
    const send = senderTo(sink.port)
    await send(message)
    await send({ ...message, attempts: 2 })
    await send({ ...message, dedupeKey: 'receipt:T2' })
    const [first, second, other] = sink.mails
    expect(first?.mail).toMatchObject({
      subject: message.subject,
      from: { name: 'Coopline', address: 'no-reply@coop.example' },
      to: [{ address: 'ada@example.org' }],
    })
    expect(first?.mail.text?.replaceAll('\r\n', '\n').trim()).toBe(message.bodyText)
    expect(first?.mail.html).toContain('<p>Thank you</p>')
    expect(first?.raw).toMatch(/^Content-Type: multipart\/alternative;/mu)
    expect(first?.mail.messageId).toMatch(/^<[0-9a-f]{32}@coop\.example>$/u)
    expect(second?.mail.messageId).toBe(first?.mail.messageId)
    expect(other?.mail.messageId).not.toBe(first?.mail.messageId)
  })

  it('shares a few connections with the emails sent at the same time', async () => {
    const sink = await startSink()
    const send = senderTo(sink.port)
    await Promise.all(Array.from({ length: 30 }, async (_, n) => send({ ...message, dedupeKey: `receipt:${n}` })))
    expect(sink.mails).toHaveLength(30)
    expect(sink.connections()).toBeLessThanOrEqual(5)
  })

  test.each([
    ['ada@example.org\r\nBcc: evil@example.org'],
    ['ada@example.org\nRCPT TO:<evil@example.org>'],
    ['ada@example.org, evil@example.org'],
    ['ada@example.org;evil@example.org'],
    ['Ada <ada@example.org>'],
    ['<ada@example.org>'],
    ['"a b"@example.org'],
    ['ada@example.org\0'],
    ['ada'],
    [''],
    ['group:ada@example.org;'],
  ])('a mail to %j is refused before anything is sent [SEC-57, REL-27]', async (recipient) => {
    const sink = await startSink()
    await expect(senderTo(sink.port)({ ...message, recipient })).rejects.toThrow(UnfitAddress)
    expect(sink.mails).toEqual([])
  })

  test.each([
    ['Receipt\r\nBcc: evil@example.org'],
    ['Receipt\nX-Evil: 1\n\nbody'],
    ['Receipt\r\n\r\n<script>'],
    [`${'long '.repeat(400)}\r\nBcc: evil@example.org`],
    ['=?utf-8?q?Receipt=0D=0ABcc:_evil@example.org?='],
  ])('with the subject %j has no header and no recipient of its making [SEC-57, REL-27]', async (subject) => {
    const sink = await startSink()
    await senderTo(sink.port)({ ...message, subject })
    expect(sink.mails[0]?.to).toEqual(['ada@example.org'])
    const names = sink.mails[0]?.mail.headers.map((header) => header.key) ?? []
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-evil')
    expect(sink.mails[0]?.mail.text?.trim().startsWith('Thank you')).toBe(true)
  })

  test('says that no one wrote it, so that no vacation notice answers', async () => {
    const sink = await startSink()
    await senderTo(sink.port)(message)
    expect(sink.mails[0]?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('a mail whose text ends the mail with a dot, or begins commands, is one mail [SEC-57]', async () => {
    const sink = await startSink()
    const bodyText = 'one\r\n.\r\nMAIL FROM:<evil@example.org>\r\nRCPT TO:<evil@example.org>\r\nDATA\r\nevil\r\n.\r\n'
    await senderTo(sink.port)({ ...message, bodyText })
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]?.mail.text).toContain('MAIL FROM')
  })

  it.each(lineBreaks)('has no injected header, wherever it contains %j [SEC-57]', async (text) => {
    const sink = await startSink()
    const send = createSmtpSender(
      { url: `smtp://127.0.0.1:${sink.port}`, from: `${text} <no-reply@example.org>` },
      async () => '',
    )
    const unsubscribeUrl = `https://portal.example/unsubscribe?token=${text}`
    await send({ ...message, subject: text, unsubscribeUrl, dedupeKey: text })
    const { mail, raw, to } = sink.mails[0] ?? { mail: undefined, raw: '', to: [] }
    expect(to).toEqual(['ada@example.org'])
    expect(mail?.headers.map((header) => header.key)).not.toContain('injected-marker')
    expect(hasInjectedLine(raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/gu, ' '))).toBe(false)
    expect(mail?.text?.trim().startsWith('Thank you')).toBe(true)
  })

  test('takes no file and no address of the machine into itself [SEC-70]', async () => {
    const sink = await startSink()
    const html = '<img src="file:///etc/passwd"><img src="http://169.254.169.254/">'
    await senderTo(sink.port, html)(message)
    expect(sink.mails[0]?.mail.attachments).toEqual([])
    expect(sink.mails[0]?.raw).not.toContain('root:')
  })
})

describe('a mail server', () => {
  test('a mail server that is down fails with a code and without waiting, and gets the mail when it is up [REL-27]', async () => {
    const sink = await startSink()
    const { port } = sink
    await sink.close()
    closing.length = 0
    const send = senderTo(port)
    await expect(send(message)).rejects.toMatchObject({ code: 'ESOCKET' })
    const again = await startSink(port)
    await send(message)
    expect(again.mails).toHaveLength(1)
  })

  test('a mail server that takes the connection and says nothing is given up after ten seconds [REL-27]', {
    timeout: 40_000,
  }, async () => {
    const proxy = await startFaultProxy(1)
    proxy.set('silent')
    const begun = Date.now()
    const send = createSmtpSender({ url: `smtp://127.0.0.1:${proxy.port}`, from, patienceMs: 500 }, async () => '')
    await expect(send(message)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(450)
    await proxy.close()
  })
})

test('sends nothing to a server without STARTTLS when requireTLS=true is in the address', async () => {
  const sink = await startSink()
  const send = createSmtpSender({ url: `smtp://127.0.0.1:${sink.port}?requireTLS=true`, from }, async () => '')
  await expect(send(message)).rejects.toMatchObject({ code: 'ETLS' })
  expect(sink.mails).toEqual([])
})
