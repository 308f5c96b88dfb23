/**
 * The file name of a notice in the folder of documents, from the cooperative's reference to it: the name itself, or an address that begins with the one that the settings allow (REQ-D-254) and ends with the name.
 *
 * @param allowed start of the addresses; empty when the cooperative has none.
 * @returns `null` for every other address: nothing is fetched from anywhere.
 */
export function delinquentDocument(document: string, allowed: string): string | null {
  if (!document.includes(':')) return document
  if (!document.startsWith(allowed)) return null
  const name = document.slice(allowed.length).replace(/^\/+/u, '')
  return name === '' || name.includes(':') ? null : name
}
