import { paths } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { readDocument } from '../../../platform/documents/read-document.ts'
import { openDocumentLink } from './document-link.ts'
import { findMemberDocumentFile } from './member-documents.store.ts'

/**
 * Serves a document of the cooperative at `/member-info-docs/file/<handle>`, for a new browser tab. The handle was issued to a signed-in
 * member. An invalid handle redirects to the list.
 */
export function mountDocument(deps: Deps, server: FastifyInstance): void {
  server.get<{ Params: { handle: string } }>(paths.memberInfoDoc(':handle'), async (request, reply) => {
    const id = openDocumentLink(deps, request.params.handle)
    const file = id === null ? undefined : await findMemberDocumentFile(deps.db, id)
    const bytes = file === undefined ? undefined : await readDocument(deps, file)
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (bytes === undefined) return reply.redirect(paths.memberInfoDocs({ missing: 'true' }))
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${file}"`).send(bytes)
  })
}
