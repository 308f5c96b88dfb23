import { createServer } from 'node:http'
import PdfKit from 'pdfkit'

/** The floor of a bill's PDF: pdfkit draws a page with nothing on it, packed as the portal's answer is. */
const draw = async (): Promise<string> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const doc = new PdfKit({ size: 'LETTER' })
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () =>
      resolve(JSON.stringify({ fileName: 'empty.pdf', billViewUrlFileBytes: Buffer.concat(parts).toString('base64') })),
    )
    doc.on('error', reject)
    doc.end()
  })

createServer((request, response) => {
  if (request.url === '/readyz') {
    response.end('ready')
    return
  }
  void draw().then((text) => response.setHeader('content-type', 'application/json').end(text))
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
