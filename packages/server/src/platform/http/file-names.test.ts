import { allEndpoints } from '@coopline/contract/endpoints'
import { paths } from '@coopline/contract/paths'
import { describe, expect, it } from 'vitest'
import { accountNumber } from '../../features/site/integration/bundle-columns.ts'
import type { EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { lineBreaks } from '../../testing/line-breaks.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

/** A name that needs no quoting or encoding in any header or file system, so RFC 6266 and RFC 8187 have nothing to escape. */
const plainName = /^[a-z0-9][a-z0-9-]{0,80}\.(?:csv|ics|jpg|pdf|png|xml)$/u

/** Endpoints whose response contains a file, according to the contract. */
const withFile = allEndpoints.filter((endpoint) =>
  JSON.stringify(Object.keys(shapeOf(endpoint.answer))).includes('"fileName"'),
)

function shapeOf(schema: unknown): object {
  return (schema as { shape?: object }).shape ?? {}
}

/** Extracts the file name from a `content-disposition` header. */
const nameIn = (header: unknown): string =>
  /^(?:attachment|inline); filename="(?<name>[^"]+)"$/u.exec(String(header))?.groups?.['name'] ?? ''

const doorOf = (id: string): EndpointFixture => {
  const fixture = fixtures.find(({ endpoint }) => endpoint.id === id)
  if (fixture === undefined) throw new Error(`No call for ${id}`)
  return fixture
}

describe('the name of a file that the portal answers', () => {
  it('covers bills, capital credits and delinquent notices', () => {
    expect(withFile).toHaveLength(3)
  })

  it.each(withFile.map(({ id }) => id))('is a plain name: %s [SEC-57]', async (id) => {
    const response = await doorOf(id).send()
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json<{ fileName: string }>().fileName).toMatch(plainName)
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  it.each(withFile.map(({ id }) => id))('takes nothing from a hostile call: %s [SEC-57]', async (id) => {
    const fixture = doorOf(id)
    const texts = [...lineBreaks, '../../etc/passwd', 'a"; filename="b.exe', 'bill.pdf\u202Efdp.exe']
    for (const text of texts)
      for (const name of Object.keys(fixture.body ?? fixture.query)) {
        const attempt =
          fixture.body === undefined
            ? { query: { [name]: text } }
            : { body: { ...(fixture.body as object), [name]: text } }
        const response = await fixture.send(attempt)
        expect([id, name, text, response.statusCode >= 400]).toEqual([id, name, text, true])
        expect(response.headers['content-disposition']).toBeUndefined()
      }
  })

  it('sends a quoted ASCII file name for the calendar and for downloads, and for nothing else [SEC-57]', async () => {
    const withHeader: (readonly [id: string, fileName: string])[] = []
    const feeds: string[] = []
    for (const fixture of fixtures) {
      const response = await fixture.send()
      const header = response.headers['content-disposition']
      if (header !== undefined) withHeader.push([fixture.endpoint.id, nameIn(header)])
      const [, token] = /\/calendar\/([\w-]+)\.ics/u.exec(response.body) ?? []
      if (token === undefined) continue
      const feed = await portal.inject({ method: 'GET', url: paths.calendarFeed(token) })
      feeds.push(String(feed.headers['content-disposition']))
    }
    const downloads = allEndpoints.filter(({ media }) => media !== 'application/json').map(({ id }) => id)
    expect(withHeader.map(([id]) => id)).toEqual(downloads)
    for (const fileName of [nameIn(feeds[0]), ...withHeader.map(([, name]) => name)])
      expect(fileName).toMatch(plainName)
  })

  it('the name of a file that the portal answers can carry no other account number than digits, because the import takes no other [SEC-57]', () => {
    for (const text of [...lineBreaks, '../1', '1"', '1;', '１２'])
      expect(accountNumber.read(text)).toHaveProperty('refused')
  })
})
