import type { ContentNode } from '@coopline/contract/site/site/site.contract'
import { ElementType, parseDocument } from 'htmlparser2'
import { allowedTags, deepestContent, forbiddenWithContent, keepAttributes } from './content-allow-list.ts'

type ParsedNode = ReturnType<typeof parseDocument>['children'][number]

/** Elements in which blank text has no meaning and is not allowed. */
const withoutText: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl'])

/**
 * Converts HTML to the tree that browsers build elements from. The allow-list is applied again here, so that HTML that
 * reached the database by another way, or before the list was made stricter, does no harm either. Links elsewhere open
 * a new tab.
 */
export const contentTree = (html: string): ContentNode[] => nodesOf(parseDocument(html).children, '', 0)

function nodesOf(nodes: readonly ParsedNode[], parent: string, depth: number): ContentNode[] {
  const answer: ContentNode[] = []
  for (const node of nodes) {
    if (node.type === ElementType.Text) addText(answer, node.data, parent)
    else if ('attribs' in node && !forbiddenWithContent.has(node.name)) {
      if (depth > maxParsedDepth) continue
      const children = node.children
      if (node.name === 'img') answer.push(...picture(node.attribs))
      else if (allowedTags.has(node.name) && depth < deepestContent)
        answer.push(element(node.name, node.attribs, children, depth))
      else for (const child of nodesOf(children, parent, depth + 1)) answer.push(child)
    }
  }
  return answer
}

/** The depth of nesting below which elements are dropped together with their text. */
const maxParsedDepth = 500

function element(
  tag: string,
  attribs: Readonly<Record<string, string>>,
  children: readonly ParsedNode[],
  depth: number,
): ContentNode {
  const kept = keepAttributes(tag, attribs)
  const a =
    tag === 'a' && kept.href?.startsWith('https://') ? { ...kept, target: '_blank', rel: 'noopener noreferrer' } : kept
  const c = nodesOf(children, tag, depth + 1)
  return { t: tag, ...(Object.keys(a).length === 0 ? {} : { a }), ...(c.length === 0 ? {} : { c }) }
}

/** Returns an image with an allowed address, or nothing. An image without alternative text counts as decoration. */
function picture(attribs: Readonly<Record<string, string>>): ContentNode[] {
  const kept = keepAttributes('img', attribs)
  return kept.src === undefined ? [] : [{ t: 'img', a: { alt: '', ...kept } }]
}

function addText(answer: ContentNode[], text: string, parent: string): void {
  if (text === '' || (withoutText.has(parent) && text.trim() === '')) return
  const last = answer.at(-1)
  if (typeof last === 'string') answer[answer.length - 1] = last + text
  else answer.push(text)
}
