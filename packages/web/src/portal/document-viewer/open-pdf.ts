import type { PDFDocumentProxy } from 'pdfjs-dist'
import { loadPdfLibrary, type PdfLibrary, startPdfWorker } from './pdf-library.ts'

/** The options of drawing a page. */
interface Drawing {
  /** From 1. */
  readonly page: number
  /** CSS pixels for a point (1/72 inch). */
  readonly scale: number
  /** Breaks the drawing off: it rejects then. */
  readonly signal: AbortSignal
}

/** A page as a picture, and its text in place above it, to be selected and read aloud. */
export interface DrawnPage {
  readonly picture: HTMLCanvasElement
  readonly text: HTMLDivElement
}

/** A document that is open. */
export interface OpenPdf {
  readonly pageCount: number
  /** Width of a page in points. */
  readonly widthOf: (page: number) => Promise<number>
  readonly drawPage: (drawing: Drawing) => Promise<DrawnPage>
  /** A page for paper, as a PNG of 150 dots per inch. */
  readonly printPage: (page: number) => Promise<Blob>
  /** Frees everything that the document holds. */
  readonly close: () => Promise<void>
}

/** Opens a PDF. @throws Error when the bytes are not a valid PDF, or the library does not load. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const library = await loadPdfLibrary()
  const worker = startPdfWorker(library)
  const files = `/assets/pdf-${library.version}/`
  const opening = library.getDocument({
    // The worker takes ownership of the bytes; the caller keeps its own copy to save.
    data: bytes.slice(),
    worker: library.PDFWorker.create({ port: worker }),
    standardFontDataUrl: files,
    wasmUrl: files,
    // Compiled code is not allowed here: pictures are decoded by plain script.
    useWasm: false,
    verbosity: library.VerbosityLevel.ERRORS,
  })
  const close = async () => {
    await opening.destroy()
    worker.terminate()
  }
  try {
    return { ...pagesOf(library, await opening.promise), close }
  } catch (error) {
    await close()
    throw error
  }
}

function pagesOf(library: PdfLibrary, pdf: PDFDocumentProxy): Omit<OpenPdf, 'close'> {
  return {
    pageCount: pdf.numPages,
    widthOf: async (page) => (await pdf.getPage(page)).getViewport({ scale: 1 }).width,
    drawPage: async ({ page: number, scale, signal }) => {
      const page = await pdf.getPage(number)
      signal.throwIfAborted()
      const viewport = page.getViewport({ scale })
      const ratio = pixelRatio(viewport.width, viewport.height)
      const picture = newCanvas(viewport.width * ratio, viewport.height * ratio)
      const text = document.createElement('div')
      // The library says sizes within the text in terms of these.
      text.style.setProperty('--total-scale-factor', String(scale))
      const layer = new library.TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
      const drawing = page.render({ canvas: picture, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
      signal.addEventListener('abort', () => {
        drawing.cancel()
        layer.cancel()
      })
      await Promise.all([drawing.promise, layer.render()])
      picture.style.width = `${viewport.width}px`
      return { picture, text }
    },
    printPage: async (number) => {
      const page = await pdf.getPage(number)
      const viewport = page.getViewport({ scale: 150 / 72 })
      const canvas = newCanvas(viewport.width, viewport.height)
      await page.render({ canvas, viewport, intent: 'print' }).promise
      const picture = await new Promise<Blob | null>((made) => canvas.toBlob(made))
      forgetPicture(canvas)
      if (picture === null) throw new Error('The page is too large to print')
      return picture
    },
  }
}

function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width)
  canvas.height = Math.floor(height)
  return canvas
}

/** Gives the memory of a picture back at once: browsers on phones have little of it for canvases. */
export function forgetPicture(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/** No browser draws a canvas of more pixels than this. */
const mostPixels = 16_000_000

/** Dots for each CSS pixel: what the screen has, or what such a large page can have. */
const pixelRatio = (width: number, height: number): number =>
  Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (width * height)))
