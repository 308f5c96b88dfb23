/** The open parts of the main menu: the whole menu on a phone, and one panel, by its title. */
export interface MenuState {
  readonly unfolded: boolean
  readonly open: string | undefined
}

let kept: MenuState | null = null

/** Keeps the state of the frame's menu while the portal replaces it. */
export function keepMenuState(state: MenuState | null): void {
  kept = state
}

export const savedMenuState = (): MenuState | null => kept
