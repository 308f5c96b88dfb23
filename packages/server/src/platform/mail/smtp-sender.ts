import { createHash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { Sender } from '../messages/deliver-messages.job.ts'
import type { MailRenderer } from './render-mail.ts'

/** A mail server that is silent for this long counts as down; the message waits and is tried again. */
const usualPatienceMs = 10_000

/** A mail takes no longer than this in all, its wait for a connection included: see the lease of a message. */
const longestMs = 60_000

/** Maximum number of connections in the pool. */
const pool = { pool: true, maxConnections: 5, idleTimeout: 1_000 } as const

/** Thrown when an address cannot be one: it would reach into the mail's head or name several people. @internal */
export class UnfitAddress extends Error {
  readonly code = 'UNFIT_ADDRESS'
}

interface SmtpOptions {
  readonly url: string
  readonly from: string
  readonly patienceMs?: number
}

/**
 * Sends mail over SMTP, as text and as HTML. The message id is derived from the cause of the mail, so that the
 * receiving side recognizes a mail that was sent twice after a crash.
 */
export function createSmtpSender(
  { url, from, patienceMs = usualPatienceMs }: SmtpOptions,
  render: MailRenderer,
): Sender {
  const silence = { connectionTimeout: patienceMs, greetingTimeout: patienceMs, socketTimeout: patienceMs }
  let transport: Transporter | undefined
  // Loaded with the first mail, because loading takes time.
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return (transport ??= createTransport({ url, ...pool, ...silence, dnsTimeout: patienceMs }, { from }))
  }
  const host = /@([A-Za-z0-9.-]{1,253})/u.exec(from)?.[1] ?? 'localhost'
  return async (message) => {
    if (!/^[^\s\p{Cc}@<>,;:"()[\]\\]{1,64}@[^\s\p{Cc}@<>,;:"()[\]\\]{1,253}(?![\s\S])/u.test(message.recipient))
      throw new UnfitAddress('The recipient is not one e-mail address')
    const id = createHash('sha256').update(message.dedupeKey).digest('hex').slice(0, 32)
    const smtp = await open()
    // The types of nodemailer do not know `signal` yet.
    const bound = { signal: AbortSignal.timeout(longestMs) }
    await smtp.sendMail({
      ...bound,
      to: { name: '', address: message.recipient },
      subject: message.subject.replaceAll(/[\r\n]/gu, ' '),
      text: message.bodyText,
      html: await render(message),
      headers: { ...automatic, ...(message.unsubscribeUrl === null ? {} : oneClickHeaders(message.unsubscribeUrl)) },
      messageId: `<${id}@${host}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

/** Keeps vacation notices and similar programs from answering these emails (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' } as const

/** Builds the headers with which mail programs offer a one-click unsubscribe (RFC 2369, RFC 8058). */
const oneClickHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
