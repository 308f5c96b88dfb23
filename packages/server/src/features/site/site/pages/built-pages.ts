import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'

/** Thrown when the pages have not been built. */
class PagesNotBuilt extends Error {
  constructor(folder: string) {
    super(`The pages are not built: ${folder} is missing. Run \`npm run build\`.`)
    this.name = 'PagesNotBuilt'
  }
}

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface FrameInput {
  readonly path: string
  readonly site: SiteStart
  readonly language: Language
  readonly theme: ThemeChoice
  readonly announcementClosed: boolean
  readonly hasSession: boolean
}

/** The markup of a page before any script has run (`packages/web/README.md`). */
interface Frame {
  readonly html: string
  readonly headTags: string
  readonly siteStyle: string
  readonly css: string
  readonly preloadChunks: readonly string[]
  readonly startsReads: boolean
}

/** `dist/frame/frame.js`: the pages' own components, drawn to text. */
interface FrameModule {
  readonly pageAddress: (path: string) => string | null
  readonly withoutLinkPunctuation: (query: string) => string
  readonly allowsSiteScripts: (path: string, site: SiteStart) => boolean
  readonly isSecretPage: (path: string) => boolean
  readonly framePath: (path: string, site: SiteStart) => string
  readonly renderFrame: (input: FrameInput) => Frame
  readonly announcementHash: (message: SiteStart['configuration']['emergencyAnnouncementMessage']) => string
  /** Paths of the pages that open without a connection. */
  readonly offlinePages: readonly string[]
  /** Keys of the build's manifest whose files those pages need beyond the entry's own. */
  readonly offlineChunks: readonly string[]
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

export interface BuiltPages extends FrameModule {
  readonly clientFolder: string
  readonly template: string
  /** A script in the head of every page. */
  readonly earlyScript: string
  /** The service worker without what `serve-pages.ts` writes before it. */
  readonly workerScript: string
  /** Files that chunks need, their imports' included: scripts by address, styles by address and text. */
  readonly filesOf: (chunks: readonly string[]) => {
    readonly scripts: readonly string[]
    readonly styles: readonly { readonly href: string; readonly text: string }[]
  }
}

const entry = 'index.html'

/** Reads what the build of `packages/web` left. @throws PagesNotBuilt when it has not run. */
export async function readBuiltPages(dist: string): Promise<BuiltPages> {
  const clientFolder = join(dist, 'client')
  const frameFile = join(dist, 'frame/frame.js')
  const earlyFile = join(dist, 'early/early.js')
  const workerFile = join(dist, 'worker/worker.js')
  if (![join(clientFolder, entry), frameFile, earlyFile, workerFile].every((file) => existsSync(file)))
    throw new PagesNotBuilt(dist)
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const frame = (await import(pathToFileURL(frameFile).href)) as FrameModule
  return {
    pageAddress: frame.pageAddress,
    withoutLinkPunctuation: frame.withoutLinkPunctuation,
    allowsSiteScripts: frame.allowsSiteScripts,
    isSecretPage: frame.isSecretPage,
    framePath: frame.framePath,
    renderFrame: frame.renderFrame,
    announcementHash: frame.announcementHash,
    offlinePages: frame.offlinePages,
    offlineChunks: frame.offlineChunks,
    clientFolder,
    earlyScript: readFileSync(earlyFile, 'utf8').trim(),
    workerScript: readFileSync(workerFile, 'utf8').trim(),
    template: readFileSync(join(clientFolder, entry), 'utf8'),
    filesOf: (chunks) => {
      const { scripts, styles } = closureOf(manifest, [entry, ...chunks])
      const texts = styles.map((file) => ({ href: `/${file}`, text: readFileSync(join(clientFolder, file), 'utf8') }))
      return { scripts: scripts.map((file) => `/${file}`), styles: texts }
    },
  }
}

/** Chunks with all that they import, each once; styles in the order in which the browser would load them. */
function closureOf(manifest: Record<string, Chunk>, keys: readonly string[]) {
  const seen = new Set<string>()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const style of chunk.css ?? []) styles.add(style)
    scripts.add(chunk.file)
  }
  for (const key of keys) visit(key)
  return { scripts: [...scripts], styles: [...styles] }
}
