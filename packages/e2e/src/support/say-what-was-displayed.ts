import { afterEach } from 'vitest'
import { openVisitors } from './browser.ts'

/** Adds what each open window shows to the error of a failed test: a failure that comes once in a hundred runs leaves nothing else. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (error === undefined) return
  for (const { page, complaints } of openVisitors) {
    const main = page.getByRole('main').first()
    const shown = await main.ariaSnapshot({ timeout: 10_000 }).catch(async () => page.ariaSnapshot().catch(String))
    error.stack = [error.stack ?? error.message, page.url(), ...complaints, shown].join('\n')
  }
})
