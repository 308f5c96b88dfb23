/** The part of the bundler's context that is used here. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Names the chunk of everything that the first page needs whichever page it is: what `main.tsx` reaches by plain
 * imports. Without it the bundler puts each module that pages share into a small file of its own.
 */
export function firstChunk(): (id: string, graph: Graph) => string | null {
  let reached: ReadonlySet<string> | undefined
  return (id, graph) => {
    reached ??= reachedFrom(graph, id)
    return reached.has(id) ? 'portal' : null
  }
}

/** Named by the index of their package, which the first page reaches, and used by later pages only. */
const notFirst = /\/(?:useMutation|mutationObserver)\.js$/u

const entry = new URL('../src/app/main.tsx', import.meta.url).pathname

function reachedFrom(graph: Graph, asked: string): ReadonlySet<string> {
  if (graph.getModuleInfo(entry) === null) throw new Error(`${entry} is not in the build (asked about ${asked})`)
  const reached = new Set<string>()
  const left = [entry]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (reached.has(id) || notFirst.test(id)) continue
    reached.add(id)
    left.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  // The entry keeps a chunk of its own: the manifest and the template name it.
  reached.delete(entry)
  return reached
}
