/**
 * The name of a notice's file within the folder of documents, from what the cooperative's system says of it: the name
 * itself, or an address that begins with the one that the settings allow (REQ-D-254) and goes on with the name.
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
