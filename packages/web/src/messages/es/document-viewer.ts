import type { texts as english } from '../en/document-viewer.ts'

export const texts: typeof english = {
  billOf: (day) => `Factura del ${day}`,
  opening: 'Abriendo el documento',
  toolbar: 'Documento',
  page: (page, of) => `Página ${page} de ${of}`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  zoomOut: 'Alejar',
  zoomIn: 'Acercar',
  percent: (percent) => `${percent}%`,
  fitWidth: 'Ajustar al ancho',
  download: 'Descargar',
  print: 'Imprimir',
  preparing: 'Preparando…',
}
