import type { BrowserContext, Locator } from 'playwright-core'

/**
 * Reads the demo mailbox, in a tab of its own, until there is a message with this text; the newest counts. Messages go out
 * by a job, so the first may take a moment.
 *
 * @throws Error when none comes within a minute.
 */
export async function readMail(context: BrowserContext, origin: string, hasText: string | RegExp): Promise<string> {
  const page = await context.newPage()
  const message: Locator = page.getByRole('article').filter({ hasText }).first()
  const deadline = Date.now() + 60_000
  try {
    while (Date.now() < deadline) {
      await page.goto(`${origin}/demo/mailbox`)
      if ((await message.count()) > 0) return (await message.textContent()) ?? ''
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    throw new Error(`No message with ${String(hasText)} came`)
  } finally {
    await page.close()
  }
}

/** The six digits of a message with a verification code. */
export async function readCode(context: BrowserContext, origin: string, recipient: string): Promise<string> {
  const text = await readMail(context, origin, new RegExp(`${recipient}[\\s\\S]*(?<!\\d)\\d{6}(?!\\d)`, 'u'))
  return /(?<!\d)\d{6}(?!\d)/u.exec(text)?.[0] ?? ''
}

/** The address of a message with a link to set a new password. */
export async function readResetLink(context: BrowserContext, origin: string, recipient: string): Promise<string> {
  const text = await readMail(context, origin, new RegExp(`${recipient}[\\s\\S]*reset-password\\?otc=`, 'u'))
  return /https?:\/\/\S+\/reset-password\?otc=\S+/u.exec(text)?.[0] ?? ''
}
