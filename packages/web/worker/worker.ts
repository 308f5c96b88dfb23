/** The data that the server writes before this script (`serve-pages.ts` of the server). */
export interface OfflineShell {
  readonly version: string
  /** Paths of the pages that open without a connection. */
  readonly pages: readonly string[]
  /** Addresses of the scripts and styles that they need. */
  readonly files: readonly string[]
}

/** The worker's global scope, which TypeScript cannot name in a file that it also checks as a module. */
declare const self: ServiceWorkerGlobalScope & { readonly cooplineShell: OfflineShell | null }

/** Every cache of the portal, those that pages fill included. */
const ownCaches = 'coopline-'
const shells = 'coopline-shell-'

/** Keeps the files of the outage pages, and their HTML as last served. It keeps no answer of the API and nothing of a member. */
function serve({ version, pages, files }: OfflineShell): void {
  const name = shells + version

  self.addEventListener('install', (event) => event.waitUntil(install()))
  self.addEventListener('activate', (event) => event.waitUntil(activate()))
  self.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== self.location.origin) return
    if (request.mode === 'navigate') event.respondWith(openPage(event, pathname.replace(/(?<=.)\/$/u, '')))
    else if (pathname.startsWith('/assets/')) event.respondWith(openFile(request))
  })

  async function install(): Promise<void> {
    await (await caches.open(name)).addAll(files)
    for (const page of pages) {
      const isCached = await keepPage(page, await fetch(page))
      if (!isCached) throw new Error(`${page} is of another build`)
    }
    await self.skipWaiting()
  }

  async function activate(): Promise<void> {
    await removeCaches((cache) => cache.startsWith(shells) && cache !== name)
    // Starting the worker takes a moment, in which the page is already being asked for.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
  }

  /** The network first: what is kept is shown only when nothing answers. */
  async function openPage(event: FetchEvent, path: string): Promise<Response> {
    try {
      const preloaded = (await event.preloadResponse) as Response | undefined
      const response = preloaded ?? (await fetch(event.request))
      if (pages.includes(path)) event.waitUntil(keepPage(path, response.clone()))
      return response
    } catch (error) {
      const kept = await findCached(path)
      if (kept === undefined) throw error
      return kept
    }
  }

  /** Names of files change with their content, so a kept file is never old. */
  const openFile = async (request: Request): Promise<Response> => (await findCached(request)) ?? fetch(request)

  /** Keeps a page unless a file that it starts with is missing, as in the page of another build. */
  async function keepPage(path: string, response: Response): Promise<boolean> {
    if (!response.ok || response.redirected) return false
    const html = await response.clone().text()
    if (html.includes('"underMaintenance":true')) return false
    for (const [, file = ''] of html.matchAll(/ (?:src|href)="(\/assets\/[^"]+\.js)"/gu))
      if ((await findCached(file)) === undefined) return false
    // A newer worker has removed the cache of this one.
    if (!(await caches.has(name))) return false
    await (await caches.open(name)).put(path, response)
    return true
  }
}

/** A kept page does not depend on cookies: the portal's scripts adapt it to the visitor. */
const findCached = (asked: Request | string): Promise<Response | undefined> => caches.match(asked, { ignoreVary: true })

/** Takes the place of a worker that a browser still has, and removes it with all that it kept. */
function stepDown(): void {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('activate', (event) => event.waitUntil(removeEverything()))

  async function removeEverything(): Promise<void> {
    await removeCaches((cache) => cache.startsWith(ownCaches))
    await self.registration.unregister()
  }
}

async function removeCaches(isOld: (cache: string) => boolean): Promise<void> {
  for (const cache of await caches.keys()) if (isOld(cache)) await caches.delete(cache)
}

const { cooplineShell: shell } = self
if (shell === null) stepDown()
else serve(shell)
