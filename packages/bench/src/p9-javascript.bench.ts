import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { buildWebIfNeeded } from '../../../tools/launch/build-web.ts'
import { root } from '../../../tools/launch/portal-processes.ts'
import type { Benchmark, BenchmarkOptions, BenchmarkResult, Row } from './support/benchmark.ts'
import { buildReact } from './support/draw-page.ts'
import { spreadOf } from './support/statistics.ts'

export const javascriptBenchmark: Benchmark = {
  name: 'P9',
  title: 'JavaScript needed before a page can be used, brotli',
  floor: 'react and react-dom alone, built with the same Vite',
  run,
}

interface ManifestEntry {
  readonly file: string
  readonly imports?: readonly string[]
}

type Manifest = Readonly<Record<string, ManifestEntry>>

const client = join(root, 'packages/web/dist/client')
const texts = (...sections: readonly string[]) => sections.map((section) => `src/messages/en/${section}.ts`)

/** The modules that each page loads first: the entry, its own chunk, its texts in one language. */
const pages = {
  home: ['index.html', 'src/app/home-route.tsx', ...texts('shell', 'site')],
  'Quick Pay': ['index.html', 'src/features/paying/quick-pay/quick-pay.page.tsx', ...texts('shell', 'quick-pay')],
} as const
const payStep = 'src/features/paying/quick-pay/pay.step.tsx'
/** The member's payment pages, with the texts that their routes load. They have no goal. */
const paymentPages = {
  'payment of several accounts': [
    'index.html',
    'src/features/paying/pay-multiple/pay-multiple.page.tsx',
    ...texts('shell', 'pay-multiple', 'quick-pay'),
  ],
  'payment profile': [
    'index.html',
    'src/features/paying/payment-profile/payment-profile.page.tsx',
    ...texts('shell', 'payment-profile', 'quick-pay'),
  ],
  AutoPay: ['index.html', 'src/features/paying/auto-pay/auto-pay.page.tsx', ...texts('shell', 'auto-pay')],
  drafts: ['index.html', 'src/features/paying/drafts/drafts.page.tsx', ...texts('shell', 'drafts')],
  'scheduled payments': [
    'index.html',
    'src/features/paying/scheduled-payments/scheduled-payments.page.tsx',
    ...texts('shell', 'scheduled-payments'),
  ],
  arrange: ['index.html', 'src/features/paying/arrangements/arrange.page.tsx', ...texts('shell', 'arrangements')],
} as const
const kilobyte = 1024

async function run({ tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  buildWebIfNeeded(tell)
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const floor = await reactAlone()
  const rows = Object.entries(pages).map(([page, chunks]) => {
    const files = filesOf(manifest, chunks)
    tell(`${page}: ${[...files].join(', ')}`)
    return rowOf(page, sizeOf(files), floor)
  })
  const withoutGoal = {
    'Quick Pay with its pay step': [...pages['Quick Pay'], ...(payStep in manifest ? [payStep] : [])],
    ...paymentPages,
  }
  const others = Object.entries(withoutGoal).map(([what, chunks]) => {
    const bytes = sizeOf(filesOf(manifest, chunks))
    return { ...rowOf(what, bytes, floor), goal: '', met: null }
  })
  return {
    rows: [...rows, ...others],
    notes: [
      'Read from the manifest of the build: entry, page and English texts with everything they import statically, each file compressed by itself (brotli 11).',
      'Sizes do not vary from run to run.',
    ],
  }
}

const rowOf = (what: string, bytes: number, floor: number): Row => ({
  what,
  unit: 'KB',
  ours: spreadOf([bytes / kilobyte]),
  floor: spreadOf([floor / kilobyte]),
  ratio: spreadOf([bytes / floor]),
  goal: '≤ 2.00 ×',
  met: bytes / floor <= 2,
})

/** The files of some chunks and of what they import. @throws Error when the build has no such chunk. */
function filesOf(manifest: Manifest, chunks: readonly string[]): ReadonlySet<string> {
  const [files, seen] = [new Set<string>(), new Set<string>()]
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`The build has no chunk ${key}`)
    if (entry.file.endsWith('.js')) files.add(entry.file)
    for (const imported of entry.imports ?? []) visit(imported)
  }
  for (const chunk of chunks) visit(chunk)
  return files
}

const sizeOf = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(client, file))).length, 0)

async function reactAlone(): Promise<number> {
  const chunks = await buildReact('react-alone.ts')
  return chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
}
