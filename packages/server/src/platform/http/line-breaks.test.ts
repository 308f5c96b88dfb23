import { expect, it } from 'vitest'
import { hasInjectedLine, lineBreaks } from '../../testing/line-breaks.ts'
import { rawExchange } from '../../testing/raw-exchange.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()

it('a line break in a request header starts no new header in the response [SEC-57]', async () => {
  const port = await portal.listen()
  for (const text of lineBreaks) {
    const request = [
      'GET /api/v3/site/maintenance HTTP/1.1',
      'Host: 127.0.0.1:8080',
      `Accept-Language: ${text}`,
      `X-Forwarded-For: ${text}`,
      'Connection: close',
    ]
    const answer = await rawExchange(port, `${request.join('\r\n')}\r\n\r\n`, { waitMs: 5_000 })
    expect([200, 400], JSON.stringify(text)).toContain(answer.status)
    expect(hasInjectedLine(answer.text), JSON.stringify(text)).toBe(false)
  }
})
