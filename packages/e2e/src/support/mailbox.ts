/**
 * Reads the demo mailbox until there is a message with this text; the newest counts. Messages go out by a job, so the first may
 * take a moment.
 *
 * @throws Error when none comes within a minute.
 */
export async function readMail(origin: string, wanted: RegExp): Promise<string> {
  for (
    const deadline = Date.now() + 60_000;
    Date.now() < deadline;
    await new Promise((next) => setTimeout(next, 100))
  ) {
    const found = (await listMail(origin)).find((text) => wanted.test(text))
    if (found !== undefined) return found
  }
  throw new Error(`No message with ${String(wanted)} came`)
}

/** The texts of the messages in the demo mailbox, newest first. */
export async function listMail(origin: string): Promise<readonly string[]> {
  const page = await (await fetch(`${origin}/demo/mailbox`)).text()
  return page
    .split('<article')
    .slice(1)
    .map((article) => decode(article.slice(article.indexOf('>') + 1).replaceAll(/<[^>]*>/gu, '')))
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => characters[entity] ?? entity)

/** The six digits of a message with a verification code. */
export async function readCode(origin: string, recipient: string): Promise<string> {
  const text = await readMail(origin, new RegExp(`${recipient}[\\s\\S]*(?<!\\d)\\d{6}(?!\\d)`, 'u'))
  return /(?<!\d)\d{6}(?!\d)/u.exec(text)?.[0] ?? ''
}

/** The address of a message with a link to set a new password. */
export async function readResetLink(origin: string, recipient: string): Promise<string> {
  const text = await readMail(origin, new RegExp(`${recipient}[\\s\\S]*reset-password\\?otc=`, 'u'))
  return /https?:\/\/\S+\/reset-password\?otc=\S+/u.exec(text)?.[0] ?? ''
}
