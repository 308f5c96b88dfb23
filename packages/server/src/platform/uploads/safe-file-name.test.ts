import { expect, it } from 'vitest'
import { safeFileName } from './safe-file-name.ts'

it.each([
  ['lease.pdf', 'lease.pdf'],
  ['Contrato de arrendamiento – año 2026.PDF', 'Contrato de arrendamiento – año 2026.pdf'],
  ['租約.pdf', '租約.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\noor\\lease.pdf', 'lease.pdf'],
  ['/', 'document.pdf'],
  ['', 'document.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['-rf.pdf', 'rf.pdf'],
  ['lease.pdf.exe', 'lease.pdf.exe.pdf'],
  ['scan.jpeg', 'scan.pdf'],
  // Shown from right to left, this name would end in "pdf".
  ['lease\u202Efdp.exe', 'leasefdp.exe.pdf'],
  ['a\u200Bb\u0000c\r\nd.pdf', 'abc d.pdf'],
  ['\uD800.pdf', 'document.pdf'],
  ['<img src=x onerror=alert(1)>.pdf', 'img src=x onerror=alert(1).pdf'],
  ['CON:.pdf', 'CON.pdf'],
  ['e\u0301.pdf', 'é.pdf'],
])('reduces %j to %j', (sent, kept) => {
  expect(safeFileName(sent, 'pdf')).toBe(kept)
})

it('cuts a long name by characters and stays below the 255 bytes of file systems', () => {
  const name = safeFileName('🙂'.repeat(400), 'jpg')
  expect(name).toBe(`${'🙂'.repeat(50)}.jpg`)
  expect(Buffer.byteLength(name)).toBeLessThan(240)
})
