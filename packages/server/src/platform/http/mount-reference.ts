import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Endpoint } from '@coopline/contract/endpoint'
import { apiPrefix } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import { portalVersion } from '../version.ts'
import { type Api, apis, openApiDocument } from './open-api.ts'
import { prepareAnswer, type PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const documentPathOf = ({ prefix }: Api): string => `${prefix}/openapi.json`
const filesPath = `${apiPrefix}/reference`

const require = createRequire(import.meta.url)

const filesOfLibrary: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
}

/**
 * Builds the script that starts the reference. Swagger UI assigns markup that DOMPurify has cleaned as text, which
 * Trusted Types refuse, so this page alone has a default policy. Its only input is the portal's own OpenAPI document.
 */
const startScript = (api: Api, tryOut: boolean): string => `
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
globalThis.trustedTypes?.createPolicy('default', { createHTML: (html) => html })
globalThis.addEventListener('DOMContentLoaded', () => SwaggerUIBundle({
  url: '${documentPathOf(api)}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: ${tryOut},
  supportedSubmitMethods: ${tryOut ? "['get', 'post', 'put', 'delete', 'patch']" : '[]'},
}))`

/** Corrections for narrow screens and contrast. A server is not chosen: the reference describes the portal that serves it. */
const style = `body{margin:0}.swagger-ui .schemes-server-container{display:none!important}.swagger-ui .wrapper{box-sizing:border-box;padding:0 12px}
.swagger-ui .info .title{overflow-wrap:anywhere}.swagger-ui .info .title small.version-stamp{background:#3f6212}.swagger-ui .info .title small{background:#4b5563}
.swagger-ui .info .url,.swagger-ui .info a{color:#1d4ed8}.dark-mode .swagger-ui .info .url,.dark-mode .swagger-ui .info a{color:#93c5fd}`

const page = (api: Api, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${api.title}: API reference</title>
<link rel="stylesheet" href="${filesPath}/swagger-ui.css"><style>${style}</style><script src="${filesPath}/swagger-ui-bundle.js" defer></script><script>${script}</script></head>
<body><div id="reference"></div><noscript><p>The reference needs JavaScript. <a href="${documentPathOf(api)}">OpenAPI 3.1 document</a></p></noscript></body></html>`

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/**
 * Serves the OpenAPI document of each API and the reference that Swagger UI renders of it. Each file is prepared once, at its first request.
 *
 * @param tryOut whether the page can send calls: in the demo only.
 */
export function mountReference(server: FastifyInstance, endpoints: readonly Endpoint[], tryOut: boolean): void {
  const prepared = new Map<string, Promise<PreparedAnswer>>()
  const prepareOnce = (name: string, load: () => Promise<string> | string) => {
    const known = prepared.get(name)
    if (known !== undefined) return known
    const answer = Promise.resolve(load()).then(prepareAnswer)
    prepared.set(name, answer)
    // The next request tries again.
    answer.catch(() => prepared.delete(name))
    return answer
  }
  for (const api of apis) {
    const documentPath = documentPathOf(api)
    server.get(documentPath, async (request, reply) =>
      sendPrepared(
        request,
        reply.type('application/json; charset=utf-8'),
        await prepareOnce(documentPath, () => JSON.stringify(openApiDocument(portalVersion, endpoints, api))),
      ),
    )
    const script = startScript(api, tryOut)
    const policy = contentSecurityPolicy({
      scriptHashes: [hashOf(script)],
      styleHashes: [hashOf(style)],
      trustedTypes: ['default', 'dompurify'],
    })
    const pagePath = `${api.prefix}/reference`
    server.get(pagePath, async (request, reply) =>
      sendPrepared(
        request,
        reply.type('text/html; charset=utf-8').header('content-security-policy', policy),
        await prepareOnce(pagePath, () => page(api, script)),
      ),
    )
  }
  for (const [name, type] of Object.entries(filesOfLibrary))
    server.get(`${filesPath}/${name}`, async (request, reply) =>
      sendPrepared(
        request,
        reply.type(type).header('cache-control', 'public, max-age=86400'),
        await prepareOnce(name, () => readFile(require.resolve(`swagger-ui-dist/${name}`), 'utf8')),
      ),
    )
}
