import styles from './document-viewer.module.css'
import type { OpenPdf } from './open-pdf.ts'

/** Draws every page for paper and opens the browser's print dialog with them and nothing else of what is on the screen. */
export async function printPages(pdf: OpenPdf): Promise<void> {
  const paper = document.createElement('div')
  paper.className = styles.paper ?? ''
  const addresses: string[] = []
  const clear = () => {
    paper.remove()
    if (styles.printing !== undefined) document.body.classList.remove(styles.printing)
    for (const address of addresses) URL.revokeObjectURL(address)
  }
  try {
    for (let page = 1; page <= pdf.pageCount; page += 1) {
      const picture = document.createElement('img')
      picture.alt = ''
      picture.src = URL.createObjectURL(await pdf.printPage(page))
      addresses.push(picture.src)
      await picture.decode()
      paper.append(picture)
    }
  } catch (error) {
    clear()
    throw error
  }
  // Some browsers keep running while their print dialog is open: the printed pages stay until it is closed.
  window.addEventListener('afterprint', clear, { once: true })
  document.body.append(paper)
  if (styles.printing !== undefined) document.body.classList.add(styles.printing)
  window.print()
}
