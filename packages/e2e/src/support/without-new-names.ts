import type { BrowserContext } from 'playwright-core'
import { listNewNames } from '../../../../tools/repo-checks/src/browsers/script-names.ts'

/** Removes from pages everything that one of the promised browsers lacks, of the language and of the browser's interfaces. */
export async function removeNewNames(context: BrowserContext): Promise<void> {
  const { globals, exact, members } = listNewNames()
  const names = { globals: [...globals.keys()], exact: [...exact.keys()], members: [...members.keys()] }
  await context.addInitScript((lists) => {
    const scope = globalThis as unknown as Record<string, Record<string, unknown> | undefined>
    const interfaces: Readonly<Record<string, string>> = {
      window: 'Window',
      document: 'Document',
      navigator: 'Navigator',
    }
    // The policy of the pages demands trusted types, which nothing can replace.
    const isKept = (name: string) => /trusted/iu.test(name)
    for (const pair of lists.exact) {
      const [owner = '', name = ''] = pair.split('.')
      if (isKept(pair) || lists.globals.includes(owner)) continue
      const found = scope[interfaces[owner] ?? owner]
      for (const place of [
        found,
        found?.['prototype'] as Record<string, unknown> | undefined,
        owner === 'window' ? scope : undefined,
      ])
        if (place !== undefined && place !== null) Reflect.deleteProperty(place, name)
    }
    for (const name of lists.globals) if (!isKept(name)) Reflect.deleteProperty(scope, name)
  }, names)
}
