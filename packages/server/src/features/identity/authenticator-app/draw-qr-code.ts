export interface QrCode {
  /** The dark modules as an SVG path. */
  readonly path: string
  /** The side of the square in units, including the quiet zone of four modules on each side. */
  readonly size: number
}

const quietZone = 4

/** Draws a text as a QR code, one unit per module: `<svg viewBox="0 0 size size"><path d=…>`, dark on a light background. */
export async function drawQrCode(text: string): Promise<QrCode> {
  // The library is rarely needed, so it is loaded on demand.
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_none, row) => pathOfRow(modules, row))
  return { path: rows.join(''), size: modules.size + 2 * quietZone }
}

interface Modules {
  readonly size: number
  readonly get: (row: number, column: number) => number | boolean
}

/** Draws one bar for each run of dark modules. */
function pathOfRow(modules: Modules, row: number): string {
  let path = ''
  for (let column = 0; column < modules.size; column += 1) {
    const start = column
    while (column < modules.size && Boolean(modules.get(row, column))) column += 1
    const width = column - start
    if (width > 0) path += `M${start + quietZone} ${row + quietZone}h${width}v1h-${width}z`
  }
  return path
}
