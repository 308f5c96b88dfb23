/**
 * Keeps React working after the browser has translated the page. A translator takes text nodes out of the document and puts `<font>`
 * elements in their place. React still knows the text nodes: it would write into nodes that no one sees, and fail on removing them
 * or on inserting something before them (https://github.com/facebook/react/issues/11538).
 */
export function surviveTranslation(root: HTMLElement): void {
  const standIns = new WeakMap<Node, ChildNode>()
  const texts = new MutationObserver((changes) => {
    for (const { target } of changes) {
      // React has written a new text: it is shown, and the translator may translate it again.
      const standIn = standIns.get(target)
      if (standIn !== undefined && target.parentNode === null) standIn.replaceWith(target)
      standIns.delete(target)
    }
  })
  new MutationObserver((changes) => {
    const removed: Text[] = []
    const added: ChildNode[] = []
    for (const change of changes) {
      for (const node of change.removedNodes) if (node instanceof Text && node.parentNode === null) removed.push(node)
      for (const node of change.addedNodes)
        if (node.nodeName === 'FONT' && node.isConnected) added.push(node as ChildNode)
    }
    if (added.length === 0) return
    // Translators replace one after the other, so both are in the same order.
    for (const [place, text] of removed.entries()) {
      const standIn = added[place]
      if (standIn === undefined || removed.length !== added.length) return
      standIns.set(text, standIn)
      texts.observe(text, { characterData: true })
    }
  }).observe(root, { childList: true, subtree: true })
  tolerate(standIns)
}

/** Finds the node in `parent` for a child that React knows: the child itself, its translation, or a translator's wrapper around it. */
function findIn(parent: Node, child: Node, standIns: WeakMap<Node, ChildNode>): Node | null {
  let found: Node | null = child.parentNode === null ? (standIns.get(child) ?? null) : child
  while (found !== null && found.parentNode !== parent) found = found.parentNode
  return found
}

function tolerate(standIns: WeakMap<Node, ChildNode>): void {
  // Called with their node below.
  // oxlint-disable-next-line typescript/unbound-method
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<N extends Node>(this: Node, child: N): N {
    if (child.parentNode === this) return removeChild.call(this, child) as N
    const found = findIn(this, child, standIns)
    if (found !== null) removeChild.call(this, found)
    return child
  }
  Node.prototype.insertBefore = function insert<N extends Node>(this: Node, node: N, child: Node | null): N {
    const isHere = child === null || child.parentNode === this
    return insertBefore.call(this, node, isHere ? child : findIn(this, child, standIns)) as N
  }
}
