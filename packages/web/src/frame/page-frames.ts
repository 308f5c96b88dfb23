import type { ComponentType } from 'react'
import { routes } from '../app/routes.tsx'
import type { PortalRoute } from '../portal/page/route-table.tsx'

/** The look of a page before its code has loaded, and the file with that code. */
export interface PageFrame {
  /** Source file of the page's chunk, as the manifest of the build names it. */
  readonly chunk: string
  /** The `*.frame.tsx` beside the page, else the page itself. */
  readonly Frame: ComponentType
}

const pages = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../app/*-route.tsx', '../features/*/*/*.page.tsx'],
  {
    eager: true,
  },
)
const frames = import.meta.glob<Readonly<Record<string, ComponentType>>>('../features/*/*/*.frame.tsx', { eager: true })

async function frameOf({ path, load }: PortalRoute): Promise<PageFrame> {
  const { Page } = await load()
  const [file] = Object.entries(pages).find(([, exported]) => Object.values(exported).includes(Page)) ?? []
  if (file === undefined) throw new Error(`What ${path} loads is in no *.page.tsx of a feature and no *-route.tsx`)
  const [Frame = Page] = Object.values(frames[file.replace('.page.', '.frame.')] ?? {})
  return { chunk: file.replace('../', 'src/'), Frame }
}

/** One for every path of the route table. */
export const pageFrames: ReadonlyMap<string, PageFrame> = new Map(
  await Promise.all(routes.map(async (route) => [route.path, await frameOf(route)] as const)),
)
