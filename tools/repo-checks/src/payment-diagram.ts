/** A move of a payment: `requested --succeeded--> confirmed`. */
export type DiagramMove = `${string} --${string}--> ${string}`

interface State {
  readonly name: string
  /** The ids of the boxes around it. */
  readonly boxes: readonly string[]
}

/** The leaves of a Mermaid state diagram by id, each with its name and the boxes around it. */
function statesOf(lines: readonly string[]): ReadonlyMap<string, State> {
  const names = new Map<string, string>()
  const boxes: string[] = []
  const places = new Map<string, readonly string[]>()
  const place = (id = '') => {
    // A state belongs to the innermost box that mentions it.
    if (id !== '[*]' && (places.get(id)?.length ?? -1) < boxes.length) places.set(id, [...boxes])
  }
  for (const line of lines) {
    const [, name, id = '', opens] = /^state "([^"]+)" as (\w+)( \{)?$/u.exec(line) ?? []
    if (name !== undefined && opens === undefined) names.set(id, name)
    if (opens !== undefined) {
      place(id)
      boxes.push(id)
    }
    if (line === '}') boxes.pop()
    const [, from, to] = /^(\S+) --> (\S+?)(?::|$)/u.exec(line) ?? []
    if (from !== undefined) for (const one of [from, to]) place(one)
  }
  const holders = new Set([...places.values()].flat())
  return new Map(
    [...places]
      .filter(([id]) => !holders.has(id))
      .map(([id, around]) => [id, { name: names.get(id) ?? id, boxes: around }]),
  )
}

/** Every move that the state diagram of a document draws. An arrow from a box is one from each state in it. */
export function drawnMoves(document: string): readonly DiagramMove[] {
  const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n(.+?)\n```/su.exec(document) ?? []
  const lines = diagram.split('\n').map((line) => line.trim())
  const states = statesOf(lines)
  return lines.flatMap((line) => {
    const [, from = '', to = '', events = ''] = /^(\w+) --> (\w+): (.+)$/u.exec(line) ?? []
    const sources = [...states].filter(([id, { boxes }]) => id === from || boxes.includes(from))
    return sources.flatMap(([, { name }]) =>
      events
        .split(', ')
        .flatMap((event): DiagramMove[] =>
          event === '' ? [] : [`${name} --${event}--> ${states.get(to)?.name ?? to}`],
        ),
    )
  })
}
