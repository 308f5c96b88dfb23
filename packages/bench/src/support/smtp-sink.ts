import { createServer, type Socket } from 'node:net'
import { freePort } from '@coopline/testing/free-port'
import type { CleanUp } from './clean-up.ts'

export interface SmtpSink {
  readonly url: string
  /** The arrival times of each recipient's mail, by `performance.now()`. */
  readonly arrivals: Map<string, number>
  /** Mails so far. */
  readonly count: () => number
}

/** A mail server that accepts every mail at once and keeps none, so that a benchmark measures the sender. */
export async function startSmtpSink(cleanUp: CleanUp): Promise<SmtpSink> {
  const port = await freePort()
  const arrivals = new Map<string, number>()
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    receive(socket, (recipient) => {
      count += 1
      arrivals.set(recipient, performance.now())
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  cleanUp.add(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `smtp://127.0.0.1:${port}`, arrivals, count: () => count }
}

const endOfMail = '\r\n.\r\n'

/** The minimum of SMTP that nodemailer needs. */
function receive(socket: Socket, onMail: (recipient: string) => void): void {
  let [heard, recipient, isBody] = ['', '', false]
  const answer = (text: string) => void socket.write(`${text}\r\n`)
  answer('220 sink ESMTP')
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk
    for (;;) {
      const end = heard.indexOf(isBody ? endOfMail : '\r\n')
      if (end === -1) return
      const line = heard.slice(0, end)
      heard = heard.slice(end + (isBody ? endOfMail.length : 2))
      if (isBody) {
        isBody = false
        onMail(recipient)
        answer('250 taken')
        continue
      }
      if (line.startsWith('RCPT')) recipient = /<(.+)>/u.exec(line)?.[1] ?? ''
      isBody = line === 'DATA'
      answer(isBody ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 sink')
    }
  })
}
