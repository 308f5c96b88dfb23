import { scriptUrlPolicy } from '../page/trusted-types.ts'
import './substitutes.ts'

/** The build for browsers that are some years old, too. */
const load = async () => {
  const [library, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('./pdf-worker.ts?worker&url'),
  ])
  return { ...library, workerAddress: worker.default }
}

export type PdfLibrary = Awaited<ReturnType<typeof load>>

let library: Promise<PdfLibrary> | undefined

/** The library that draws PDF, loaded with the first document and kept. A failed attempt is made again next time. */
export function loadPdfLibrary(): Promise<PdfLibrary> {
  library ??= load().catch((error: unknown) => {
    library = undefined
    throw error
  })
  return library
}

let policy: ReturnType<typeof scriptUrlPolicy> | undefined

/** Starts the part of the library that reads files, beside the page: from our own origin, and nothing else runs as a worker. */
export function startPdfWorker({ workerAddress }: PdfLibrary): Worker {
  policy ??= scriptUrlPolicy('coopline-documents', (address) => address === workerAddress)
  return new Worker(policy.createScriptURL(workerAddress), { type: 'module' })
}
