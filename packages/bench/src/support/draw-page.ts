import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { openPhone } from './browser.ts'
import { fileOf, type FrozenFile } from './freeze-page.ts'
import type { SignedIn } from './signed-in.ts'

/** A text, or an element by its tag, attributes and children. */
export type DrawnNode = string | readonly [string, Readonly<Record<string, string>>, readonly DrawnNode[]]

/** A script of `floors/` with React in it, built as the portal is. */
export async function buildReact(name: string): Promise<readonly Rolldown.OutputChunk[]> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, '../floors', name) },
    },
  })) as Rolldown.RolldownOutput
  return built.output.filter((chunk) => chunk.type === 'chunk')
}

/**
 * The least that a page of React is: an empty document with the styles, one script with React in it, and one answer with
 * everything that the portal's page shows, asked for beside the script.
 */
export async function drawPage(
  browser: Browser,
  origin: string,
  path: string,
  signedIn?: SignedIn,
): Promise<readonly FrozenFile[]> {
  const [script] = await buildReact('react-page.ts')
  const context = await openPhone(browser, signedIn)
  try {
    const page = await context.newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const { nodes, css } = await page.evaluate(readPage)
    const html = [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>Floor</title><style>${css}</style><script>window.tree=fetch('/tree.json')</script>`,
      '<script type="module" src="/floor.js"></script></head><body><div id="root"></div></body></html>',
    ].join('')
    return [
      fileOf(path, 'text/html; charset=utf-8', Buffer.from(html)),
      fileOf('/floor.js', 'text/javascript', Buffer.from(script?.code ?? '')),
      fileOf('/tree.json', 'application/json', Buffer.from(JSON.stringify(nodes))),
    ]
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function readPage(): { readonly nodes: readonly DrawnNode[]; readonly css: string } {
  /**
   * Attributes that are left out: React sets most of them itself, and `aria-expanded` changes only when someone presses
   * a button.
   */
  const left = new Set(['style', 'value', 'checked', 'selected', 'aria-expanded'])
  const read = (node: Node): readonly DrawnNode[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = [...node.attributes]
      .filter(({ name }) => !left.has(name))
      .map(({ name, value }) => [name, value])
    return [[node.localName, Object.fromEntries(attributes), [...node.childNodes].flatMap(read)]]
  }
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent)
  return { nodes: [...(document.getElementById('root')?.childNodes ?? [])].flatMap(read), css: styles.join('\n') }
}
