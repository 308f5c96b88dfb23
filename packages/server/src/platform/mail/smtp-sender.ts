import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Sender } from '../messages/deliver-messages.job.ts'

/**
 * Sends mail over SMTP. The message id is made of the occasion, so that a mail sent twice after a crash is recognised as
 * one by the receiving side. Addresses and subjects go through the library, which refuses line breaks in headers.
 */
export function createSmtpSender(url: string, from: string): Sender & { readonly close: () => void } {
  const transport = createTransport(url, { from })
  const host = from.match(/@([A-Za-z0-9.-]{1,253})/u)?.[1] ?? 'localhost'
  const send: Sender = async (message) => {
    const id = createHash('sha256').update(message.dedupeKey).digest('hex').slice(0, 32)
    await transport.sendMail({
      to: { name: '', address: message.recipient },
      subject: message.subject,
      text: message.bodyText,
      ...(message.bodyHtml === null ? {} : { html: message.bodyHtml }),
      messageId: `<${id}@${host}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return Object.assign(send, { close: () => transport.close() })
}
