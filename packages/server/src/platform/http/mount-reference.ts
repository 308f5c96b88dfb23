import { escapeHtml } from '@coopline/rules/kernel/escape-html'
import { createHash } from 'node:crypto'
import type { Endpoint } from '@coopline/contract/endpoint'
import { apiPrefix } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { portalVersion } from '../version.ts'
import { openApiDocument } from './open-api.ts'
import { prepareAnswer, type PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const style = `:root{color-scheme:light dark;background:Canvas;color:CanvasText}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:6px}
section{border-top:1px solid #8886;padding:1rem 0}h2{font-size:1.1rem;margin:.2rem 0;overflow-wrap:anywhere}.m{font-weight:700}summary{cursor:pointer}`

const schemaText = (schema: z.ZodType, io: 'input' | 'output'): string =>
  escapeHtml(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2))

/** The reference that people read, made of the same contract as the OpenAPI document. */
function referencePage(endpoints: readonly Endpoint[]): string {
  const sections = endpoints.map(
    (
      endpoint,
    ) => `<section id="${endpoint.id}"><h2><code><span class="m">${endpoint.method}</span> ${escapeHtml(apiPrefix + endpoint.path)}</code></h2>
<p>${escapeHtml(endpoint.summary)}. Who: <b>${endpoint.auth}</b>. Source: ${escapeHtml(endpoint.source)}.</p>
<details><summary>Request body</summary><pre>${schemaText(endpoint.body, 'input')}</pre></details>
<details><summary>Answer</summary><pre>${schemaText(endpoint.answer, 'output')}</pre></details></section>`,
  )
  const contents = endpoints.map((endpoint) => `<li><a href="#${endpoint.id}">${escapeHtml(endpoint.summary)}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference</title><style>${style}</style></head>
<body><main><h1>API reference</h1><p>Machine-readable: <a href="${apiPrefix}/openapi.json">OpenAPI 3.1</a>. Money is whole cents.</p><ul>${contents.join('')}</ul>${sections.join('\n')}</main></body></html>`
}

/** Serves the OpenAPI document and the reference page. Both are built once, on the first request. */
export function mountReference(server: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let document: Promise<PreparedAnswer> | undefined
  let page: Promise<PreparedAnswer> | undefined
  server.get(`${apiPrefix}/openapi.json`, async (request, reply) => {
    document ??= prepareAnswer(JSON.stringify(openApiDocument(portalVersion, endpoints)))
    return sendPrepared(request, reply.type('application/json; charset=utf-8'), await document)
  })
  server.get(`${apiPrefix}/reference`, async (request, reply) => {
    page ??= prepareAnswer(referencePage(endpoints))
    const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`
    reply.header('content-security-policy', contentSecurityPolicy({ styleHashes: [hash] }))
    return sendPrepared(request, reply.type('text/html; charset=utf-8'), await page)
  })
}
