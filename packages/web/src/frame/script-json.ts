/** JSON for the inside of a script element: nothing in it can end the element or open a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
