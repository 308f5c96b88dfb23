import { createTransport } from 'nodemailer'
import { outageMail } from '../support/outage-mail.ts'

/** The floor of P16's storm: nodemailer alone sends emails of the same size, over as many connections as the portal opens. */
const [url = '', count = '0'] = process.argv.slice(2)
const transport = createTransport({ url, pool: true, maxConnections: 5 }, { from: 'Coopline <no-reply@localhost>' })
let next = 0
const send = async (): Promise<void> => {
  while (next < Number(count)) {
    const index = next
    next += 1
    const { subject, bodyText, bodyHtml, unsubscribeUrl } = outageMail
    await transport.sendMail({
      to: `floor.${index}@example.org`,
      subject,
      text: bodyText,
      html: bodyHtml,
      headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
  }
}
await Promise.all(Array.from({ length: 10 }, send))
transport.close()
