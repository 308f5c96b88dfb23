/** Elements without an end tag. */
const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

/**
 * Marks what contains a skeleton in rendered markup with `data-loads`, as `packages/ui` does in the browser: what comes after it
 * cannot be pressed yet. Markup is what React renders: every quote and angle bracket of a text is escaped.
 */
export function markLoading(html: string): string {
  const open: { readonly name: string; readonly end: number }[] = []
  const marked = new Set<number>()
  for (const { 0: tag, index } of html.matchAll(/<[^<>]*>/gu)) {
    const [name = ''] = tag.slice(1, -1).split(' ', 1)
    if (name.startsWith('/')) open.pop()
    else if (!voids.has(name)) {
      open.push({ name, end: index + tag.length - 1 })
      if (tag.includes('data-ui="skeleton"') && !tag.includes('data-exact')) markFrom(open, marked)
    }
  }
  let from = 0
  const parts: string[] = []
  for (const place of [...marked].sort((a, b) => a - b)) {
    parts.push(html.slice(from, place), ' data-loads=""')
    from = place
  }
  return parts.join('') + html.slice(from)
}

/** Up to the page's main part. */
function markFrom(open: readonly { readonly name: string; readonly end: number }[], marked: Set<number>): void {
  const main = open.findIndex(({ name }) => name === 'main')
  for (const { end } of open.slice(Math.max(main, 0))) marked.add(end)
}
