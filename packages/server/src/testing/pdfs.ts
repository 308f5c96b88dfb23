interface Pdf {
  /** Entries of the trailer, such as an encryption dictionary. */
  readonly trailer?: string
  readonly text?: string
}

/** A PDF of one empty page, as programs write it. */
export function aPdf({ trailer = '', text = '' }: Pdf = {}): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >> %${text}`,
  ]
  let body = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, place) => {
    const offset = body.length
    body += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size 4 /Root 1 0 R ${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + end, 'latin1')
}
