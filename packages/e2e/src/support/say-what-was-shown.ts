import { afterEach } from 'vitest'
import { openVisitors } from './browser.ts'

/** Prints what each open window shows when a test fails: a failure that comes once in a hundred runs leaves nothing else. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { page, complaints } of openVisitors) {
    const shown = await page.ariaSnapshot({ timeout: 10_000 }).catch(String)
    console.error([`${task.name}: ${page.url()}`, ...complaints, shown].join('\n'))
  }
})
