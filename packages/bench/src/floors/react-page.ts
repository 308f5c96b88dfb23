import { createElement, type FormEvent, type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { DrawnNode } from '../support/draw-page.ts'

/** The floor of P15: the portal's page, drawn by React from one answer that is asked for beside this script. */
const tree = (window as unknown as { readonly tree: Promise<Response> }).tree
const container = document.getElementById('root')

/** A page on which every button reacts to a press: it says that it is open, and one that sends a form gets an alert. */
function Page({ nodes }: { readonly nodes: readonly DrawnNode[] }): ReactNode {
  const [pressed, setPressed] = useState('')
  const [isSent, setSent] = useState(false)
  const draw = (node: DrawnNode, key: string): ReactNode => {
    if (typeof node === 'string') return node
    const [tag, attributes, children] = node
    const answers = {
      button: { onClick: () => setPressed(key), 'aria-expanded': pressed === key },
      form: { onSubmit: (event: FormEvent) => (event.preventDefault(), setSent(true)) },
    }[tag]
    const drawn = children.map((child, index) => draw(child, `${key}.${index}`))
    return createElement(tag, { ...attributes, ...answers, key }, ...drawn)
  }
  return [
    ...nodes.map((node, index) => draw(node, String(index))),
    isSent && createElement('p', { role: 'alert' }, '!'),
  ]
}

const nodes = (await (await tree).json()) as readonly DrawnNode[]
if (container !== null) createRoot(container).render(createElement(Page, { nodes }))
