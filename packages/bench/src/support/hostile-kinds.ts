/** The kinds of hostile clients, in the order in which a server is put through them. */
export const hostileKinds = [
  'answers that no one reads',
  'answers read very slowly',
  'thousands of requests in one packet',
  'uploads that break off',
  'headers that never end',
  'malformed requests and ranges',
] as const

export type HostileKind = (typeof hostileKinds)[number]

export const isHostileKind = (text: string): text is HostileKind => hostileKinds.some((kind) => kind === text)
