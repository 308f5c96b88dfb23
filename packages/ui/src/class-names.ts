/** Joins the class names that apply; `false` and `undefined` are left out. */
export const classNames = (...names: ReadonlyArray<string | false | undefined>): string =>
  names.filter(Boolean).join(' ')
