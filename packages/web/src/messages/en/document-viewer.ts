/** A PDF in front of the page. */
export const texts = {
  billOf: (day: string) => `Bill dated ${day}`,
  opening: 'Opening the document',
  toolbar: 'Document',
  page: (page: number, of: number) => `Page ${page} of ${of}`,
  previous: 'Previous page',
  next: 'Next page',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  percent: (percent: number) => `${percent}%`,
  fitWidth: 'Fit width',
  download: 'Download',
  print: 'Print',
  preparing: 'Preparing…',
}
