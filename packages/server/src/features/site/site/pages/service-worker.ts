import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../../platform/deps.ts'
import { prepareAnswer, sendPrepared } from '../../../../platform/http/prepared-answer.ts'
import type { BuiltPages } from './built-pages.ts'

/**
 * Serves the service worker of the outage pages. Each build has its own script, so browsers replace the previous one.
 * With `offlineOutages` off, the script removes itself and its caches (decision 0196).
 */
export async function serveWorker(server: FastifyInstance, { settings }: Pick<Deps, 'settings'>, pages: BuiltPages) {
  const { workerScript } = pages
  const worker = await prepareAnswer(withShell(workerScript, shellOf(pages)))
  const removal = await prepareAnswer(withShell(workerScript, null))
  server.get('/sw.js', async (request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache')
    return sendPrepared(request, reply, settings.current().offlineOutages ? worker : removal)
  })
}

const withShell = (script: string, shell: object | null): string =>
  `self.cooplineShell=${JSON.stringify(shell)};\n${script}\n`

/** The pages that open without a connection and the files that they need, as `packages/web/worker/worker.ts` reads them. */
function shellOf({ offlinePages, offlineChunks, filesOf, template, workerScript }: BuiltPages) {
  const { scripts, styles } = filesOf(offlineChunks)
  const files = [...scripts, ...styles.map(({ href }) => href)]
  const build = createHash('sha256').update(JSON.stringify([offlinePages, files, template, workerScript]))
  return { version: build.digest('base64url').slice(0, 16), pages: offlinePages, files }
}
