const place = /(?<=<!-- npm run docs -->\n\n).*?(?=\n\n<!-- end -->)/su

/** A document with `table` in the place that it keeps for it. @throws Error when it keeps none. */
export function withTable(document: string, table: string): string {
  if (!place.test(document))
    throw new Error('The document has no place for a table between <!-- npm run docs --> and <!-- end -->')
  return document.replace(place, () => table)
}
