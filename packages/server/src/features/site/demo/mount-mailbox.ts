import { escapeHtml } from '@coopline/rules/kernel/escape-html'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import { contentSecurityPolicy } from '../../../platform/http/security-headers.ts'
import { createMailRenderer } from '../../../platform/mail/render-mail.ts'
import { listNewestMessages } from '../../../platform/messages/message.store.ts'
import { openBody } from '../../../platform/messages/sealed-body.ts'

const newest = 100

const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText;--line:#8884;--quiet:#57646d}
@media (prefers-color-scheme:dark){:root{--quiet:#a9b6be}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:46rem;padding:1.5rem 1rem}
h1{font-size:1.6rem;margin:0 0 .25rem}p{margin:.25rem 0}.quiet{color:var(--quiet)}
article{border:1px solid var(--line);border-radius:12px;padding:1rem;margin:1rem 0}
h2{font-size:1.1rem;margin:0 0 .25rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.75rem 0 0}
iframe{border:1px solid var(--line);border-radius:8px;box-sizing:border-box;height:32rem;margin:.75rem 0;resize:vertical;width:100%}`

/**
 * `/demo/mailbox`: the messages that members would have received, newest first, emails as HTML and as text. Only on a demo installation.
 */
export function mountMailbox(deps: Deps, server: FastifyInstance): void {
  if (!deps.env.DEMO) return
  const render = createMailRenderer(deps.settings, deps.env.PUBLIC_ORIGIN)
  server.get('/demo/mailbox', async (_request, reply) => {
    const messages = await listOpened(deps)
    const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`
    reply.header('content-security-policy', contentSecurityPolicy({ styleHashes: [hash] }))
    return reply.type('text/html; charset=utf-8').send(page(messages))
  })
  server.get<{ Params: { id: string } }>('/demo/mailbox/:id', async ({ params }, reply) => {
    const mail = (await listOpened(deps)).find(({ id, channel }) => String(id) === params.id && channel === 'email')
    if (mail === undefined) throw new NotFound('No such mail')
    reply.header('content-security-policy', mailPolicy).header('x-frame-options', 'SAMEORIGIN')
    return reply.type('text/html; charset=utf-8').send(await render(mail))
  })
}

/** A mail brings its own styles and nothing else, as mail programs allow; its links open beside it. */
const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`

async function listOpened({ db, keys }: Deps) {
  const kept = await listNewestMessages(db, newest)
  return kept.map((message) => ({
    ...message,
    bodyText: openBody(keys, { dedupeKey: message.dedupe_key, bodyText: message.body_text }),
  }))
}

type Messages = Awaited<ReturnType<typeof listOpened>>

function page(messages: Messages): string {
  const articles = messages.map(
    (message) => `<article lang="${escapeHtml(message.language)}"><h2>${escapeHtml(message.subject)}</h2>
<p class="quiet">${message.channel === 'email' ? 'Email' : 'Text message'} to ${escapeHtml(message.recipient)},
<time>${message.created_at.toISOString()}</time>${message.sent_at === null ? '' : ', sent'}</p>
${message.channel === 'email' ? mailOf(message) : textOf(message)}</article>`,
  )
  const empty = '<p>No messages yet. Pay a bill and check again.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo mailbox</title><style>${style}</style></head><body><main><h1>Demo mailbox</h1>
<p class="quiet">Messages to members, newest first. This page exists only on demo installations.</p>
${articles.length === 0 ? empty : articles.join('\n')}</main></body></html>`
}

const textOf = ({ bodyText }: Messages[number]): string => `<pre>${escapeHtml(bodyText)}</pre>`

const mailOf = (message: Messages[number]): string =>
  `<iframe src="/demo/mailbox/${message.id}" title="${escapeHtml(message.subject)}" loading="lazy"
sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<details><summary lang="en">Text version</summary>${textOf(message)}</details>`
