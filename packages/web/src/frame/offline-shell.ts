import { paths } from '@coopline/contract/paths'
import { pageFrames } from './page-frames.ts'

/** The pages that the service worker opens without a connection (decision 0196). */
export const offlinePages: readonly string[] = [paths.outages(), paths.reportOutage(), paths.outageStatus()]

/** Sections of texts that those pages, the shell around them and the login page use, as their files are named. */
const sections = ['shell', 'outage', 'session', 'sign-in']

/** Files of the pages and their texts in both languages, as the build's manifest names them. */
export const offlineChunks: readonly string[] = [
  // A visitor who opens a page for members gets to the login page.
  ...[...offlinePages, paths.login()].flatMap((path) => pageFrames.get(path)?.chunk ?? []),
  ...sections.flatMap((section) => [`src/messages/en/${section}.ts`, `src/messages/es/${section}.ts`]),
  'src/app/session-watch/session-watch.tsx',
]
