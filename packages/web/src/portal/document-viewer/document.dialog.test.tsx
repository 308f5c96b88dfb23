import type { Language } from '@coopline/rules/kernel/problem'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { provideAllTexts } from '../../frame/provide-all-texts.ts'
import { LanguageProvider } from '../text/text.tsx'
import { loadTexts } from '../text/text-store.ts'
import { DocumentDialog } from './document.dialog.tsx'
import { documentFromBase64 } from './document-file.ts'
import type { OpenPdf } from './open-pdf.ts'

const openPdf = vi.hoisted(() => vi.fn<(bytes: Uint8Array) => Promise<OpenPdf>>())
vi.mock('./open-pdf.ts', () => ({ openPdf, forgetPicture: () => undefined }))

/** Stands for the library: a document of three pages, each with its number as its text. */
const aDocument = () => ({
  pageCount: 3,
  widthOf: async () => 612,
  drawPage: vi.fn<OpenPdf['drawPage']>(async ({ page }) => {
    const text = document.createElement('div')
    text.textContent = `text of page ${page}`
    return { picture: document.createElement('canvas'), text }
  }),
  printPage: async () => new Blob(['page']),
  close: vi.fn<OpenPdf['close']>(async () => undefined),
})

await provideAllTexts()

beforeEach(() => {
  openPdf.mockReset()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: (entries: readonly object[]) => void
      constructor(tell: (entries: readonly object[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ contentRect: { width: 612 } }])
      }
      disconnect() {}
    },
  )
})

async function open(load: () => Promise<ReturnType<typeof documentFromBase64>>, language: Language = 'en') {
  await loadTexts(language, 'documentViewer')
  const onClose = vi.fn<() => void>()
  const view = render(
    <LanguageProvider initial={language}>
      <DocumentDialog title="Bill" load={load} notFound="Bill History File not found." onClose={onClose} />
    </LanguageProvider>,
  )
  return { onClose, ...view, user: userEvent.setup() }
}

const aFile = async () => documentFromBase64('bill.pdf', btoa('%PDF-1.7'))
const pressed = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a document is shown page by page, with its text', async () => {
  openPdf.mockResolvedValue(aDocument())
  await open(aFile)
  await screen.findByText('text of page 1')
  expect(openPdf).toHaveBeenCalledWith(new TextEncoder().encode('%PDF-1.7'))
  expect(screen.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  await pressed('Next page')
  await screen.findByText('text of page 2')
  expect(screen.getByText('Page 2 of 3')).toBeDefined()
  expect(screen.queryByText('text of page 1')).toBeNull()
  await pressed('Next page')
  await screen.findByText('text of page 3')
  await pressed('Next page')
  expect(screen.getByText('Page 3 of 3')).toBeDefined()
})

test('a page fits the width until it is made larger or smaller, and fits it again when asked', async () => {
  const pdf = aDocument()
  openPdf.mockResolvedValue(pdf)
  await open(aFile)
  await screen.findByText('text of page 1')
  const scales = () => pdf.drawPage.mock.calls.map(([{ scale }]) => scale)
  expect(scales()).toEqual([1])
  expect(screen.getByText('75%')).toBeDefined()
  await pressed('Zoom in')
  expect(screen.getByText('100%')).toBeDefined()
  await pressed('Zoom out')
  await pressed('Zoom out')
  expect(screen.getByText('50%')).toBeDefined()
  await pressed('Fit width')
  expect(scales()).toEqual([1, 96 / 72, 1, (96 / 72) * 0.5, 1])
})

test('the document is saved under the name that came with it, with the very bytes', async () => {
  openPdf.mockResolvedValue(aDocument())
  const saved: { readonly name: string; readonly blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:1', blob as Blob)
    return 'blob:1'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() })
  })
  await open(aFile)
  await screen.findByText('text of page 1')
  await pressed('Download')
  expect(saved.map(({ name }) => name)).toEqual(['bill.pdf'])
  expect(saved[0]?.blob.type).toBe('application/pdf')
  expect(await saved[0]?.blob.text()).toBe('%PDF-1.7')
})

test.each([
  ['that does not come', async () => Promise.reject(new Error('404'))],
  ['that is no PDF', aFile],
])('a document %s shows the given sentence and nothing else', async (_what, load) => {
  openPdf.mockRejectedValue(new Error('Invalid PDF structure'))
  await open(load)
  expect((await screen.findByRole('alert')).textContent).toBe('Bill History File not found.')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('a page that cannot be drawn shows the same sentence', async () => {
  openPdf.mockResolvedValue({ ...aDocument(), drawPage: async () => Promise.reject(new Error('broken page')) })
  await open(aFile)
  expect((await screen.findByRole('alert')).textContent).toBe('Bill History File not found.')
})

test('Escape and the cross close it, a press outside does not', async () => {
  openPdf.mockResolvedValue(aDocument())
  const { onClose } = await open(aFile)
  const dialog = screen.getByRole('dialog', { name: 'Bill' })
  await userEvent.click(dialog)
  expect(onClose).not.toHaveBeenCalled()
  await pressed('Close')
  expect(onClose).toHaveBeenCalledTimes(1)
  act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('there is nothing to open, edit or fill in', async () => {
  openPdf.mockResolvedValue(aDocument())
  await open(aFile)
  await screen.findByText('text of page 1')
  expect(
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['Previous page', 'Next page', 'Zoom out', 'Zoom in', 'Fit width', 'Download', 'PrintPreparing…', 'Close'])
  expect(document.querySelector('input, textarea, [contenteditable]')).toBeNull()
})

test('closing frees the document, even while it loads', async () => {
  const pdf = aDocument()
  openPdf.mockResolvedValue(pdf)
  const { unmount } = await open(aFile)
  await screen.findByText('text of page 1')
  unmount()
  expect(pdf.close).toHaveBeenCalledTimes(1)

  const late = aDocument()
  const arriving = Promise.withResolvers<OpenPdf>()
  openPdf.mockReturnValue(arriving.promise)
  const second = await open(aFile)
  await waitFor(() => expect(openPdf).toHaveBeenCalledTimes(2))
  second.unmount()
  arriving.resolve(late)
  await waitFor(() => expect(late.close).toHaveBeenCalledTimes(1))
})

test('in Spanish its buttons are Spanish', async () => {
  openPdf.mockResolvedValue(aDocument())
  await open(aFile, 'es')
  await screen.findByText('text of page 1')
  expect(screen.getByText('Página 1 de 3')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ajustar al ancho' })).toBeDefined()
})
