import { paths } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { openDocumentHandle } from '../../platform/documents/document-handle.ts'
import { readDocument } from '../../platform/documents/read-document.ts'
import { findMemberDocumentFile } from './member-documents.store.ts'

/**
 * `/member-info-docs/file/<handle>`: a document of the cooperative in a browser tab of its own. The handle in the address was
 * made for a member who was signed in; one that opens nothing any more leads back to the list.
 */
export function mountDocument(server: FastifyInstance, deps: Deps): void {
  server.get<{ Params: { handle: string } }>(paths.memberInfoDoc(':handle'), async (request, reply) => {
    const named = openDocumentHandle(deps, request.params.handle)
    const file = named?.kind === 'member-document' ? await findMemberDocumentFile(deps.db, named.id) : undefined
    const bytes = file === undefined ? undefined : await readDocument(deps, file)
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (bytes === undefined) return reply.redirect(paths.memberInfoDocs({ missing: 'true' }))
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${file}"`).send(bytes)
  })
}
