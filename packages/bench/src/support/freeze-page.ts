import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { openPhone } from './browser.ts'
import type { SignedIn } from './signed-in.ts'

/** A file as the bare static server sends it. */
export interface FrozenFile {
  readonly path: string
  readonly type: string
  readonly base64: string
  readonly brotli: boolean
}

/**
 * Saves a loaded page as plain files: its HTML without any script and with all of its styles in the head, and the
 * images that it shows.
 */
export async function freezePage(
  browser: Browser,
  origin: string,
  path: string,
  signedIn?: SignedIn,
): Promise<readonly FrozenFile[]> {
  const context = await openPhone(browser, signedIn)
  try {
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const { html, sheets, images } = await page.evaluate(() => {
      const sheetLinks = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      const styles = [...document.querySelectorAll('style')].map((style) => style.textContent)
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const shown = resources.filter(({ initiatorType }) => ['img', 'css', 'image', 'other'].includes(initiatorType))
      for (const gone of document.querySelectorAll('script, style, link[rel=stylesheet], link[rel=modulepreload]'))
        gone.remove()
      const place = document.createElement('style')
      place.textContent = '/*styles*/'
      document.head.append(place)
      return {
        html: `<!doctype html>${document.documentElement.outerHTML}`,
        sheets: { inline: styles, links: sheetLinks.map((link) => link.href) },
        images: shown.map(({ name }) => name),
      }
    })
    const linked = await Promise.all(sheets.links.map(async (href) => (await page.request.get(href)).text()))
    const css = [...sheets.inline, ...linked].join('\n')
    const document_ = fileOf(path, 'text/html; charset=utf-8', Buffer.from(html.replace('/*styles*/', () => css)))
    const rest = images
      .filter((url) => url.startsWith(origin))
      .map(async (url) => {
        const answer = await page.request.get(url)
        return fileOf(new URL(url).pathname, answer.headers()['content-type'] ?? '', await answer.body())
      })
    return [document_, ...(await Promise.all(rest))]
  } finally {
    await context.close()
  }
}

/** A file that is sent as it is here, brotli beforehand where that helps. */
export function fileOf(path: string, type: string, body: Buffer): FrozenFile {
  const brotli = /^text|svg|json/u.test(type)
  return { path, type, brotli, base64: (brotli ? brotliCompressSync(body) : body).toString('base64') }
}
