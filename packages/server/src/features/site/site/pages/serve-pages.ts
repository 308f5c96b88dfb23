import { join } from 'node:path'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../../../platform/deps.ts'
import { prepareAnswer, sendPrepared } from '../../../../platform/http/prepared-answer.ts'
import { languageOf } from '../../../../platform/http/request-facts.ts'
import { sessionCookie } from '../../../identity/sign-in/public.ts'
import { siteStartOf } from '../site.routes.ts'
import { buildPage, type BuiltPage } from './build-page.ts'
import { type BuiltPages, readBuiltPages, type ThemeChoice } from './built-pages.ts'
import { createHash } from 'node:crypto'

/**
 * Serves the service worker of the outage pages. Each build has its own script, so browsers replace the previous one.
 * With `offlineOutages` off, the script removes itself and its caches (decision 0196).
 */
async function serveWorker({ settings }: Pick<Deps, 'settings'>, server: FastifyInstance, pages: BuiltPages) {
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

const builtPagesFolder = join(import.meta.dirname, '../../../../../../web/dist')

/** A page has no dot in its path: a path with one is a file's. */
const pagePath = /^\/(?:[a-z0-9-]+(?:\/[A-Za-z0-9_-]+)*\/?)?$/u

/**
 * Serves the pages and their files: hashed files for a year, pages fresh each time from memory. A page is built once for
 * each path, language and theme, and again after a change of settings. A link that means a page without being its address
 * (`/HOME`, `/login.`, `/reset-password?otc=x).`) leads there.
 *
 * @throws PagesNotBuilt when the build has not run.
 */
export async function servePages(deps: Deps, server: FastifyInstance, dist: string = builtPagesFolder): Promise<void> {
  // Loaded here, so that commands, which serve nothing, start without it.
  const { default: fastifyStatic } = await import('@fastify/static')
  const pages = await readBuiltPages(dist)
  const cache = createPageCache(deps, pages)
  await server.register(fastifyStatic, {
    root: pages.clientFolder,
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const kept = file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      void reply.header('cache-control', kept)
    },
  })
  await serveWorker(deps, server, pages)
  const exists = (path: string) => addressOf(pages, path) !== null
  server.get('/*', { config: { exists } }, async (request, reply) => {
    const [path = '/', ...rest] = request.url.split(/(?=\?)/u)
    const query = rest.join('')
    const address = addressOf(pages, path)
    if (address === null && !wantsPage(request, path)) return reply.callNotFound()
    const meant = (address ?? '') + pages.withoutLinkPunctuation(query)
    if (address !== null && meant !== withoutSlash(path) + query) return reply.redirect(meant, 302)
    const page = await cache.find(request, withoutSlash(path))
    // Clients get the status 404; a browser runs the page, which redirects home (RT-07).
    if (address === null) reply.code(404)
    reply.header('content-security-policy', page.contentSecurityPolicy)
    if (pages.isSecretPage(withoutSlash(path))) reply.header('referrer-policy', 'no-referrer')
    reply.header('vary', 'Accept-Encoding, Accept-Language, Cookie')
    return sendPrepared(request, reply.type('text/html; charset=utf-8'), page.html)
  })
}

const withoutSlash = (path: string): string => path.replace(/(?<=[^/])\/$/u, '')

/** The address of the page that a path means; `null` when it means none. */
function addressOf(pages: BuiltPages, path: string): string | null {
  try {
    return pages.pageAddress(decodeURIComponent(withoutSlash(path)))
  } catch {
    return null
  }
}

/** Tells whether a path that has no page is answered with one: people see a page, programs get a problem. */
const wantsPage = (request: FastifyRequest, path: string): boolean =>
  !/^\/(?:api|integration)(?:\/|$)/u.test(path) &&
  (pagePath.test(path) || /\btext\/html\b/u.test(request.headers.accept ?? ''))

interface PageCache {
  readonly find: (request: FastifyRequest, path: string) => Promise<BuiltPage>
}

/** Built pages by what they depend on. Every change of settings creates a new object, which invalidates the cache. */
function createPageCache(deps: Deps, pages: BuiltPages): PageCache {
  let madeFor: SiteStart | undefined
  const made = new Map<string, Promise<BuiltPage>>()
  return {
    find: async (request, path) => {
      const settings = deps.settings.current()
      const site = siteStartOf(settings, deps.env.DEMO)
      if (site !== madeFor) made.clear()
      madeFor = site
      const language = chosenLanguage(request)
      const input = {
        path: pages.framePath(path, site),
        site,
        language,
        theme: chosenTheme(request),
        announcementClosed:
          request.cookies.coopline_announcement === pages.announcementHash(announcementIn(site, language)),
        // The cookie proves nothing and reveals nothing about a member. It only decides what the empty page looks like
        // at first.
        hasSession: request.cookies[sessionCookie] !== undefined,
      }
      const allowsScripts = pages.allowsSiteScripts(path, site)
      const key = `${input.path} ${allowsScripts} ${input.language} ${input.theme} ${input.announcementClosed} ${input.hasSession}`
      const { formOrigins } = deps.gateways
      const { myMeterUrl } = settings
      const page = made.get(key) ?? buildPage(pages, input, { formOrigins, allowsScripts, myMeterUrl })
      made.set(key, page)
      return page
    },
  }
}

/** The announcement as the visitor reads it, whose closing the cookie remembers. */
function announcementIn({ configuration, spanish }: SiteStart, language: Language) {
  const { emergencyAnnouncementMessage } = configuration
  return language === 'en'
    ? emergencyAnnouncementMessage
    : (spanish.configuration.emergencyAnnouncementMessage ?? emergencyAnnouncementMessage)
}

function chosenLanguage(request: FastifyRequest): Language {
  const chosen = request.cookies.coopline_language
  return chosen === 'en' || chosen === 'es' ? chosen : languageOf(request.headers['accept-language'])
}

function chosenTheme(request: FastifyRequest): ThemeChoice {
  const chosen = request.cookies.coopline_theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}
